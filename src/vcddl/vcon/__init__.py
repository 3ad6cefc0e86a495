"""What vcddl knows of vCons: their forms, and which specifications one asks for."""
