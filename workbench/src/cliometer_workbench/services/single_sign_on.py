"""Signing in by OpenID Connect, through django-allauth.

Whoever the service knows gets an account of their own at the first sign-in. It is never joined to an account of the
same name or address, since that would let whoever can choose a name there take over an account here.
"""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.openid_connect import views
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext

from cliometer.errors import Refused
from cliometer_workbench.middleware import refusal


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """The part of allauth that signs people in; it has no pages of its own."""

    def add_message(self, *about: Any, **options: Any) -> None:
        """Show no message: the page that follows says enough."""

    def send_notification_mail(self, *about: Any, **options: Any) -> None:
        """Send no message of allauth's own."""


class SignInAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """The part of allauth that receives people from the service."""

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Refuse whoever has no verified address in the domains of `--oidc`."""
        wanted = settings.CONFIG.sign_in.domains if settings.CONFIG.sign_in else ()
        claims = _claims(sociallogin)
        name, _, domain = str(claims.get("email", "")).casefold().rpartition("@")
        if wanted and not (name and domain in wanted and claims.get("email_verified") is True):
            _refuse(request, Refused("sign-in-domain", domains=", ".join(wanted)))

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> Any:
        """Name a new account after the person's name at the service."""
        user = super().populate_user(request, sociallogin, data)
        user.first_name = user.last_name = ""
        if _claims(sociallogin).get("email_verified") is not True:
            user.email = ""  # reminders and invitations go to addresses that are known to be the person's
        return user

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Make the account without another form."""
        return True

    def on_authentication_error(self, request: HttpRequest, provider: Any, *about: Any, **options: Any) -> None:
        """Show our page; the log has the reason, the page no details of the service."""
        name = settings.CONFIG.sign_in.name if settings.CONFIG.sign_in else ""
        _refuse(request, Refused("sign-in-failed", service=name))


class _Service(views.OpenIDConnectOAuth2Adapter):  # type: ignore[misc]
    """The service, of whose claims we keep those that we use."""

    def complete_login(self, *about: Any, **options: Any) -> SocialLogin:
        login = super().complete_login(*about, **options)
        claims = _claims(login)
        kept = ("sub", "preferred_username", "email", "email_verified")
        login.account.extra_data = {"userinfo": {name: claims[name] for name in kept if name in claims}}
        return login


def leave(request: HttpRequest, provider_id: str) -> HttpResponseBase:
    """Send the person to the service; connecting accounts, which allauth offers too, is not for links."""
    if request.GET.get("process", "login") != "login":
        raise Http404
    return _answer(views.OAuth2LoginView, request, provider_id)


def arrive(request: HttpRequest, provider_id: str) -> HttpResponseBase:
    """Sign the person in who comes back from the service."""
    return _answer(views.OAuth2CallbackView, request, provider_id)


def _answer(view: Any, request: HttpRequest, provider_id: str) -> HttpResponseBase:
    try:
        answer: HttpResponseBase = view.adapter_view(_Service(request, provider_id))(request)
    except SocialApp.DoesNotExist:
        raise Http404 from None
    return answer


def _claims(sociallogin: SocialLogin) -> dict[str, Any]:
    given: dict[str, Any] = sociallogin.account.extra_data or {}
    return given.get("userinfo") or given.get("id_token") or given


def _refuse(request: HttpRequest, reason: Refused) -> None:
    raise ImmediateHttpResponse(refusal(request, reason, 403, gettext("You were not signed in")))
