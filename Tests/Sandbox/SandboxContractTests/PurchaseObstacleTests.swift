import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Issuing
import Postgres
import Testing
import TestSupport

@Suite("The obstacles to a purchase")
struct PurchaseObstacleTests {
    private struct Answer: Decodable {
        struct Line: Decodable {
            let check, outcome: String
            let code, reason: String?
        }

        let possible: Bool
        let responseCode, meaning: String
        let approvedAmount: Int?
        let obstacles, trace: [Line]

        var told: [String] { obstacles.map { "\($0.check) \($0.code ?? "") \($0.reason ?? "")" } }
    }

    private struct Played: Decodable {
        let responseCode: String
    }

    @Test("Every check that fails is listed, and the answer is that of a real purchase; nothing changes")
    func obstacles() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            func explain(_ query: String) async throws -> Answer {
                try await service.sandbox("GET", "/cards/\(card.cardId)/actions/purchase\(query)")
                    .decoded(expecting: 200)
            }
            #expect(try await explain("").told == ["MONEY 51 NOT_ENOUGH_MONEY"])
            let load = #"{"amount":5000,"currencyCode":"EUR"}"#
            #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
            let before = try await service.evidence()
            for _ in 1...2 {
                let possible = try await explain("?amount=5000&mcc=5812&country=FR&panEntryMethod=CHIP")
                #expect(possible.possible && possible.responseCode == "00" && possible.approvedAmount == 5000)
                #expect(possible.obstacles.isEmpty && possible.trace.map(\.check).first == "MESSAGE")
            }
            #expect(try await service.evidence() == before, "nothing is written")

            let controls = #"{"blockedCountries":["FR"],"limits":[{"window":"DAY","amount":100}]}"#
            let path = "/programs/\(card.programName)/controls"
            #expect(try await service.sandbox("PUT", path, controls).status == 200)
            _ = try await cards.update(card.cardId, .status("LOCKED"))
            let refused = try await explain("?amount=6000&country=FR")
            #expect(!refused.possible && refused.responseCode == "62" && refused.approvedAmount == nil)
            #expect(refused.told == [
                "CARD_STATUS 62 CARD_STATUS", "PERMISSION 57 COUNTRY_NOT_ALLOWED", "LIMITS 61 AMOUNT_LIMIT",
                "MONEY 51 NOT_ENOUGH_MONEY",
            ])
            let played: Played = try await service.sandbox(
                "POST", "/cards/\(card.cardId)/payments", #"{"amount":6000,"merchant":{"country":"FR"}}"#
            ).decoded(expecting: 201)
            #expect(played.responseCode == refused.responseCode)
        }
    }

    @Test("Wrong fields are named, and an unknown card is 404")
    func mistakes() async throws {
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let wrong = try await service.sandbox(
                "GET", "/cards/\(card.cardId)/actions/purchase?currencyCode=EURO&mcc=1&country=xx")
            #expect(wrong.status == 400)
            for field in ["currencyCode", "merchant.mcc", "merchant.country"] {
                #expect(wrong.text.contains(#""field":"\#(field)""#))
            }
            #expect(try await service.sandbox("GET", "/cards/1/actions/purchase").status == 404)
        }
    }
}

extension LiveService {
    /// The counts of the rows that a payment adds, and the sum of the accounts' versions.
    fileprivate func evidence() async throws -> [String] {
        let sql = """
            SELECT concat_ws(' ', (SELECT count(*) FROM network_message),
                             (SELECT count(*) FROM "authorization"), (SELECT count(*) FROM money.hold),
                             (SELECT count(*) FROM spent), (SELECT sum(version) FROM money.account))
            """
        return try await fixture.issuing.database.read(Statement.evidence(sql)())
    }
}
