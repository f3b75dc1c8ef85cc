import CardAPI
import CardClient
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Postgres
import Testing
import TestSupport
import Validation

private let bulkPath = "/digitalwallets/v1/prepaid/cards/bulk"

@Suite("Bulk orders")
struct BulkOrderStoryTests {
    @Test("The cards of an accepted order are issued as if each was ordered alone")
    func accepted() async throws {
        try await withLiveService { service in
            let business = try await service.business()
            let order = try await business.order(.of(
                ("10000001", .ordering("SKRILL-VIRTUAL-MC-EEA", pin: "1234")),
                ("20000001", .ordering("DEMO-VIRTUAL-VISA-US")), ("10000001", .physical)))
            #expect(order.status == "ACCEPTED" && order.numberOfCards == 3 && order.numberOfIssued == 0)
            #expect(order.cards == nil && order.startedDate == nil)
            #expect(try await business.bulkOrder(order.orderId) == order)

            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":60}"#)
            let done = try await business.bulkOrder(order.orderId)
            #expect(done.status == "COMPLETED" && done.numberOfIssued == 3)
            #expect(done.createdDate == order.createdDate && done.startedDate == done.completedDate)
            let issued = try #require(done.cards)
            #expect(issued.map(\.customerId) == ["10000001", "20000001", "10000001"])
            let first = try await service.cards(of: .ivana).get(issued[0].cardId)
            #expect(first.status == "ACTIVE" && first.isPinSet && first.programName == "SKRILL-VIRTUAL-MC-EEA")
            let last = try await business.get(issued[2].cardId, of: "10000001")
            #expect(last.status == "ISSUED" && last.deliveryAddress == .sofia)
            #expect(try await service.cards(of: .emily).get(issued[1].cardId).currency == "USD")
        }
    }

    @Test("An order that became impossible issues no card and says why")
    func overtaken() async throws {
        try await withLiveService { service in
            let business = try await service.business()
            let order = try await business.order(.of(("10000002", .virtual), ("10000001", .virtual)))
            let cards = try await service.cards(of: .ivana)
            for _ in 1...5 { _ = try await cards.create(.virtual) }
            try await service.fixture.issuing.workOnBulkOrders()
            let failed = try await business.bulkOrder(order.orderId)
            #expect(failed.status == "FAILED" && failed.numberOfIssued == 0 && failed.cards == nil)
            #expect(failed.reason
                == "One field of the order has become invalid since it was accepted, so no card is issued.")
            #expect(failed.fieldErrors == [
                FieldError(
                    "cards[1].programName",
                    "exceeds the customer's limit: allowableCards of SKRILL-VIRTUAL-MC-EEA is 0")
            ])
            #expect(try await business.getAll(of: "10000002").cards == [])
        }
    }

    @Test("All field errors of all entries are returned at once, in the order of the entries")
    func badBodies() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            let foreign = try await service.customerOfAnotherBrand()
            for row in textTable(Self.bad.replacing(":foreign", with: foreign)) {
                let answer = try await service.ask("POST", bulkPath, token: token, row[0])
                #expect(answer.status == 400 && answer.problem?.code == .fieldErrors, "\(row[0])")
                let errors = answer.problem?.fieldErrors.map { "\($0.field): \($0.error)" }.joined(separator: "; ")
                #expect(errors == row[1], "\(row[0])")
            }
            #expect(try await service.business().getAll(of: "10000001").cards == [])
        }
    }

    private static let bad = #"""
        {}                                   | cards: is required
        {"cards":null,"card":[]}             | cards: is required; card: is not a known field; did you mean cards?
        {"cards":{}}                         | cards: must be an array of objects, not an object
        {"cards":[]}                         | cards: must hold 1 to 1000 objects, not 0
        {"cards":["x",\#(good),null]}        | cards[0]: must be an object, not a string; \#
                                               cards[2]: must be an object, not null
        {"cards":[{}]}                       | cards[0].customerId: is required; cards[0].programName: is required; \#
                                               cards[0].currency: is required
        {"cards":[\#(good),{"customerId":1,"programName":"NONE","currency":"EUR","pin":"1"}]} | \#
        cards[1].customerId: must be a string, not a number; cards[1].pin: is not a known field; \#
        did you mean cards[1].cardPin?
        {"cards":[\#(of(":foreign")),\#(of("999")),\#(of("x"))]} | \#
        cards[0].customerId: must be a customer of this brand; cards[1].customerId: must be a customer of this \#
        brand; cards[2].customerId: must be a customer of this brand
        {"cards":[\#(of("10000001", #""currency":"USD","cardPin":"12""#)),\#(of("10000001",
            #""currency":"EUR","deliveryAddress":{"city":"1"}"#))]} | \#
        cards[0].currency: must be one of SKRILL-VIRTUAL-MC-EEA's: EUR, BGN, PLN, RON; \#
        cards[0].cardPin: must be exactly 4 digits; \#
        cards[1].deliveryAddress: must be absent: a virtual card is not delivered; \#
        cards[1].deliveryAddress.address1: is required; \#
        cards[1].deliveryAddress.city: must be 1 to 30 letters, spaces, hyphens or periods; \#
        cards[1].deliveryAddress.countryCode: is required; cards[1].deliveryAddress.postalCode: is required
        {"cards":[\#(Array(repeating: good, count: 6).joined(separator: ","))]} | cards[5].programName: \#
        exceeds the customer's limit: allowableCards of SKRILL-VIRTUAL-MC-EEA is 5
        """#

    private static let good = of("10000001")

    private static func of(_ customer: String, _ rest: String = #""currency":"EUR""#) -> String {
        #"{"customerId":"\#(customer)","programName":"SKRILL-VIRTUAL-MC-EEA",\#(rest)}"#
    }

    @Test("An order has at most 1000 entries and 1 MiB, and an answer at most 100 errors")
    func limits() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            func ask(_ entry: String, count: Int) async throws -> RawAnswer {
                let entries = Array(repeating: entry, count: count).joined(separator: ",")
                return try await service.ask("POST", bulkPath, token: token, "{\"cards\":[\(entries)]}")
            }
            let tooMany = try await ask(Self.good, count: 1001).problem
            #expect(tooMany?.fieldErrors == [FieldError("cards", "must hold 1 to 1000 objects, not 1001")])
            let wrong = try await ask(Self.of("999"), count: 1000).problem
            #expect(wrong?.fieldErrors.count == 100 && wrong?.fieldErrors.last?.field == "cards[99].customerId")
            #expect(wrong?.message.hasPrefix("1000 fields are not acceptable: cards[0].customerId, ") == true)
            #expect(wrong?.message.hasSuffix(", cards[99].customerId and 900 more.") == true)

            let shortest = "{\"cards\":[\(Self.good)]}"
            for (size, status) in [(1 << 20, 202), (1 << 20 + 1, 413)] {
                let padded = shortest + String(repeating: " ", count: size - shortest.utf8.count)
                let answer = try await service.ask("POST", bulkPath, token: token, padded)
                #expect(answer.status == status)
                let message = "The request body exceeds the limit of 1024 KiB."
                #expect(answer.problem == (status == 413 ? Problem(.requestBodyLimitExceeded, message) : nil))
            }
        }
    }

    @Test("A brand has at most 100 unfinished orders; the next one is refused with Retry-After")
    func tooMany() async throws {
        try await withLiveService { service in
            let business = try await service.business()
            _ = try await business.order(.of(("10000001", .virtual)))
            try await service.fixture.issuing.database.execute(script: """
                INSERT INTO bulk_order (order_id, brand, status, number_of_cards, created_at, sealed_applications,
                                        applications_key_version)
                SELECT gen_random_uuid(), brand, status, 1, created_at, '', 1 FROM bulk_order, generate_series(2, 100)
                """)
            let answer = try await service.ask(
                "POST", bulkPath, token: try await service.businessToken(), "{\"cards\":[\(Self.good)]}")
            #expect(answer.status == 429 && answer["Retry-After"] == "1")
            #expect(answer.problem == Problem(
                .tooManyRequests,
                "This brand has 100 bulk orders that are not finished yet; send more once some are."))
        }
    }

    @Test("For another brand, an order and its idempotency key do not exist")
    func brands() async throws {
        try await withLiveService { service in
            let key = [(name: "Idempotency-Key", value: "b6f1")]
            let body = "{\"cards\":[\(Self.good)]}"
            let token = try await service.businessToken()
            let first = try await service.ask("POST", bulkPath, token: token, body, headers: key)
            let order: BulkOrderBody = try first.decoded(expecting: 202)
            let again = try await service.ask("POST", bulkPath, token: token, body, headers: key)
            #expect(again.status == 202 && again.body == first.body && again["Idempotent-Replayed"] == "true")
            let reused = try await service.ask("POST", bulkPath, token: token, "{\"cards\":[]}", headers: key)
            #expect(reused.status == 409 && reused.problem?.code == .idempotencyKeyReused)

            let other = try await service.businessTokenOfAnotherBrand()
            let foreign = try await service.ask("POST", bulkPath, token: other, body, headers: key)
            #expect(foreign.problem?.fieldErrors.map(\.field) == ["cards[0].customerId"])
            var answers: [RawAnswer] = []
            for (id, token) in [
                (order.orderId, other), ("f16ba382-eb42-481a-b08f-c57bdc9aae24", token), ("1", token), ("%00", token),
                (order.orderId.uppercased() + "0", token),
            ] {
                answers.append(
                    try await service.ask(
                        "GET", "\(bulkPath)/\(id)", token: token, headers: [("X-Request-Id", "same")]))
            }
            #expect(answers[0].problem == Problem(.entityNotFound, "There is no such bulk order."))
            for answer in answers {
                #expect(answer.body == answers[0].body && answer.withoutDate == answers[0].withoutDate)
            }
        }
    }

    @Test("No log and no description of an order shows a PIN")
    func secrecy() async throws {
        try await withLiveService { service in
            let body = OrderCardsBody.of(("10000001", .ordering("SKRILL-VIRTUAL-MC-EEA", pin: "8642")))
            _ = try await service.business().order(body)
            try await service.fixture.issuing.workOnBulkOrders()
            #expect(!service.log.text.contains("8642"))
            var dumped = ""
            dump(body, to: &dumped)
            #expect(!"\(body)\(dumped)".contains("8642") && "\(body)".contains("hidden"))
        }
    }
}

extension OrderCardsBody {
    static func of(_ applications: (customer: String, application: CreateCardBody)...) -> OrderCardsBody {
        var body = OrderCardsBody()
        body.cards = applications.map { customer, application in
            var entry = Entry()
            (entry.customerId, entry.application) = (customer, application)
            return entry
        }
        return body
    }
}

extension LiveService {
    func businessTokenOfAnotherBrand() async throws -> String { try await tokenOfAnotherBrand(isBusiness: true) }

    /// The own token of a client of another brand.
    func tokenOfAnotherBrand(isBusiness: Bool) async throws -> String {
        let secret = fixture.issuing.vault.clientSecretHash("other-secret").bytes
        let hash = secret.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try await fixture.issuing.database.execute(script: """
            INSERT INTO brand VALUES ('other');
            INSERT INTO client VALUES ('other', 'other-backend', '\\x\(hash)', \(!isBusiness), \(isBusiness))
            """)
        let backend = CardAPIClient.Credentials(clientID: "other-backend", clientSecret: "other-secret")
        return try await client(brand: "other").token(.clientCredentials(scope: nil), as: backend).accessToken
    }
}
