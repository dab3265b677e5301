"""Words that look like names of a tool's own and are everyone's: types, HTTP, units, products, placeholders.

Data for `prose.lexicon`. Words are compared in lower case; what is a pattern is at the end.
"""

from __future__ import annotations

import re

__all__ = ["ACTIONS", "ALLOWED", "FILLER_WORDS", "LITERALS", "is_allowed_form"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LITERALS = _words(
    """
    true false null none nil undefined nan infinity
    string str integer int number float double decimal long short boolean bool array list object dict map tuple set
    any int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 bigint varchar byte bytes binary char text
    date time date-time datetime timestamp duration uuid guid uri url uri-reference iri email hostname ipv4 ipv6
    regex json-pointer base64 base64url json yaml xml csv html markdown plaintext
    get put post patch delete head options trace query connect
    args kwargs self cls ctx
    """
)
"""JSON literals, types, formats and HTTP methods."""

ALLOWED = _words(
    """
    accept accept-charset accept-encoding accept-language accept-ranges authorization cache-control connection
    content-disposition content-encoding content-language content-length content-range content-type content-md5 cookie
    set-cookie date digest etag expect expires forwarded host idempotency-key if-match if-modified-since if-none-match
    if-range if-unmodified-since last-modified link location origin pragma prefer preference-applied proxy-authorization
    range referer retry-after server strict-transport-security te trailer transfer-encoding upgrade user-agent vary via
    warning www-authenticate x-forwarded-for x-forwarded-host x-forwarded-proto x-frame-options x-http-method-override
    x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset x-request-id x-requested-with x-correlation-id
    access-control-allow-origin traceparent tracestate

    access_token refresh_token id_token client_id client_secret client_credentials grant_type redirect_uri
    response_type authorization_code code_challenge code_verifier token_type expires_in device_code urn

    ios ipados macos tvos watchos iphone ipad ipod imac imessage icloud itunes ebay etoro youtube github gitlab
    bitbucket linkedin paypal whatsapp wechat tiktok javascript typescript nodejs node-red jquery graphql postgresql
    postgres mysql sqlite mongodb redis dynamodb bigquery grpc grpc-web oauth oauth2 openid saml oidc mtls ldap webrtc
    webdav caldav carddav k8s vscode npm nginx systemd iscsi openapi asyncapi iframe

    utf-8 utf8 utf8mb4 utf-16 utf_8 ascii iso-8859-1 latin-1 latin1 sha1 sha-1 sha256 sha-256 sha512 md5 hmac
    hmac-sha256     ph rsid rna mrna dna cdna trna rrna snp pubmed dbsnp gwas e-mail wi-fi x-ray
    kb mb gb tb kib mib gib tib kbps mbps gbps khz mhz ghz hz kwh mwh kw mah dbm db ml ms ns us px rpm mmhg

    snake_case camelcase camel_case lowercamelcase uppercamelcase pascalcase kebab-case snake-case screaming_snake_case
    upper_case lower_case case-sensitive case-insensitive key_value key-value read-only write-only read-write
    foo_bar foobar my_field field_name table_name column_name tostring

    main master head stdin stdout stderr localhost
    """
)
"""Header fields, OAuth's own names, products, encodings, units, styles of writing."""

FILLER_WORDS = _words("input optional required this that the following same other any each every given corresponding")
"""Words that stand beside "parameter" and name none."""

ACTIONS = _words(
    """
    add apply approve archive assign attach batch browse build bulk calculate call cancel change check clear clone close
    commit compare compute confirm convert copy count create deactivate delete deploy describe detach disable download
    edit enable estimate evaluate execute export extract fetch fill find fork generate get import insert invite invoke
    join list load lock log look lookup make merge move open parse patch pay pin ping play poll post predict preview
    publish pull push put query read refresh refund register reject release remove rename render reply request reset
    resolve restore resume retrieve revoke rotate run save scan schedule search select send set share show sign start
    stop submit subscribe suspend switch sync tag think track transfer translate trigger unlock unpin update upload
    upsert validate verify view wait watch write
    """
)
"""First words of tools' names."""

_FORMS = re.compile(
    r"""
    [a-z]{2,3}[-_](?:[A-Z]{2}|Han[st]|[0-9]{3})           # locale ids
    |(?:de|en|es|fr|it|ja|ko|pt|ru|zh)[-_][a-z]{2}
    |(?=[a-zA-Z]*(?:yy|YY|mm|MM|dd|DD|HH|hh))[yYmMdDhHsSaTzZ_.:-]+  # date formats
    |v[0-9]+(?:[._-][0-9a-z]+)*                           # versions
    |__[a-z0-9_]+__                                       # Python's own names
    |[a-z]{1,2}[0-9A-Z]+                                  # example ids: p7X, vB
    |[a-z]{1,4}[0-9]+[A-Za-z0-9]*[0-9][A-Za-z0-9]*
    |(?:utf|iso|sha|md|rfc|ipv|oauth|http|tls|ssl)[-_]?[0-9]+(?:[-_][0-9]+)*
    |[a-z](?:[A-Z]{1,3}|[A-Z][a-z]{1,2})                  # eSIM, iOS, kHz
    """,
    re.VERBOSE,
)


def is_allowed_form(token: str) -> bool:
    """Whether a word has the form of a locale, a date format, a version or an example id."""
    return _FORMS.fullmatch(token) is not None
