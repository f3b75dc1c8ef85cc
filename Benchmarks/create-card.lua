dofile("Benchmarks/cards.lua")
local cards, turn = {}, 0

function init() cards = load_cards() end

function request()
    turn = turn % #cards + 1
    local card = cards[turn]
    return wrk.format(
        "POST", card.collection, card.headers, '{"programName": "BENCH-VIRTUAL-MC-EEA", "currency": "EUR"}')
end
