import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Testing
import TestSupport
import Validation

@Suite("A network's token service over HTTP")
struct TokenServiceStoryTests {
    private struct Plastic: Decodable {
        struct Expiry: Decodable {
            let month: Int
            let year: Int
        }

        let pan: String
        let expiry: Expiry

        /// The members of a message that asks for a token.
        var asked: String {
            """
            "kind":"PROVISIONING","network":"MC","tokenReference":"DWSP-1","pan":"\(pan)",\
            "expiry":{"month":\(expiry.month),"year":\(expiry.year)},"walletType":"APPLE_PAY"
            """
        }
    }

    private struct Answer: Decodable {
        let decision: String
        let reason: String?
        let methods: [String]?
        let tokenStatus: String?
    }

    private struct Inbox: Decodable {
        struct Message: Decodable { let code: String? }
        let messages: [Message]
    }

    /// A new card, as it was printed.
    private func begin(_ service: LiveService) async throws -> (own: CustomerOperations, plastic: Plastic) {
        let own = try await service.cards(of: .ivana)
        var application = CreateCardBody()
        (application.programName, application.currency) = ("SKRILL-VIRTUAL-MC-EEA", "EUR")
        let card = try await own.create(application)
        return (own, try await service.sandbox("GET", "/cards/\(card.cardId)/plastic").decoded(expecting: 200))
    }

    private func send(_ reference: String, _ members: String, to service: LiveService) async throws -> RawAnswer {
        try await service.ask(
            "POST", "/network/tokens", #"{"networkReference":"\#(reference)",\#(members)}"#, on: .network)
    }

    @Test("A network asks, identifies the cardholder and activates the token; a message again gets its answer")
    func story() async throws {
        try await withLiveService { service in
            let (own, plastic) = try await begin(service)
            func answer(_ reference: String, _ members: String) async throws -> Answer {
                try await send(reference, members, to: service).decoded(expecting: 200)
            }
            let token = #""network":"MC","tokenReference":"DWSP-1""#
            for _ in 1...2 {
                let asked = try await answer("T-1", plastic.asked + #","deviceScore":3"#)
                #expect(asked.decision == "REQUIRE_ADDITIONAL_AUTHENTICATION" && asked.reason == "MEDIUM_SCORE")
                #expect(asked.methods?.first == "SMS")
            }
            let changed = try await send("T-1", plastic.asked + #","deviceScore":4"#, to: service)
            #expect(changed.status == 409 && changed.text.contains("DW-TOKENIZATION-CONFLICT"))
            let activate = #""kind":"TOKEN_CHANGE","change":"ACTIVATE","# + token
            #expect(try await send("T-2", activate, to: service).status == 403)
            #expect(try await answer("T-3", #""kind":"SEND_CODE","method":"SMS","# + token).decision == "APPROVED")
            let inbox: Inbox = try await service.sandbox("GET", "/messages").decoded(expecting: 200)
            let code = try #require(inbox.messages.first?.code)
            let verify = #""kind":"VERIFY_CODE","method":"SMS","code":"\#(code)","# + token
            #expect(try await answer("T-4", verify).decision == "APPROVED")
            #expect(try await answer("T-2", activate).tokenStatus == "ACTIVE")
            var query = CardListQuery()
            query.inclusions = ["TOKENIZATIONS"]
            let shown = try await own.getAll(query).cards.first { $0.tokenizations?.isEmpty == false }
            #expect(shown?.tokenizations?.map(\.dpanRef) == ["DWSP-1"])
            let unknown = try await send("T-5", activate.replacing(#""MC""#, with: #""VISA""#), to: service)
            #expect(unknown.status == 404)
        }
    }

    @Test("A network that asks for too many codes gets 429, and hears when to ask again")
    func tooManyCodes() async throws {
        try await withLiveService { service in
            let (_, plastic) = try await begin(service)
            #expect(try await send("T-0", plastic.asked + #","deviceScore":3"#, to: service).status == 200)
            let sending = #""kind":"SEND_CODE","method":"SMS","network":"MC","tokenReference":"DWSP-1""#
            var (turn, last) = (1, try await send("T-1", sending, to: service))
            while last.status == 200, turn < 20 {
                turn += 1
                last = try await send("T-\(turn)", sending, to: service)
            }
            #expect(turn > 1 && last.status == 429 && last.text.contains("DW-TOO-MANY-REQUESTS"))
            #expect(last["Retry-After"].flatMap { Int($0) } ?? 0 > 0)
        }
    }

    @Test("An expiry that is there has the errors of its members, and is not missing")
    func wrongExpiry() async throws {
        let members = #""kind":"TOKEN_CHANGE","change":"EXPIRY","network":"MC","tokenReference":"DWSP-1","#
        let wrong = [
            #"{"month":13,"year":2029}"#: ["expiry.month"], #"{"year":2029}"#: ["expiry.month"],
            #"{"month":0,"year":1999}"#: ["expiry.month", "expiry.year"], "{}": ["expiry.month", "expiry.year"],
            #""12/29""#: ["expiry"],
        ]
        try await withLiveService { service in
            for (expiry, fields) in wrong {
                let answer = try await send("T-1", members + #""expiry":\#(expiry)"#, to: service)
                #expect(answer.status == 400)
                for field in ["expiry", "expiry.month", "expiry.year"] {
                    #expect(answer.text.contains(#""field":"\#(field)""#) == fields.contains(field), "\(answer.text)")
                }
            }
        }
    }

    @Test("Wrong types and missing members are 400 with all their names, and nothing is decided")
    func wrong() async throws {
        try await withLiveService { service in
            let types = try await send("T-1", #""network":7,"kind":"PROVISIONING""#, to: service)
            #expect(types.status == 400 && types.text.contains("network"))
            let missing = try await send("T-1", #""network":"VISA","kind":"PROVISIONING""#, to: service)
            #expect(missing.status == 400)
            for field in ["pan", "expiry", "tokenReference", "walletType"] { #expect(missing.text.contains(field)) }
            let (_, plastic) = try await begin(service)
            let score = try await send("T-1", plastic.asked + #","deviceScore":6"#, to: service)
            #expect(score.status == 400 && score.text.contains("deviceScore") && !score.text.contains(plastic.pan))
            #expect(try await send("T-1", plastic.asked + #","deviceScore":5"#, to: service).status == 200)
        }
    }
}
