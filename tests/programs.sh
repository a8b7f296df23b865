#!/bin/sh
# Make sure of the programs that tests need beside Python: Chromium with a font for the page, the
# library that Playwright's driver is linked with, PostgreSQL for batches, MiniZinc, CaDiCaL, and curl for commands of
# the documentation. They are installed where that is allowed; otherwise this says how.
missing=""
has() { for name in "$@"; do command -v "$name" >/dev/null && return 0; done; return 1; }
has_file() { for path in "$@"; do [ -e "$path" ] && return 0; done; return 1; }

has chromium chromium-browser google-chrome || missing="$missing chromium"
has_file /usr/share/fonts/*/*/*.ttf /usr/share/fonts/*/*/*.otf || missing="$missing fonts-dejavu-core"
has_file /lib/*/libatomic.so.1 /usr/lib/*/libatomic.so.1 /lib64/libatomic.so.1 ||
    missing="$missing libatomic1"
has minizinc || missing="$missing minizinc"
has curl || missing="$missing curl"
has cadical || missing="$missing cadical"
has initdb || has_file /usr/lib/postgresql/*/bin/initdb || missing="$missing postgresql"
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ] && has apt-get; then
    echo "Installing for the tests, about a minute:$missing"
    log=$(mktemp)
    if { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $missing; } >"$log" 2>&1; then
        rm "$log"
        exit 0
    fi
    cat "$log" >&2
fi
echo "The tests need programs that are not here: apt-get install$missing" >&2
exit 1
