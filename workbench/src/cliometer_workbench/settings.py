"""Django's settings, made from the configuration that `cliometer workbench` passes on."""

from __future__ import annotations

from cliometer_workbench import config as _config
from cliometer_workbench.config import logging_settings, new_token, secret_key

CONFIG = _config.from_environment()

DEBUG = False
SECRET_KEY = secret_key(CONFIG.path) if CONFIG.folder else new_token()
ALLOWED_HOSTS = [*_config.LOCAL_HOSTS, *CONFIG.hosts]
ROOT_URLCONF = "cliometer_workbench.urls"
WSGI_APPLICATION = "cliometer_workbench.worker.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": _config.database(CONFIG)}

INSTALLED_APPS = [
    "cliometer_workbench.apps.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "cliometer_workbench.apps.WorkbenchConfig",
]
MIDDLEWARE = [
    "cliometer_workbench.middleware.RequestLog",
    "cliometer_workbench.middleware.SecurityHeaders",
    "cliometer_workbench.middleware.RequestLimits",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "cliometer_workbench.languages.Languages",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "cliometer_workbench.middleware.Refusals",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "cliometer_workbench.middleware.template_context",
            ],
            "builtins": ["cliometer_workbench.templatetags.workbench"],
        },
    }
]

if CONFIG.sign_in:  # OpenID Connect
    INSTALLED_APPS += ["allauth", "allauth.account", "allauth.socialaccount"]
    INSTALLED_APPS += ["allauth.socialaccount.providers.openid_connect"]
    MIDDLEWARE.append("allauth.account.middleware.AccountMiddleware")
    ACCOUNT_ADAPTER = "cliometer_workbench.services.single_sign_on.AccountAdapter"
    ACCOUNT_EMAIL_VERIFICATION = "none"
    ACCOUNT_UNIQUE_EMAIL = False
    SOCIALACCOUNT_ADAPTER = "cliometer_workbench.services.single_sign_on.SignInAdapter"
    SOCIALACCOUNT_LOGIN_ON_GET = True  # a form that leads to another site would need a wider security policy
    SOCIALACCOUNT_STORE_TOKENS = False
    SOCIALACCOUNT_PROVIDERS = {
        "openid_connect": {
            "OAUTH_PKCE_ENABLED": True,
            "APPS": [
                {
                    "provider_id": "oidc",
                    "name": CONFIG.sign_in.name,
                    "client_id": CONFIG.sign_in.client,
                    "secret": _config.secret_value(_config.OIDC_SECRET),
                    "settings": {"server_url": CONFIG.sign_in.issuer},
                }
            ],
        }
    }

globals().update(_config.mail_settings(CONFIG.mail))

LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("de", "Deutsch"), ("ar", "العربية")]  # each but the first has a folder in locale/
LANGUAGE_COOKIE_NAME = "cliometer-language"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 3600

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = CONFIG.secure
SESSION_COOKIE_AGE = 14 * 24 * 3600
CSRF_COOKIE_HTTPONLY = True  # the page carries the token in a meta element
CSRF_FAILURE_VIEW = "cliometer_workbench.middleware.no_csrf"
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in CONFIG.hosts]
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if CONFIG.secure:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 3600

DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 2**20  # a form; larger files are refused before they are parsed
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 2**20
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
DATA_UPLOAD_MAX_NUMBER_FILES = 200
LOGGING = logging_settings({"django": "WARNING", "django.request": "ERROR", "workbench": "INFO"})
