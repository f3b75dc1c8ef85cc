import CardAPI
import CardClient
import Cards
import ContractTestSupport
import HTTPContract
import Testing

@Suite("A verified event lets only its own request through, once")
struct AuthenticationReachTests {
    @Test("Another body, card, operation or customer gets a new challenge without a hint")
    func elsewhere() async throws {
        try await withLiveService(asking: [.updateCard, .resetRetries]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            try await app.verify(event)
            let (other, stranger) = (try await app.newCard(), try await App(of: .jonas, at: service))
            let (path, theirs) = ("\(cardsPath)/\(card.cardId)", try await stranger.newCard())
            let answers = [
                try await app.ask("PATCH", path, App.locking.replacing("Mislaid", with: "mislaid"), presenting: event),
                try await app.ask("PATCH", path, #"{"pin":"4071"}"#, presenting: event),
                try await app.ask("POST", path + "/retries/reset", "", presenting: event),
                try await app.lock(other, presenting: event),
                try await stranger.lock(theirs, presenting: event),
                try await app.lock(card, presenting: event.namedWrongly),
                try await app.lock(other),
            ]
            for answer in answers {
                #expect(try answer.event.eventId != event.eventId)
                #expect(answer.body == answers[0].body)
                #expect(answer.values(of: "WWW-Authenticate").count == 1)
            }
            let opened = try answers.map { try $0.event.eventId }
            #expect(Set(opened).count == answers.count)
            let notTheirs = try await stranger.lock(card, presenting: event)
            #expect(notTheirs.problem == Problem(.entityNotFound, "There is no such card."))

            let locked: CardBody = try await app.lock(card, presenting: event).decoded(expecting: 200)
            #expect(locked.status == "LOCKED", "none of them has used it up")
            #expect(try await service.cards(of: .ivana).get(other.cardId) == other)
        }
    }

    @Test("An event lets the same content through, even with another order of members and other white space")
    func sameContent() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            try await app.verify(event)
            let path = "\(cardsPath)/\(card.cardId)"
            for other in [
                #"{"status":"LOCKED","statusReason":"Mislaid","pin":null}"#,
                #"{"status":"LOCKED","statusReason":"Mislaid again"}"#,
                #"{"status":"LOCKED","statusReason":"mislaid"}"#,
            ] {
                #expect(try await app.ask("PATCH", path, other, presenting: event).event.eventId != event.eventId)
            }
            let same = "{ \"statusReason\": \"\\u004dislaid\",\n \"status\": \"LOCKED\" }"
            let locked: CardBody = try await app.ask("PATCH", path, same, presenting: event).decoded(expecting: 200)
            #expect(locked.status == "LOCKED")
        }
    }

    @Test("An event that is open, used or unknown gets the same new challenge")
    func notVerified() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            let open = try await app.lock(card, presenting: event)
            try await app.verify(event)
            #expect(try await app.lock(card, presenting: event).status == 200)
            let used = try await app.lock(card, presenting: event)
            for answer in [try await app.challenging(event), try await app.attempting(event, #""otp":"1""#)] {
                #expect(answer.problem == Problem(
                    .operationNotAllowed,
                    "The authentication event has been used; repeat the request it was for to get a new one."))
            }
            let forgotten = try await app.lock(card, presenting: event.renamed)
            for answer in [open, used, forgotten] {
                #expect(answer.body == open.body)
                #expect(try answer.event.eventId != event.eventId)
            }
        }
    }

    @Test("A request that fails for another reason does not use up its event")
    func unused() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let card = try await app.newCard()
            let (path, unlock) = ("\(cardsPath)/\(card.cardId)", #"{"status":"ACTIVE","statusReason":"Found"}"#)
            let event = try await app.ask("PATCH", path, unlock).event
            try await app.verify(event)
            let refused = try await app.ask("PATCH", path, unlock, presenting: event)
            #expect(refused.problem == Problem(
                .operationNotAllowed,
                "A card cannot go from ACTIVE to ACTIVE; it can go to CANCELLED or LOCKED."))
            let other = try await app.lock(card).event
            try await app.verify(other)
            #expect(try await app.lock(card, presenting: other).status == 200)
            let unlocked: CardBody = try await app.ask("PATCH", path, unlock, presenting: event)
                .decoded(expecting: 200)
            #expect(unlocked.status == "ACTIVE")
        }
    }

    @Test("Only one of 10 simultaneous requests with the same event succeeds")
    func once() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            try await app.verify(event)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...10 { group.addTask { try await app.lock(card, presenting: event).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 401, count: 9))
        }
    }

    @Test("Another customer's event, an unknown one and an invalid id get the same answer, byte for byte")
    func unknown() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (_, event) = try await app.begin()
            let stranger = try await App(of: .jonas, at: service)
            let same = [(name: "X-Request-Id", value: "same")]
            let cases = [
                (event.eventId, event.walletOperationId), (event.walletOperationId, event.eventId),
                ("1", event.walletOperationId), ("%00", event.walletOperationId),
            ]
            for (call, rest) in [("challenges", ""), ("attempts", #","otp":"123456""#)] {
                var answers: [RawAnswer] = []
                for (id, operation) in cases {
                    let body = #"{"walletOperationId":"\#(operation)","verification":\#(String.sms)\#(rest)}"#
                    answers.append(
                        try await stranger.ask("POST", "\(eventsPath)/\(id)/\(call)", body, headers: same))
                }
                let half = #"{"walletOperationId":"\#(event.eventId)","verification":\#(String.sms)\#(rest)}"#
                answers.append(try await app.ask("POST", "\(eventsPath)/\(event.eventId)/\(call)", half, headers: same))
                #expect(answers[0].problem == Problem(
                    .entityNotFound,
                    "There is no such authentication event; repeat the request it was for to get a new one."))
                for answer in answers {
                    #expect(answer.body == answers[0].body && answer.withoutDate == answers[0].withoutDate)
                }
            }
            #expect(try await app.inbox().isEmpty)
        }
    }
}

extension AuthenticationEventBody {
    /// The same event with a wrong `walletOperationId`.
    fileprivate var namedWrongly: AuthenticationEventBody {
        var event = self
        event.walletOperationId = eventId
        return event
    }

    /// The same event with ids that do not exist.
    fileprivate var renamed: AuthenticationEventBody {
        var event = self
        (event.eventId, event.walletOperationId) = (walletOperationId, eventId)
        return event
    }
}
