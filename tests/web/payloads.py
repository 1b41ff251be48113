"""Two hundred ways to smuggle a script into a page that shows what people typed."""

from __future__ import annotations

_CALLS = ("alert(1)", "alert`1`", "top.x=1", "eval('1')", "fetch('/x')")
_EVENTS = (
    "onload",
    "onerror",
    "onclick",
    "onfocus autofocus",
    "onmouseover",
    "onbegin",
    "ontoggle",
    "onanimationend",
)
_TAGS = (
    "svg",
    "img src=x",
    "body",
    "input",
    "details open",
    "video src=x",
    "a href=x",
    "math",
    "iframe",
    "b",
)
_SCHEMES = (
    "javascript:",
    "JaVaScRiPt:",
    "java\tscript:",
    "data:text/html,",
    "vbscript:",
    " javascript:",
    "//evil.example/",
)
_BREAKS = (
    "",
    '"',
    "'",
    '">',
    "'>",
    "-->",
    "]]>",
    "</title>",
    "</script>",
    "</textarea>",
    "</svg>",
    "*/",
    '\\"',
)

PAYLOADS: tuple[str, ...] = tuple(
    dict.fromkeys(
        (
            *(f"{before}<script>{call}</script>" for before in _BREAKS for call in _CALLS),
            *(f"<{tag} {event}={_CALLS[0]}>" for tag in _TAGS for event in _EVENTS),
            *(f"{scheme}{call}" for scheme in _SCHEMES for call in _CALLS[:3]),
            *(f"{before} {event}={_CALLS[0]} x={before}" for before in ('"', "'") for event in _EVENTS),
            *(
                "{{7*7}}",
                "${7*7}",
                "{%print 7%}",
                "#{7*7}",
                "<%=7*7%>",
                "%(player)s",
                "%s%n",
                "{0.__class__}",
            ),
            *(
                "&lt;script&gt;",
                "&#60;script&#62;",
                "\\u003cscript\\u003e",
                "<script\x0b>",
                "<scr<script>ipt>",
            ),
            *(
                "<!--",
                "<![CDATA[",
                "<?xml ?>",
                "<base href=//x>",
                "<meta http-equiv=refresh>",
                "<style>*{x:y}",
            ),
            *(
                "event: x",
                "data: {}",
                "id: 9",
                "'; DROP TABLE entries; --",
                '","by":"table',
                "\\",
                "`",
                "../../x",
            ),
        )
    )
)[:200]
