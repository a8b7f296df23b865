#!/bin/sh
# Make sure of the programs that tests need beside Python: Chromium for the page, and PostgreSQL
# for batches. They are installed where that is allowed; otherwise this says how.
missing=""
has() { for name in "$@"; do command -v "$name" >/dev/null && return 0; done; return 1; }

has chromium chromium-browser google-chrome || missing="$missing chromium"
has initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ] && has apt-get; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing && exit 0
fi
echo "The tests need programs that are not here: apt-get install$missing" >&2
exit 1
