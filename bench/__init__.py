"""Speed and memory of vcddl beside other tools, measured in one run. See README.md."""
