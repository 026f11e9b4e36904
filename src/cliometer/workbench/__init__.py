"""The workbench: a web application in which people make the gold; its rules are in study/."""
