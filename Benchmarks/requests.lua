-- Sends the requests of a file one after another and then begins again. A line has a method, a path, a token, a media
-- type and a body, with tabs between them. Each thread takes every second line, so no two threads send the same request
-- at once.
--
-- A request with @number@ in its body gets eight new hexadecimal digits there each time it is sent.
--
-- With PER_SECOND in the environment, the requests begin at random moments of that rate, as if they came from many
-- independent customers. A request is late if all connections wait for answers.
local heads, tails, turn = {}, {}, 0
local threads = 0
local perSecond = tonumber(os.getenv("PER_SECOND"))

function setup(thread)
    thread:set("share", threads)
    threads = threads + 1
end

function init()
    -- The shared part is the time, so that no two runs draw the same numbers.
    math.randomseed(os.time() * 2 + share)
    local number = 0
    for line in io.lines(os.getenv("REQUESTS")) do
        if number % 2 == share then
            local method, path, authorization, media, body = line:match("(.-)\t(.-)\t(.-)\t(.-)\t(.*)")
            local headers = {}
            if authorization ~= "" then headers["Authorization"] = authorization end
            if media ~= "" then headers["Content-Type"] = media end
            local request = wrk.format(method, path, headers, body ~= "" and body or nil)
            local head, tail = request:match("^(.*)@number@(.*)$")
            table.insert(heads, head or request)
            table.insert(tails, tail or false)
        end
        number = number + 1
    end
end

function request()
    turn = turn % #heads + 1
    if not tails[turn] then return heads[turn] end
    return heads[turn] .. string.format("%04x%04x", math.random(0, 65535), math.random(0, 65535)) .. tails[turn]
end

if perSecond then
    local ffi = require("ffi")
    ffi.cdef("struct moment { long seconds, nanoseconds; }; int clock_gettime(int, struct moment *);")
    local MONOTONIC = 1
    local moment = ffi.new("struct moment")
    local nextStart

    -- How many milliseconds the next request of this thread waits. The moments follow a plan of their own, so waiting
    -- too long once does not change the rate.
    function delay()
        ffi.C.clock_gettime(MONOTONIC, moment)
        local now = tonumber(moment.seconds) * 1000 + tonumber(moment.nanoseconds) / 1000000
        nextStart = (nextStart or now) - math.log(1 - math.random()) * 1000 / (perSecond / 2)
        return math.max(0, math.floor(nextStart - now + 0.5))
    end
end
