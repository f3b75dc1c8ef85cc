-- The cards that were created before the run, each with its customer's token. Each thread uses its own share of the
-- cards, so two simultaneous requests from different threads never use the same card.
local path = "/digitalwallets/v1/profile/prepaid/cards"
local cards, threads = {}, 0

function setup(thread)
    thread:set("share", threads)
    threads = threads + 1
end

function load_cards()
    local number = 0
    for line in io.lines(os.getenv("CARDS")) do
        local token, card = line:match("(%S+) (%S+)")
        if number % 2 == share then
            table.insert(cards, {
                path = path .. "/" .. card, collection = path, status = "ACTIVE",
                headers = {["Authorization"] = "Bearer " .. token, ["Content-Type"] = "application/json"},
            })
        end
        number = number + 1
    end
    return cards
end
