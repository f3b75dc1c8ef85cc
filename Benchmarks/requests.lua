-- Sends the requests of a file one after another and then begins again. A line has a method, a path, a token and a body,
-- with tabs between them. Each thread takes every second line, so no two threads send the same request at once.
local requests, turn = {}, 0
local threads = 0

function setup(thread)
    thread:set("share", threads)
    threads = threads + 1
end

function init()
    local number = 0
    for line in io.lines(os.getenv("REQUESTS")) do
        if number % 2 == share then
            local method, path, authorization, media, body = line:match("(.-)\t(.-)\t(.-)\t(.-)\t(.*)")
            local headers = {}
            if authorization ~= "" then headers["Authorization"] = authorization end
            if media ~= "" then headers["Content-Type"] = media end
            table.insert(requests, wrk.format(method, path, headers, body ~= "" and body or nil))
        end
        number = number + 1
    end
end

function request()
    turn = turn % #requests + 1
    return requests[turn]
end
