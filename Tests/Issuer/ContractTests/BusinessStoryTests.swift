import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Identifiers
import Testing
import TestSupport
import Validation

import struct HTTPContract.Operation

@Suite("A program manager and its customers' cards")
struct BusinessStoryTests {
    private static let order = #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#

    @Test("A business and its customer see the same cards, in both versions", arguments: ["/v1/", "/v2/"])
    func sameCards(version: String) async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            let path = customerCardsPath(.ivana).replacing("/v1/", with: version)
            let created: CardBody = try await service.ask(
                "POST", path, token: token, Self.order).decoded(expecting: 201)
            let cards = try await service.cards(of: .ivana)
            let own = try await cards.create(.digital)
            #expect(try await cards.get(created.cardId) == created)
            for query in ["", "?limit=1&offset=1", "?status=DIGITAL&include=AVAILABLE_ACTIONS", "?cardType=VIRTUAL"] {
                let seen = try await service.ask("GET", path + query, token: token)
                let had = try await service.ask("GET", cardsPath + query, token: try await service.token(of: .ivana))
                #expect(seen.status == 200 && seen.body == had.body, "\(query)")
            }
            let seen = try await service.ask("GET", "\(path)/\(own.cardId)", token: token)
            #expect(try seen.decoded() == own)
            let cancelled: CardBody = try await service.ask(
                "PATCH", "\(path)/\(own.cardId)", token: token, #"{"status":"CANCELLED","statusReason":"Reviewed"}"#
            ).decoded(expecting: 200)
            #expect(cancelled.status == "CANCELLED")
        }
    }

    @Test("Every business operation on cards has the same declaration at both paths")
    func versions() {
        let ofCards = Operations.all.filter { $0.audience == .business && $0.path.contains("/prepaid/cards") }
        for operation in ofCards where operation.version1 == operation {
            #expect(operation.versions.count == 2, "\(operation.name)")
            for version in operation.versions {
                #expect(version.path.dropFirst("/digitalwallets/v1".count) == operation.path.dropFirst(18))
                #expect(version.answer == operation.answer && version.payload == operation.payload)
                #expect(version.errorCodes == operation.errorCodes && version.query == operation.query)
            }
        }
    }

    @Test("A business cancels a card and lifts a suspension; a card that was ISSUED is ISSUED again")
    func update() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            let card = try await service.cards(of: .ivana).create(.physical)
            let path = "\(customerCardsPath(.ivana))/\(card.cardId)"
            func ask(_ status: String) async throws -> RawAnswer {
                try await service.ask(
                    "PATCH", path, token: token, #"{"status":"\#(status)","statusReason":"Reviewed"}"#)
            }
            #expect(
                try await ask("ACTIVE").problem
                    == Problem(.operationNotAllowed, "A card cannot go from ISSUED to ACTIVE; it can go to CANCELLED."))
            #expect(try await service.happens("SUSPEND", to: card).status == "SUSPENDED")
            let resumed: CardBody = try await ask("ACTIVE").decoded(expecting: 200)
            #expect(resumed.status == "ISSUED" && resumed.activationDate == nil)
            let cancelled: CardBody = try await ask("CANCELLED").decoded(expecting: 200)
            #expect(cancelled.status == "CANCELLED")
        }
    }

    private static let wrongUpdates = textTable(#"""
        {}                                                | status: is required; statusReason: is required
        {"status":"LOCKED","statusReason":"x"}            | status: must be one of ACTIVE, CANCELLED
        {"status":"Cancelled","statusReason":"x"}         | status: must be one of ACTIVE, CANCELLED; \#
                                                            write CANCELLED in capital letters
        {"status":"ACTIVE","statusReason":""}             | statusReason: must be 1 to 200 characters long
        {"pin":"1234"}                                    | status: is required; statusReason: is required; \#
                                                            pin: must be absent: only the customer can set the PIN
        {"status":"ACTIVE","statusReason":"x","pin":1234} | pin: must be a string, not a number
        {"status":"ACTIVE","statusReason":"x","reason":1} | reason: is not a known field; did you mean statusReason?
        """#)

    @Test("A refused update names every wrong field")
    func badUpdates() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let token = try await service.businessToken()
            for row in Self.wrongUpdates {
                let answer = try await service.ask(
                    "PATCH", "\(customerCardsPath(.ivana))/\(card.cardId)", token: token, row[0])
                #expect(answer.status == 400 && answer.problem?.code == .fieldErrors, "\(row)")
                let errors = answer.problem?.fieldErrors.map { "\($0.field): \($0.error)" }.joined(separator: "; ")
                #expect(errors == row[1], "\(row[0])")
            }
        }
    }

    @Test("An order must suit the customer that it is for")
    func badOrders() async throws {
        try await withLiveService { service in
            let answer = try await service.ask(
                "POST", customerCardsPath(.emily), token: try await service.businessToken(), Self.order)
            #expect(answer.status == 400)
            let fields = ["programName", "termsAndConditionsAccepted", "eDisclosureAccepted"]
            #expect(answer.problem?.fieldErrors.map(\.field) == fields)
        }
    }

    @Test("A business and its customer can use the same idempotency key independently")
    func keys() async throws {
        try await withLiveService { service in
            let key = [(name: "Idempotency-Key", value: "b6f1")]
            let token = try await service.businessToken()
            let first = try await service.ask(
                "POST", customerCardsPath(.ivana), token: token, Self.order, headers: key)
            let again = try await service.ask(
                "POST", customerCardsPath(.ivana), token: token, Self.order, headers: key)
            #expect(first.status == 201 && again.body == first.body && again["Idempotent-Replayed"] == "true")
            let other = try await service.ask("POST", customerCardsPath(.ivana), token: token, "{}", headers: key)
            #expect(other.status == 409 && other.problem?.code == .idempotencyKeyReused)
            let own = try await service.ask(
                "POST", cardsPath, token: try await service.token(of: .ivana), Self.order, headers: key)
            #expect(own.status == 201 && own["Idempotent-Replayed"] == nil)
        }
    }
}

@Suite("Authorization of a business")
struct BusinessAuthorizationTests {
    @Test("Business operations refuse every other token")
    func bearers() async throws {
        try await withLiveService { service in
            let own = try await service.client.token(.clientCredentials(scope: nil), as: .app).accessToken
            let notBusiness = "This operation needs a business token; this one is "
            let how = ". A business client gets one by client_credentials."
            let bearers: [(token: String?, problem: Problem)] = [
                (nil, Problem(.unauthorized, "This operation needs a token: Authorization: Bearer ….")),
                (try await service.token(of: .ivana), Problem(.customerNotAllowed, notBusiness + "a customer's" + how)),
                (own, Problem(.customerNotAllowed, notBusiness + "the client's own" + how)),
            ]
            let card = try await service.cards(of: .ivana).create(.virtual)
            for operation in Operations.all where operation.audience == .business {
                for (token, problem) in bearers {
                    let target = operation.target(card: card.cardId)
                    let answer = try await service.ask(operation.method.rawValue, target, token: token)
                    #expect(answer.problem == problem, "\(operation.name)")
                    #expect(answer.status == problem.status.code, "\(operation.name)")
                }
            }
        }
    }

    @Test("Another brand's customer, an unknown one and an invalid id get the same answer, byte for byte")
    func strangers() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            let foreign = try await service.customerOfAnotherBrand()
            let card = try await service.fixture.issue(.virtualVisa, to: service.fixture.enrol()).id.description
            for operation in Operations.all where operation.path.contains("{customerId}") {
                var answers: [RawAnswer] = []
                for customer in [foreign, "999", "0", "10000001x", "-1", "9999999999999999999", "%00", "a%2Fb"] {
                    let target = operation.target(card: card).replacing("10000001", with: customer)
                    answers.append(
                        try await service.ask(
                            operation.method.rawValue, target, token: token, operation.goodBody,
                            headers: [("X-Request-Id", "same")]))
                }
                #expect(answers[0].problem == Problem(.noSuchCustomer, "There is no such customer."))
                for answer in answers {
                    #expect(answer.body == answers[0].body, "\(operation.name)")
                    #expect(answer.withoutDate == answers[0].withoutDate, "\(operation.name)")
                }
            }
        }
    }

    @Test("A card is found only under its own customer")
    func otherCustomersCard() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            let card = try await service.cards(of: .jonas).create(.virtual)
            let ofCards = Operations.all.filter { $0.audience == .business && $0.path.contains("{cardId}") }
            for operation in ofCards {
                for id in [card.cardId, "f16ba382-eb42-481a-b08f-c57bdc9aae24", "1"] {
                    let answer = try await service.ask(
                        operation.method.rawValue, operation.target(card: id), token: token, operation.goodBody)
                    #expect(answer.problem == Problem(.entityNotFound, "There is no such card."), "\(operation.name)")
                }
            }
            #expect(try await service.cards(of: .jonas).get(card.cardId) == card)
        }
    }
}

extension Operation {
    /// The operation's path for a card of Ivana's.
    fileprivate func target(card: String) -> String {
        path(filling: Operations.anyIDs(card))
    }

    /// A valid body.
    var goodBody: String {
        switch version1 {
        case Operations.createCustomerCard: #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#
        case Operations.orderCards: #"{"cards":[]}"#
        case Operations.updateCustomerCard: #"{"status":"CANCELLED","statusReason":"Fraud"}"#
        case Operations.setCustomerCardControls: "{}"
        case Operations.updateCustomerPerson: #"{"nationality":"BG"}"#
        case Operations.placeRestriction: #"{"name":"SEND_MONEY"}"#
        case Operations.setWalletPIN: #"{"pin":"402817"}"#
        case Operations.createDeposit: #"{"amount":1000,"currencyCode":"EUR"}"#
        case Operations.createCustomerTransfer:
            #"{"amount":1000,"currencyCode":"EUR","recipient":{"customerId":"10000002"},"#
                + #""transferDetails":{"reason":"PEER_TRANSFER"}}"#
        case Operations.createCustomerWithdrawal:
            #"{"amount":1000,"currencyCode":"EUR","paymentOption":"BANK_TRANSFER","#
                + #""paymentInstrumentReference":{"id":"1001","instrumentType":"SEPA_BANK_ACCOUNT"}}"#
        case Operations.updateDepositStatus, Operations.updateCustomerTransferStatus,
            Operations.updateCustomerWithdrawalStatus:
            #"{"status":"PENDING"}"#
        case Operations.createDispute, Operations.createCustomerDispute:
            #"{"authorizationId":"f16ba382-eb42-481a-b08f-c57bdc9aae24","reason":"NOT_RECEIVED"}"#
        case Operations.addDisputeEvidence, Operations.addCustomerDisputeEvidence:
            #"{"fileName":"receipt.txt","mediaType":"text/plain","content":"UmVjZWlwdA=="}"#
        default: ""
        }
    }
}
