#!/bin/bash
# Takes the pictures of the documentation again, with Chromium, from the last build. Their card comes from a service
# with a seed, so the pictures change only if the pages do.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$here/../.." && swift build --show-bin-path)/tessera
work=$(mktemp -d)
"$program" serve --demo --seed 7 --port 18980 --sandbox-port 18981 --data-dir "$work/data" > "$work/log" 2>&1 &
server=$!
trap 'kill $server; wait $server 2> /dev/null; rm -rf "$work"' EXIT
until curl -s http://127.0.0.1:18980/readyz > /dev/null; do kill -0 $server; done

API=http://127.0.0.1:18980/digitalwallets
JSON='Content-Type: application/json'
member() { sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/"; }
picture() { # name, width, height, pixels for each point, address
    chromium --headless --no-sandbox --hide-scrollbars --force-device-scale-factor="$4" --virtual-time-budget=2000 \
        --window-size="$2,$3" --screenshot="$here/$1.png" "$5" > /dev/null 2>&1
    echo "$here/$1.png"
}

curl -s -X PUT http://127.0.0.1:18981/sandbox/brands/demo/authentication -H "$JSON" -d '{"operations": []}' > /dev/null
TOKEN=$(curl -s -u demo-app:demo-secret $API/v1/auth/brands/demo/token -d scope=pci-dss-1 -d subject_token=10000001 \
    -d grant_type=urn:ietf:params:oauth:grant-type:token-exchange \
    -d subject_token_type=urn:tessera:token-type:customer-id | member access_token)
CARD=$(curl -s $API/v1/profile/prepaid/cards -H "Authorization: Bearer $TOKEN" -H "$JSON" \
    -d '{"programName": "DEMO-VIRTUAL-VISA-EEA", "currency": "EUR"}' | member cardId)
VIEW=$(curl -s $API/v1/profile/prepaid/cards/$CARD/secure-details -H "Authorization: Bearer $TOKEN" -H "$JSON" \
    -d '{"type": "DETAILS", "showCopyButton": true, "theme": "LIGHT"}' | member url)

picture secure-view 420 300 2 "$VIEW"
picture reference 1000 720 1 http://127.0.0.1:18980/docs
