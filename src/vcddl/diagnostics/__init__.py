"""What vcddl tells its users, as data: the model, and the codes there are."""
