"""The configuration of Sphinx; `make docs` builds the documentation."""

from typing import Any

from quebra import __version__
from quebra.render import THEMES

project = "Quebra"
author = "The Quebra maintainers"
project_copyright = "2026, The Quebra maintainers"
version = release = __version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_design"]
exclude_patterns = ["_build", "_generated/*.md", "jupyter_execute"]
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 130

html_theme = "furo"
html_title = "Quebra"
html_static_path = ["_static"]
html_extra_path = ["published"]
html_css_files = ["quebra.css"]
html_show_sphinx = False


def _colours(theme: dict[str, str]) -> dict[str, str]:
    """The colours of the drawings as style variables of the page."""
    return {
        "color-brand-primary": theme["entry"],
        "color-brand-content": theme["entry"],
        "color-brand-visited": theme["entry"],
        "color-background-primary": theme["paper"],
        "color-background-border": theme["rule"],
        "color-foreground-primary": theme["ink"],
        "color-foreground-muted": theme["soft"],
        "color-sidebar-background": theme["paper"],
        "color-table-header-background": theme["paper"],
        "color-api-name": theme["ink"],
        "color-api-pre-name": theme["soft"],
    }


html_theme_options = {
    "light_css_variables": _colours(THEMES["light"]),
    "dark_css_variables": _colours(THEMES["dark"]),
}


def setup(app: Any) -> None:
    """Remove the empty line at the end of a session, which only doctest needs."""

    def trim(_app: Any, _page: str, source: list[str]) -> None:
        source[0] = source[0].replace("\n\n```\n", "\n```\n")

    app.connect("source-read", trim)
