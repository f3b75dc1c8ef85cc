dofile("Benchmarks/cards.lua")
local cards, turn = {}, 0

function init() cards = load_cards() end

function request()
    turn = turn % #cards + 1
    local card = cards[turn]
    card.status = card.status == "ACTIVE" and "LOCKED" or "ACTIVE"
    return wrk.format("PATCH", card.path, card.headers, '{"status": "' .. card.status .. '", "statusReason": "bench"}')
end
