import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport
import Validation
import Webhooks

@Suite("A partner that decides about payments", .timeLimit(.minutes(20)))
struct PartnerDecisionTests {
    private static let path = "/brands/demo/partner-decision"
    private static let key = "AAECAwQFBgcICQoLDA0ODw=="

    private struct Settings: Decodable {
        let url, standIn: String
        let signingKey: String?
        let timeLimitMilliseconds: Int
        let standInLimit: Int?
        let standInExcludedMccs: [String]?
    }

    private struct Question: Decodable {
        let id, kind: String
        let timeLimitMilliseconds: Int
        let authorization: AuthorizationBody
    }

    private static func settings(_ port: Int, _ more: String = "") -> String {
        #"{"url":"http://127.0.0.1:\#(port)/decide","signingKey":"\#(key)"\#(more)}"#
    }

    /// A loaded card, whose partner is asked at a receiver with these answers.
    private func asking(
        _ reactions: [WebhookReceiver.Reaction], _ more: String = "",
        _ work: (LiveService, CardBody, WebhookReceiver) async throws -> Void
    ) async throws {
        try await withWebhookReceiver(reactions) { receiver, port in
            try await withSandboxService(webhooks: .local) { service in
                let card = try await service.cards(of: .ivana).create(.virtual)
                let load = #"{"amount":5000,"currencyCode":"EUR"}"#
                #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
                let set = try await service.sandbox("PUT", Self.path, Self.settings(port, more))
                #expect(set.status == 200, "\(set.text)")
                try await work(service, card, receiver)
            }
        }
    }

    @Test("The partner is asked by a signed request, and its answer is the issuer's")
    func answers() async throws {
        let answers: [WebhookReceiver.Reaction] = [
            .answer(#"{"approved":true}"#), .answer(#"{"approved":false,"responseCode":"59"}"#),
        ]
        try await asking(answers, #","timeLimitMilliseconds":5000"#) { service, card, receiver in
            let approved = try await service.pay(card)
            #expect(approved.responseCode == "00")
            let declined = try await service.pay(card)
            #expect(declined.responseCode == "59" && declined.cause == "PARTNER_DECLINED")
            let sent = try #require(receiver.received.first)
            #expect(receiver.received.count == 2)
            #expect(sent["Signature"] == (try webhookSignature(of: sent.body, key: Self.key)))
            let question: Question = try sent.decoded()
            #expect(sent["Webhook-Id"] == question.id && question.kind == "AUTHORIZATION")
            #expect(question.timeLimitMilliseconds == 5000)
            #expect(question.authorization.id == approved.authorizationId)
            #expect(question.authorization.status == "UNKNOWN" && question.authorization.responseCode == "00")
            #expect(question.authorization.transactionAmount == 1234 && question.authorization.cardId == card.cardId)
            #expect(CardEvents.question.body.faults(in: try JSONValue(parsing: sent.body), at: "") == [])
            for header in CardEvents.question.headers { #expect(sent[header.name] != nil, "\(header.name)") }
        }
    }

    @Test("The question has the traceparent of the request that asks it, and none if that has none")
    func trace() async throws {
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let answers = [WebhookReceiver.Reaction](repeating: .answer(#"{"approved":true}"#), count: 3)
        try await asking(answers, #","timeLimitMilliseconds":5000"#) { service, card, receiver in
            for value in [nil, trace, trace.uppercased()] {
                let answer = try await service.ask(
                    "POST", "/sandbox/cards/\(card.cardId)/payments", #"{"amount":1234}"#,
                    headers: value.map { [("traceparent", $0)] } ?? [], on: .sandbox)
                #expect(answer.status == 201, "\(answer.text)")
            }
            #expect(receiver.received.map { $0["traceparent"] } == [nil, trace, nil])
        }
    }

    @Test("A wrong answer counts as no answer: the stand-in decides, and an event tells the partner")
    func standIn() async throws {
        let wrong: [(WebhookReceiver.Reaction, String)] = [
            (.status(204), "PARTNER_REFUSED"), (.status(500), "PARTNER_REFUSED"),
            (.redirect(to: "/elsewhere"), "PARTNER_REFUSED"), (.answer("yes"), "PARTNER_UNREADABLE"),
            (.answer(#"{"approved":true,"responseCode":"00"}"#), "PARTNER_UNREADABLE"),
            (.answer(#"{"approved":false,"responseCode":"00"}"#), "PARTNER_UNREADABLE"),
            (.answer(#"{"aproved":true}"#), "PARTNER_UNREADABLE"),
            (.answer(#"{"approved":true,"approvedAmount":99999999}"#), "PARTNER_UNREADABLE"),
            (.answer(String(repeating: " ", count: 5000)), "PARTNER_UNREADABLE"),
        ]
        try await asking(wrong.map(\.0), #","timeLimitMilliseconds":5000"#) { service, card, receiver in
            for (_, reason) in wrong {
                let declined = try await service.pay(card)
                #expect(declined.responseCode == "91" && declined.cause == reason)
            }
            let metrics = try await service.ask("GET", "/metrics").text
            for (outcome, count) in [("ANSWERED", 5), ("REFUSED", 3), ("TOO_LONG", 1)] {
                let line = #"webhook_question_duration_seconds_count{outcome="\#(outcome)"} \#(count)"#
                #expect(metrics.contains(line), "\(outcome)")
            }
            try await service.advance(seconds: 0)
            let events = receiver.received.dropFirst(wrong.count)
            #expect(events.count == wrong.count)
            for event in events {
                #expect(event["Signature"] == (try webhookSignature(of: event.body, key: Self.key)))
                let body: CardAuthorizationEventBody = try event.decoded()
                #expect(body.responseCode == "91" && body.decidedBy == "STAND_IN" && body.cardId == card.cardId)
                #expect(body.authorization.status == "DECLINED")
            }
        }
    }

    @Test("An answer that does not come in time is too late, and the stand-in may approve")
    func late() async throws {
        let more = #","timeLimitMilliseconds":200,"standIn":"APPROVE_UP_TO","standInLimit":1234"#
        try await asking([.hang], more) { service, card, receiver in
            let approved = try await service.pay(card)
            #expect(approved.responseCode == "00")
            let line = try #require(approved.trace?.last)
            #expect(line.outcome == "PASSED" && line.reason == "PARTNER_TIMED_OUT")
            let metrics = try await service.ask("GET", "/metrics").text
            #expect(metrics.contains(#"webhook_question_duration_seconds_count{outcome="TIMED_OUT"} 1"#))
            try await service.advance(seconds: 0)
            let event = try #require(receiver.received.last)
            let body: CardAuthorizationEventBody = try event.decoded()
            #expect(body.partnerAnswer == "TIMED_OUT" && body.decidedBy == "STAND_IN" && body.responseCode == "00")
            // On a busy machine, the time may be over before the question arrives.
            #expect(receiver.received.dropLast().allSatisfy { $0["Webhook-Id"] == body.questionId })
            #expect(body.authorization.id == approved.authorizationId && body.authorization.status == "APPROVED")
        }
    }

    @Test("A partner that cannot be reached leaves the decision to the stand-in; one that is removed is not asked")
    func notReached() async throws {
        try await withSandboxService(webhooks: .local) { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let load = #"{"amount":5000,"currencyCode":"EUR"}"#
            #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
            // Nothing listens at a port of a receiver that has ended.
            let port = try await withWebhookReceiver { _, port in port }
            let more = #","timeLimitMilliseconds":5000,"standIn":"APPROVE""#
            #expect(try await service.sandbox("PUT", Self.path, Self.settings(port, more)).status == 200)
            let approved = try await service.pay(card)
            #expect(approved.responseCode == "00" && approved.trace?.last?.reason == "PARTNER_NOT_REACHED")
            #expect(try await service.sandbox("DELETE", Self.path).status == 204)
            #expect(try await service.sandbox("DELETE", Self.path).status == 204)
            let unasked = try await service.pay(card)
            #expect(unasked.responseCode == "00" && unasked.trace?.last?.reason == "NO_PARTNER")
        }
    }

    @Test("The settings have defaults and their own key, and are replaced as a whole")
    func settings() async throws {
        try await withSandboxService(webhooks: .local) { service in
            let full = """
                {"url":"http://127.0.0.1:1/","timeLimitMilliseconds":200,"standIn":"APPROVE_UP_TO","standInLimit":5,\
                "standInExcludedMccs":["7995","6011"]}
                """
            let first: Settings = try await service.sandbox("PUT", Self.path, full).decoded()
            #expect(first.standInExcludedMccs == ["6011", "7995"] && first.standInLimit == 5)
            let second: Settings = try await service.sandbox("PUT", Self.path, #"{"url":"http://127.0.0.1:1/"}"#)
                .decoded()
            #expect(second.standIn == "DECLINE" && second.timeLimitMilliseconds == 2000)
            #expect(second.standInLimit == nil && second.standInExcludedMccs == nil)
            #expect(second.signingKey != first.signingKey)
        }
    }

    @Test("The settings can be read, without the key")
    func reading() async throws {
        try await withSandboxService(webhooks: .local) { service in
            #expect(try await service.sandbox("GET", Self.path).status == 404)
            let more = """
                ,"timeLimitMilliseconds":300,"standIn":"APPROVE_UP_TO","standInLimit":5,"standInExcludedMccs":["7995"]
                """
            #expect(try await service.sandbox("PUT", Self.path, Self.settings(1, more)).status == 200)
            let read: Settings = try await service.sandbox("GET", Self.path).decoded(expecting: 200)
            #expect(read.url == "http://127.0.0.1:1/decide" && read.timeLimitMilliseconds == 300)
            #expect(read.standIn == "APPROVE_UP_TO" && read.standInLimit == 5 && read.standInExcludedMccs == ["7995"])
            #expect(read.signingKey == nil)
            #expect(try await service.sandbox("DELETE", Self.path).status == 204)
            #expect(try await service.sandbox("GET", Self.path).status == 404)
            #expect(try await service.sandbox("GET", "/brands/nobody/partner-decision").status == 404)
        }
    }

    @Test("All wrong fields are named at once, and nothing changes")
    func wrongFields() async throws {
        try await withSandboxService { service in
            let wrong = """
                {"url":"http://127.0.0.1/","signingKey":"AA==","timeLimitMilliseconds":199,"standIn":"PERHAPS",\
                "standInLimit":-1,"extra":1}
                """
            let answer = try await service.sandbox("PUT", Self.path, wrong)
            #expect(answer.status == 400, "\(answer.text)")
            for field in [
                "url", "signingKey", "timeLimitMilliseconds", "standIn", "standInLimit", "extra",
            ] {
                #expect(answer.text.contains("\"field\":\"\(field)"), "\(field): \(answer.text)")
            }
            let limited = try await service.sandbox(
                "PUT", Self.path, #"{"url":"https://hooks.example/","standIn":"APPROVE_UP_TO"}"#)
            #expect(limited.status == 400 && limited.text.contains("is required with APPROVE_UP_TO"))
            let category = try await service.sandbox(
                "PUT", Self.path,
                #"{"url":"https://hooks.example/","standIn":"APPROVE_UP_TO","standInExcludedMccs":["5812","58"]}"#)
            #expect(category.text.contains("standInExcludedMccs[1]") && category.text.contains("standInLimit"))
            let unlimited = try await service.sandbox(
                "PUT", Self.path,
                #"{"url":"https://hooks.example/","standInLimit":1,"standInExcludedMccs":["5812"]}"#)
            #expect(unlimited.status == 400 && unlimited.text.contains("is only for APPROVE_UP_TO"))
            let local = try await service.sandbox("PUT", Self.path, #"{"url":"https://127.0.0.1/"}"#)
            #expect(local.status == 400 && local.text.contains("public addresses"))
            #expect(try await service.sandbox("DELETE", "/brands/nobody/partner-decision").status == 404)
        }
    }
}

extension WebhookReceiver.Received {
    fileprivate func decoded<Body: Decodable>() throws -> Body {
        try JSONDecoder().decode(Body.self, from: Data(body))
    }
}

extension LiveService {
    /// A purchase of 12.34 EUR.
    fileprivate func pay(_ card: CardBody) async throws -> PaymentStoryTests.Answer {
        try await sandbox("POST", "/cards/\(card.cardId)/payments", #"{"amount":1234}"#).decoded(expecting: 201)
    }
}
