"""The settings of the workbench in tests: passwords cost no time."""

from cliometer_workbench.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
