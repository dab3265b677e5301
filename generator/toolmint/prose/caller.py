"""Names of inputs that say who calls: credentials, rights, identities. Data for CL-07.

Names are compared as words joined by `_`, without a prefix such as `x_`. What a credential is called is from the key
names that secret scanners look for (detect-secrets' `KeywordDetector`, gitleaks' `generic-api-key`) and from OAuth 2.0
(RFC 6749); what an identity is, from the catalogue's own list and the headers of W3C Trace Context.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from toolmint.text import name_words

__all__ = ["CallerValue", "caller_value"]

CallerValue: TypeAlias = Literal["secret", "password", "right", "role", "identity", "trace"]
"""`password` and `role` are as often a value that the call is to set."""

_NAMES: dict[CallerValue, str] = {
    "secret": """
        api_key apikey api_keys api_token api_secret app_secret app_key access_key access_key_id access_token
        auth auth_header auth_key auth_token authorization authorisation authentication_token bearer bearer_token
        client_secret credential credentials csrf_token id_access_token jwt jwt_token login_token oauth_token
        private_key private_token refresh_token secret_access_key secret_key security_token service_account_key
        session_cookie session_token signing_key signing_secret user_token personal_access_token pat
    """,
    "password": "password passwd passphrase pwd secret token my_token pin_code otp",
    "right": """
        is_admin is_administrator is_superuser is_super_user is_root is_staff is_owner is_privileged as_admin
        as_root admin_mode sudo bypass_auth bypass_authorization bypass_permissions skip_auth skip_authorization
        skip_permission_check caller_role current_role current_user_role acting_role requester_role user_role
        user_roles caller_permissions user_permissions user_scopes current_permissions
    """,
    "role": "role roles permission permissions scopes acl privileges",
    "identity": """
        user_id userid user_uid tenant tenant_id tenantid org_id organization_id organisation_id session
        session_id sessionid caller caller_id current_user current_user_id logged_in_user acting_user acting_user_id
        actor_id requester_id operator_id on_behalf_of as_user
    """,
    "trace": "trace_id traceid span_id traceparent correlation_id x_request_id request_trace_id",
}
_KINDS: dict[str, CallerValue] = {name: kind for kind, names in _NAMES.items() for name in names.split()}
_PREFIXES = ("x", "path", "query", "header", "cookie", "body")


@lru_cache(maxsize=16384)
def caller_value(name: str) -> CallerValue | None:
    """Say what of the caller an input's name stands for; None where it is no such name."""
    words = [word.lower() for word in name_words(name)]
    found = _KINDS.get("_".join(words))
    if found is None and len(words) > 1 and words[0] in _PREFIXES:
        found = _KINDS.get("_".join(words[1:]))
    return found
