#!/bin/bash
# Measures the console with 10,000 cards, from the last build. Nothing else may run on the machine: look at uptime.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=${TESSERA:-$(cd "$here" && swift build --show-bin-path)/tessera}
work=$(mktemp -d)
"$program" seed --customers 10000 --cards 10000 --data-dir "$work/data" > /dev/null 2>&1
"$program" serve --demo --port 18980 --sandbox-port 18981 --merchants-port 18982 --data-dir "$work/data" \
    > "$work/log" 2>&1 &
server=$!
trap 'kill $server; wait $server 2> /dev/null || true; rm -rf "$work"' EXIT
until curl -s http://127.0.0.1:18980/readyz > /dev/null; do kill -0 $server; sleep 0.2; done
# After the seed, Postgres still works in the background, which would count.
sleep 20
date --utc +%FT%TZ
uptime
node "$here/smooth.mjs" http://127.0.0.1:18981
