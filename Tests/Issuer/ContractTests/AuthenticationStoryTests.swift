import CardAPI
import CardClient
import Cards
import CardSecrets
import ContractTestSupport
import HTTPContract
import Testing
import TestSupport

@Suite("Strong customer authentication: challenges and attempts")
struct AuthenticationStoryTests {
    @Test("An event lists the customer's verifications, with masked targets")
    func offers() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            #expect(event.authenticationMode == "EMBEDDED")
            #expect(event.creationTime.description == "2026-03-15T12:00:00Z")
            #expect(event.expirationTime.description == "2026-03-15T12:15:00Z")
            let ways = event.availableVerifications.map { way in
                [way.method, way.channel, way.target].compactMap(\.self).joined(separator: " ")
            }
            #expect(ways == [
                "OTP SMS +359 *******67", "OTP EMAIL i****@example.com", "OTP AUTHENTICATOR", "OTP PUSH_NOTIFICATION",
                "PASSWORD",
            ])
            let answer = try await app.lock(card)
            #expect(answer["Cache-Control"] == "no-store" && answer.problem?.code == .scaRequired)
            let sent = try await app.challenge(event, #"{"method":"OTP","channel":"EMAIL"}"#)
            #expect(sent.verification.target == "i****@example.com" && sent.signing == nil)
            #expect(sent.currentChallenges == 1 && sent.allowableChallenges == 5)
            #expect(try await app.inbox().map(\.target) == ["ivana@example.com"])
        }
    }

    @Test("After the last attempt even the right code is refused; a new challenge has new attempts")
    func failed() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            _ = try await app.challenge(event)
            let code = try await app.code()
            for count in 1...5 {
                let attempt = try await app.attempt(event, otp: code.wrong)
                #expect(attempt.status == (count < 5 ? "REJECTED" : "FAILED"))
                #expect(attempt.currentAttempts == count && attempt.allowableAttempts == 5)
            }
            for _ in 1...2 {
                let late = try await app.attempt(event, otp: code.right)
                #expect(late.status == "FAILED" && late.currentAttempts == 5)
                #expect(late.statusReason == "Every attempt at this challenge was used; send a new one.")
            }
            #expect(try await app.lock(card, presenting: event).event.eventId != event.eventId)
            try await app.verify(event)
            let locked: CardBody = try await app.lock(card, presenting: event).decoded(expecting: 200)
            #expect(locked.status == "LOCKED")
        }
    }

    @Test("The latest attempt decides: a later failure undoes an earlier success")
    func undone() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            try await app.verify(event)
            let code = try await app.code()
            #expect(try await app.attempt(event, otp: code.wrong).status == "REJECTED")
            _ = try await app.lock(card, presenting: event).event
            #expect(try await app.attempt(event, otp: code.right).status == "VERIFIED")
            #expect(try await app.lock(card, presenting: event).status == 200)
        }
    }

    @Test("Of 30 wrong attempts at the same time, only 5 are checked")
    func manyAtOnce() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (_, event) = try await app.begin()
            _ = try await app.challenge(event)
            let code = try await app.code()
            let attempts = try await withThrowingTaskGroup(of: AttemptBody.self) { group in
                for _ in 1...30 { group.addTask { try await app.attempt(event, otp: code.wrong) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(attempts.count { $0.status == "REJECTED" } == 4)
            let looked = attempts.filter { $0.statusReason?.hasPrefix("The code is not") == true }
            #expect(looked.map(\.currentAttempts).sorted() == [1, 2, 3, 4, 5])
            #expect(try await app.attempt(event, otp: code.right).status == "FAILED")
        }
    }

    @Test("A challenge is valid for 5 minutes and an event for 15")
    func expired() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            _ = try await app.challenge(event)
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":300}"#)
            let late = try await app.attempt(event, otp: app.code().right)
            #expect(late.status == "FAILED" && late.currentAttempts == 0)
            #expect(late.statusReason == "The challenge has expired; send a new one.")
            try await app.verify(event)
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":600}"#)
            let later = try await App(at: service)
            _ = try await later.lock(card, presenting: event).event
            for answer in [try await later.challenging(event), try await later.attempting(event, #""otp":"1""#)] {
                #expect(answer.status == 404 && answer.problem?.code == .entityNotFound, "it is forgotten")
            }
        }
    }

    @Test("After five challenges there is a cooldown, and the answer says how long it lasts")
    func cooldown() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            _ = try await service.sandbox("PUT", "/brands/demo/authentication", #"{"cooldownSeconds":60}"#)
            let app = try await App(at: service)
            let (_, event) = try await app.begin()
            for count in 1...5 { #expect(try await app.challenge(event).currentChallenges == count) }
            let refused = try await app.challenging(event)
            #expect(refused.status == 429 && refused["Retry-After"] == "60")
            #expect(refused.problem == Problem(
                .tooManyRequests,
                "All allowed challenges of this event were sent; the next can be sent in 60 seconds."))
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":59}"#)
            #expect(try await app.challenging(event)["Retry-After"] == "1")
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":1}"#)
            #expect(try await app.challenge(event).currentChallenges == 1)
            #expect(try await app.inbox().count == 6)
        }
    }

    @Test("A push is approved or denied on the phone, and the attempt shows it at once")
    func push() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            _ = try await app.challenge(event, .push)
            let message = try #require(try await app.inbox().first)
            #expect(message.channel == "PUSH_NOTIFICATION" && message.code == nil && message.eventId == event.eventId)
            let early: AttemptBody = try await app.attempting(event, nil, .push).decoded(expecting: 200)
            #expect(early.status == "REJECTED" && early.statusReason == "The push has not been answered yet.")
            #expect(early.currentAttempts == 0, "asking is no attempt")
            for (answer, status) in [("deny", "REJECTED"), ("approve", "VERIFIED")] {
                let answered = try await service.sandbox("POST", "/messages/\(message.id)/\(answer)")
                #expect(try answered.decoded(as: Message.self, expecting: 200).status == status)
                let said: AttemptBody = try await app.attempting(event, nil, .push).decoded(expecting: 200)
                #expect(said.status == status)
            }
            #expect(try await app.lock(card, presenting: event).status == 200)
            let over = try await service.sandbox("POST", "/messages/\(message.id)/approve")
            #expect(over.status == 403)
            let unknown = try await service.sandbox("POST", "/messages/\(card.cardId)/deny")
            #expect(unknown.status == 404)
        }
    }

    @Test("Two simultaneous answers to one push are two attempts, and each response has its own outcome")
    func twoAnswers() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (_, event) = try await app.begin()
            for _ in 1...5 {
                _ = try await app.challenge(event, .push)
                let push = "/messages/\(try #require(try await app.inbox().first).id)"
                async let approved = service.sandbox("POST", push + "/approve")
                async let denied = service.sandbox("POST", push + "/deny")
                let answers = try await [approved, denied].map { try $0.decoded(as: Message.self, expecting: 200) }
                #expect(answers.map(\.answer) == ["APPROVED", "DENIED"])
                #expect(answers.map(\.status) == ["VERIFIED", "REJECTED"])
            }
        }
    }

    @Test("A push awaits an answer until it has one, there is a newer challenge, or its event is over")
    func awaitedAnswer() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            func awaited() async throws -> [Bool?] { try await app.inbox().map(\.awaitsAnswer) }
            let (_, answered) = try await app.begin()
            _ = try await app.challenge(answered)
            _ = try await app.challenge(answered, .push)
            #expect(try await awaited() == [true, nil])
            let message = try #require(try await app.inbox().first)
            let denied = try await service.sandbox("POST", "/messages/\(message.id)/deny")
            #expect(try denied.decoded(as: Message.self, expecting: 200).awaitsAnswer == false)
            let (_, open) = try await app.begin()
            for _ in 1...2 { _ = try await app.challenge(open, .push) }
            #expect(try await awaited() == [true, false, false, nil])
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":86400}"#)
            #expect(try await awaited() == [false, false, false, nil])
        }
    }

    @Test("A message and its event state the purpose, whether it was used, and when it ends")
    func stateOfMessages() async throws {
        struct Event: Decodable {
            struct Challenge: Decodable {
                let number, attempts: Int
                let verification: String
                let answer: String?
            }

            let eventId, customerId, operation, cardId, status, expiryDate: String
            let usedDate: String?
            let challenges: [Challenge]
        }
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            func states() async throws -> [String] { try await app.inbox().map(\.state) }
            func seen() async throws -> Event {
                try await service.sandbox("GET", "/authentication-events/\(event.eventId)").decoded(expecting: 200)
            }
            #expect(try await seen().challenges.isEmpty)
            let ends = try await app.challenge(event).expirationTime
            let message = try #require(try await app.inbox().first)
            #expect(message.operation == "UPDATE_CARD" && message.cardId == card.cardId && message.state == "OPEN")
            #expect(message.expiryDate == ends.description)
            _ = try await app.challenge(event, .push)
            #expect(try await states() == ["OPEN", "REPLACED"])
            let push = try #require(try await app.inbox().first)
            _ = try await service.sandbox("POST", "/messages/\(push.id)/deny")
            #expect(try await states() == ["FAILED", "REPLACED"])
            _ = try await app.challenge(event)
            _ = try await app.attempt(event, otp: app.code().wrong)
            #expect(try await states().first == "OPEN")
            _ = try await app.attempt(event, otp: app.code().right)
            #expect(try await states().first == "VERIFIED")
            #expect(try await app.lock(card, presenting: event).status == 200)
            #expect(try await states() == ["USED", "REPLACED", "REPLACED"])
            let used = try await seen()
            #expect(used.eventId == event.eventId && used.customerId == "10000001" && used.cardId == card.cardId)
            #expect(used.operation == "UPDATE_CARD" && used.status == "USED" && used.usedDate != nil)
            #expect(used.challenges.map(\.verification) == ["SMS", "PUSH_NOTIFICATION", "SMS"])
            #expect(used.challenges.map(\.number) == [1, 2, 3] && used.challenges[1].answer == "DENIED")
            let (_, late) = try await app.begin()
            _ = try await app.challenge(late)
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":899}"#)
            #expect(try await states().first == "EXPIRED")
            for id in ["x", "00000000-0000-0000-0000-000000000000"] {
                #expect(try await service.sandbox("GET", "/authentication-events/\(id)").status == 404)
            }
        }
    }

    @Test("The password, an authenticator's code and the wallet PIN are accepted too")
    func otherWays() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let card = try await app.newCard()
            let set = try await service.ask(
                "PUT", "/digitalwallets/v1/customers/\(LiveService.Person.ivana.rawValue)/sca/pin",
                token: service.businessToken(), #"{"pin":"402817"}"#)
            #expect(set.status == 204 && set.body.isEmpty)
            let authenticator = TimeBasedCode(seed: Secret(Array("12345678901234567890".utf8)))
                .code(at: IssuingFixture.now)
            let ways = [
                (#"{"method":"PASSWORD"}"#, #""password":"Demo-password""#, #""password":"demo-password""#),
                (#"{"method":"PIN"}"#, #""pin":"402818""#, #""pin":"402817""#),
                (#"{"method":"OTP","channel":"AUTHENTICATOR"}"#, #""otp":"x""#, #""otp":"\#(authenticator)""#),
            ]
            for ((way, wrong, right), status) in zip(ways, ["LOCKED", "ACTIVE", "LOCKED"]) {
                let change = #"{"status":"\#(status)","statusReason":"Mislaid"}"#
                let path = "\(cardsPath)/\(card.cardId)"
                let event = try await app.ask("PATCH", path, change).event
                #expect(try await app.challenge(event, way).verification.target == nil)
                for (answer, outcome) in [(wrong, "REJECTED"), (right, "VERIFIED")] {
                    let attempt: AttemptBody = try await app.attempting(event, answer, way).decoded(expecting: 200)
                    #expect(attempt.status == outcome)
                }
                let changed: CardBody = try await app.ask("PATCH", path, change, presenting: event)
                    .decoded(expecting: 200)
                #expect(changed.status == status)
            }
            #expect(try await app.inbox().isEmpty)
        }
    }
    @Test("Setting a PIN needs authentication too: by PATCH, and by PUT for customers in the US")
    func pins() async throws {
        try await withLiveService(asking: [.updateCard, .setPIN]) { service in
            let emily = try await App(of: .emily, at: service)
            let hers = try await service.cards(of: .emily).create(.ordering("DEMO-VIRTUAL-VISA-US"))
            let ivana = try await App(at: service)
            let calls = [
                (ivana, "PATCH", "\(cardsPath)/\(try await ivana.newCard().cardId)"),
                (emily, "PUT", "\(cardsPath)/\(hers.cardId)/pin"),
            ]
            for (app, method, path) in calls {
                let event = try await app.ask(method, path, #"{"pin":"4071"}"#).event
                try await app.verify(event)
                _ = try await app.ask(method, path, #"{"pin":"4072"}"#, presenting: event).event
                let card: CardBody = try await app.ask(method, path, #"{"pin":"4071"}"#, presenting: event)
                    .decoded(expecting: 200)
                #expect(card.isPinSet)
            }
        }
    }
}
