#!/bin/bash
# Takes the pictures of the console again, with Chromium, from the last build. The service has a seed, so the pictures
# change only if the pages do.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
program=${TESSERA:-$(cd "$root" && swift build --show-bin-path)/tessera}
work=$(mktemp -d)
"$program" serve --demo --seed 11 --port 18980 --sandbox-port 18981 --merchants-port 18982 --data-dir "$work/data" \
    > "$work/log" 2>&1 &
server=$!
trap 'kill $server; wait $server 2> /dev/null; rm -rf "$work"' EXIT
until curl -s http://127.0.0.1:18980/readyz > /dev/null; do kill -0 $server; sleep 0.2; done
node "$root/Tests/Scripts/console/pictures.mjs" http://127.0.0.1:18981 "$here"
ls -l "$here"/console-*.png
