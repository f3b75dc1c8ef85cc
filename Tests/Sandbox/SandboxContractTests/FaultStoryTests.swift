import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport
import Validation
import Webhooks

@testable import SandboxServer

@Suite("Simulated faults", .timeLimit(.minutes(20)))
struct FaultStoryTests {
    private static let order = #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#

    @Test("After a lost answer, the same idempotency key returns the one card")
    func answerLost() async throws {
        try await withSandboxService { service in
            try await service.setFaults(#"{"operation":"createCard","fault":"ANSWER_LOST","times":1}"#)
            let cards = try await service.cards(of: .ivana)
            let failure = await #expect(throws: WalletError.self) {
                _ = try await cards.create(.virtual, idempotencyKey: "one-card")
            }
            let isUnanswered = if case .notAnswered = failure { true } else { false }
            #expect(isUnanswered)
            let card = try await cards.create(.virtual, idempotencyKey: "one-card")
            #expect(try await cards.getAll().cards.map(\.cardId) == [card.cardId])
            #expect(try await service.faults().text.contains(#""occasions":2,"strikes":1"#))
        }
    }

    @Test("A request whose connection is reset changes nothing")
    func connectionReset() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            try await service.setFaults(#"{"operation":"createCard","fault":"CONNECTION_RESET","times":1}"#)
            let ending = await #expect(throws: NoAnswer.self) {
                _ = try await service.ask("POST", cardsPath, token: token, Self.order)
            }
            #expect(ending?.received.contains("reset") == true, "\(ending?.received ?? "")")
            #expect(try await service.cards(of: .ivana).getAll().cards.isEmpty)
            #expect(try await service.ask("POST", cardsPath, token: token, Self.order).status == 201)
        }
    }

    @Test("A lost answer ends the connection without a byte")
    func silence() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            try await service.setFaults(#"{"fault":"ANSWER_LOST","operation":"listCards"}"#)
            let ending = await #expect(throws: NoAnswer.self) {
                _ = try await service.ask("GET", cardsPath, token: token)
            }
            #expect(ending?.received == "")
        }
    }

    @Test("Simulated outages look like real ones", arguments: [
        (429, "1200", "7"), (500, "DW-INTERNAL-SERVER-ERROR", nil), (503, "DW-SERVICE-UNAVAILABLE", "7"),
    ])
    func status(_ status: Int, _ code: String, _ retryAfter: String?) async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            try await service.setFaults(#"{"fault":"STATUS","status":\#(status),"retryAfterSeconds":7,"times":1}"#)
            let answer = try await service.ask("POST", cardsPath, token: token, Self.order)
            #expect(answer.status == status && answer.problem?.code.rawValue == code)
            #expect(answer["Retry-After"] == retryAfter && answer["Tessera-Fault"] == "STATUS")
            #expect(answer["X-Request-Id"] != nil)
            let next = try await service.ask("GET", cardsPath, token: token)
            #expect(next.status == 200 && next["Tessera-Fault"] == nil && next.text.contains(#""cards":[]"#))
        }
    }

    @Test("A proxy's failure is a page that is no JSON, and nothing is done", arguments: [502, 504])
    func proxy(_ status: Int) async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            try await service.setFaults(#"{"fault":"STATUS","status":\#(status),"times":1}"#)
            let answer = try await service.ask("POST", cardsPath, token: token, Self.order)
            #expect(answer.status == status && answer["Content-Type"] == "text/html")
            #expect(answer["Retry-After"] == nil && answer["Tessera-Fault"] == "STATUS")
            #expect(answer.text.hasPrefix("<html>") && answer.problem == nil)
            #expect(try await service.cards(of: .ivana).getAll().cards.isEmpty)
        }
    }

    @Test("A truncated response ends in the middle of its body, and the request is done")
    func truncated() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            try await service.setFaults(#"{"operation":"createCard","fault":"TRUNCATED","times":1}"#)
            let ending = await #expect(throws: NoAnswer.self) {
                _ = try await service.ask("POST", cardsPath, token: token, Self.order)
            }
            let parts = (ending?.received ?? "").components(separatedBy: "\r\n\r\n")
            try #require(parts.count == 2, "\(ending?.received ?? "")")
            let length = RawAnswer(status: 201, head: parts[0], body: [])["Content-Length"].flatMap { Int($0) }
            #expect(parts[0].hasPrefix("HTTP/1.1 201 ") && parts[1].utf8.count == (length ?? 0) / 2)
            #expect(parts[1].hasPrefix(#"{"cardId":""#))
            let cards = try await service.cards(of: .ivana).getAll().cards
            #expect(cards.count == 1)
            let entry = try await service.sandbox("GET", "/requests?operation=createCard").text
            #expect(entry.contains(#""status":201,"answer":{"cardId":"\#(cards[0].cardId)""#), "\(entry)")
            #expect(entry.contains(#""fault":"TRUNCATED""#))
        }
    }

    @Test("A malformed response has its status and a body that is no JSON, and the request is done")
    func malformed() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            try await service.setFaults(#"{"operation":"createCard","fault":"MALFORMED","times":1}"#)
            let answer = try await service.ask("POST", cardsPath, token: token, Self.order)
            #expect(answer.status == 201 && answer["Content-Length"] == String(answer.text.utf8.count))
            #expect(answer.text.hasPrefix(#"{"cardId":""#))
            #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(answer.text.utf8)) }
            #expect(try await service.cards(of: .ivana).getAll().cards.count == 1)
        }
    }

    @Test("A fault can strike only one card, one customer, one header or the nth call")
    func selectors() async throws {
        try await withSandboxService { service in
            let (ivana, jonas) = try await (service.token(of: .ivana), service.token(of: .jonas))
            let cards = try await service.cards(of: .ivana)
            let (one, two) = try await (cards.create(.virtual), cards.create(.virtual))
            func status(_ path: String, _ token: String, _ headers: [(String, String)] = []) async throws -> Int {
                try await service.ask("GET", path, token: token, headers: headers).status
            }
            let fault = #""fault":"STATUS","status":500"#
            try await service.setFaults(#"{\#(fault),"cardId":"\#(one.cardId)"}"#)
            #expect(try await status("\(cardsPath)/\(one.cardId)", ivana) == 500)
            #expect(try await status("\(cardsPath)/\(two.cardId)", ivana) == 200)
            try await service.setFaults(#"{\#(fault),"customerId":"10000002"}"#)
            #expect(try await status(cardsPath, ivana) == 200)
            #expect(try await status(cardsPath, jonas) == 500)
            try await service.setFaults(#"{\#(fault),"header":"X-Suite: checkout"}"#)
            #expect(try await status(cardsPath, ivana, [("x-suite", "checkout")]) == 500)
            #expect(try await status(cardsPath, ivana, [("X-Suite", "other")]) == 200)
            try await service.setFaults(#"{\#(fault),"operation":"listCards","nth":2}"#)
            var found: [Int] = []
            for _ in 1...3 { found.append(try await status(cardsPath, ivana)) }
            #expect(found == [200, 500, 200])
            #expect(try await service.faults().text.contains(#""operation":"listCards","nth":2,"#))
        }
    }

    @Test("A latency rule delays the answer")
    func latency() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            try await service.setFaults(#"{"operation":"listCards","fault":"LATENCY","milliseconds":40}"#)
            let begun = ContinuousClock.now
            let answer = try await service.ask("GET", cardsPath, token: token)
            #expect(ContinuousClock.now - begun >= .milliseconds(40))
            #expect(answer.status == 200 && answer["Tessera-Fault"] == "LATENCY")
        }
    }

    @Test("Authentication is required again with a new event, and the old event stays valid")
    func authenticationAgain() async throws {
        try await withSandboxService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let (card, event) = try await app.begin()
            try await app.verify(event)
            try await service.setFaults(#"{"operation":"updateCard","fault":"SCA_AGAIN","times":1}"#)
            let answer = try await app.lock(card, presenting: event)
            #expect(try answer.event.eventId != event.eventId && answer["Tessera-Fault"] == "SCA_AGAIN")
            #expect(try await app.lock(card, presenting: event).status == 200)
        }
    }

    @Test("A webhook is late and sent twice, and the order is kept")
    func webhooks() async throws {
        try await withWebhookReceiver { receiver, port in
            try await withSandboxService(webhooks: .local) { service in
                let token = try await service.businessToken()
                _ = try await service.subscribe(to: "http://127.0.0.1:\(port)/", token: token)
                try await service.setFaults(
                    #"{"fault":"WEBHOOK_DUPLICATE","times":1},{"fault":"WEBHOOK_LATE","seconds":60,"times":1}"#)
                _ = try await service.threeEvents()
                for seconds in [0, 59] {
                    try await service.advance(seconds: seconds)
                    #expect(receiver.received.isEmpty)
                }
                try await service.advance(seconds: 1)
                let received = receiver.received
                #expect(received.map { $0.member("newStatus") } == ["SUSPENDED", "SUSPENDED", "ACTIVE", "EXPIRED"])
                #expect(Set(received.prefix(2).map(\.body)).count == 1)
                #expect(Set(received.map { $0["Webhook-Id"] }).count == 3)
                #expect(received.map { $0["Webhook-Attempt"] } == ["1", "1", "1", "1"])
                let log = try await service.deliveries(token: token).deliveries
                #expect(log.flatMap(\.attempts).map(\.outcome) == ["DELIVERED", "DELIVERED", "DELIVERED"])
            }
        }
    }

    @Test("Under the adversarial profile, a client that retries with keys creates each card once")
    func adversary() async throws {
        try await withSandboxService { service in
            let set = try await service.sandbox("PUT", "/faults", #"{"profile":"ADVERSARIAL","seed":16}"#)
            #expect(set.status == 200)
            let token = try await service.patiently { try await service.token(of: .ivana) }
            let cards = service.client.customer(accessToken: token)
            for number in 1...5 {
                _ = try await service.patiently { try await cards.create(.virtual, idempotencyKey: "card-\(number)") }
            }
            let struck = try await service.faults().text
            for fault in [#""status":503,"retryAfterSeconds":1"#, #""fault":"ANSWER_LOST""#] {
                let line = try #require(struck.split(separator: "{").first { $0.contains(fault) }, "\(struck)")
                #expect(!line.contains(#""strikes":0"#), "\(line)")
            }
            #expect(try await service.sandbox("DELETE", "/faults").status == 204)
            #expect(try await cards.getAll().cards.count == 5, "\(struck)")
            #expect(try await service.faults().text == #"{"seed":0,"rules":[]}"#)
        }
    }

    @Test("An invalid fault plan is refused with every error", arguments: [
        (#"{}"#, "rules: or profile is required, but not both"),
        (#"{"profile":"ADVERSARIAL","rules":[{"fault":"ANSWER_LOST"}]}"#,
         "rules: or profile is required, but not both"),
        (#"{"rules":[{"operation":"creatCard","fault":"STATUS","status":404,"percent":0}],"seed":-1}"#,
         "seed: must be 0 to 9007199254740991; rules[0].operation: must be one of … did you mean createCard?; "
            + "rules[0].status: must be 429, 500, 502, 503 or 504; rules[0].percent: must be 1 to 100"),
        (#"{"rules":[{"fault":"LATENCY","seconds":3},{"fault":"WEBHOOK_LATE","operation":"getCard"}]}"#,
         "rules[0].milliseconds: is needed for LATENCY; rules[0].seconds: must be absent: only WEBHOOK_LATE has it; "
            + "rules[1].operation: must be absent: WEBHOOK_LATE does not strike an operation; "
            + "rules[1].seconds: is needed for WEBHOOK_LATE"),
        (#"{"rules":[{"fault":"LATENCY","milliseconds":50000,"jitterMilliseconds":10001}]}"#,
         "rules[0].jitterMilliseconds: must be 0 to 10000"),
        (#"{"rules":[{"fault":"TRUNCATED","cardId":"1","customerId":"x","header":"a b","nth":2,"times":1}]}"#,
         "rules[0].cardId: must be a card's id; rules[0].customerId: must be a customer's number; "
            + "rules[0].header: must be the name of a header, or its name and its value, such as X-Suite: checkout; "
            + "rules[0].times: cannot be sent together with nth"),
        (#"{"rules":[{"fault":"WEBHOOK_LATE","seconds":1,"header":"a","customerId":"10000001"},"#
            + #"{"fault":"MALFORMED","header":"Authorization: Basic eDp5"},"#
            + #"{"fault":"MALFORMED","header":"x-api-key: k"}]}"#,
         "rules[0].customerId: must be absent: WEBHOOK_LATE strikes every webhook; "
            + "rules[0].header: must be absent: WEBHOOK_LATE does not strike an operation; "
            + "rules[1].header: must not be Authorization, whose value is a secret; "
            + "rules[2].header: must not be x-api-key, whose value is a secret"),
    ])
    func refused(_ body: String, _ errors: String) async throws {
        struct Refused: Decodable { let errors: [FieldError] }
        try await withSharedSandboxService { service in
            let answer = try await service.sandbox("PUT", "/faults", body)
            let found: Refused = try answer.decoded(expecting: 400)
            let text = found.errors.map { "\($0.field): \($0.error)" }.joined(separator: "; ")
            #expect(text.replacing(/one of issueToken,.*; did/, with: "one of … did") == errors)
            #expect(try await service.faults().text == #"{"seed":0,"rules":[]}"#)
        }
    }

    @Test("Faults do not strike probes, pages and the sandbox, and a reset ends the plan")
    func spared() async throws {
        try await withSandboxService { service in
            try await service.setFaults(#"{"fault":"CONNECTION_RESET"}"#)
            #expect(try await service.ask("GET", "/healthz").status == 200)
            #expect(try await service.ask("GET", "/secure-views/abc").status == 404)
            #expect(try await service.sandbox("POST", "/reset").status == 204)
            #expect(try await service.cards(of: .ivana).getAll().cards.isEmpty)
        }
    }
}

extension LiveService {
    /// - Parameter rules: JSON objects with commas between them.
    func setFaults(_ rules: String) async throws {
        let answer = try await sandbox("PUT", "/faults", #"{"rules":[\#(rules)]}"#)
        guard answer.status == 200 else { throw NoAnswer(received: answer.text) }
    }

    func faults() async throws -> RawAnswer { try await sandbox("GET", "/faults") }

    /// Retries a call that was not answered, or answered with 503, as a client on a network does.
    func patiently<Answer: Sendable>(_ call: () async throws -> Answer) async throws -> Answer {
        for _ in 1...20 {
            do {
                return try await call()
            } catch WalletError.notAnswered {
                continue
            } catch let failure as WalletError where failure.knownProblem?.code == .serviceUnavailable {
                continue
            }
        }
        return try await call()
    }
}
