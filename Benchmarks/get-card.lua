dofile("Benchmarks/cards.lua")
local cards, turn = {}, 0

function init() cards = load_cards() end

function request()
    turn = turn % #cards + 1
    return wrk.format("GET", cards[turn].path, cards[turn].headers)
end
