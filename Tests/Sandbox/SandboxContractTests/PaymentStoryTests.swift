import Authorizing
import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Issuing
import Ledger
import Postgres
import Testing
import TestSupport

@Suite("The story of a payment by phone")
struct PaymentStoryTests {
    /// The answer of `POST /sandbox/cards/{cardId}/payments` and of the network's listener.
    struct Answer: Decodable {
        struct Line: Decodable {
            let check, outcome: String
            let reason: String?
        }

        let responseCode: String
        let authorizationId: String?
        let approvedAmount: Int?
        let trace: [Line]?

        var cause: String? { trace?.first { $0.outcome == "FAILED" }?.reason }
    }

    @Test("Load, pay in a shop, clear, refund; the same cryptogram, a locked card and a suspended token are declined")
    func closedLoop() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let phone = try await RemotePhone("IPHONE", at: service)
            let device = try service.device()
            let pass = try await cards.tokenize(card.cardId, .apple(device))
            let token = try #require(try await phone.push(pass, openedBy: device, askedBy: device).token)
            _ = try await phone.complete(token, of: cards)
            let load = #"{"amount":5000,"currencyCode":"EUR"}"#
            #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)

            let shop: PhonePaymentTests.Payment = try await phone.pay(
                token, #"{"amount":1234,"currencyCode":"EUR","inStore":true}"#
            ).decoded(expecting: 201)
            let approved = try await service.tellNetwork("N1", of: shop)
            #expect(approved.responseCode == "00" && approved.approvedAmount == 1234)
            try await service.expectBalance(5000, available: 3766, cards)
            let held = try await cards.authorization(try #require(approved.authorizationId))
            #expect(held.status == "APPROVED" && held.mobileWallet == "APPLE_PAY" && held.challenge == "BIOMETRIC")

            let repeated = try await service.tellNetwork("N1", of: shop)
            #expect(repeated.responseCode == "00" && repeated.authorizationId == approved.authorizationId)
            let replayed = try await service.tellNetwork("N2", of: shop)
            #expect(["82", "88"].contains(replayed.responseCode))
            let other = try await service.tellNetwork("N3", of: shop, amount: 1235)
            #expect(["82", "88"].contains(other.responseCode))
            try await service.expectBalance(5000, available: 3766, cards)

            let payment = try #require(approved.authorizationId)
            let clearing = #"{"kind":"CLEARING","authorizationId":"\#(payment)"}"#
            #expect(try await service.play(clearing, card).responseCode == "00")
            try await service.expectBalance(3766, available: 3766, cards)
            let settled = try await cards.authorization(payment)
            let transaction = try #require(try await cards.transactions().transactions.first)
            #expect(settled.status == "SETTLED" && settled.slipId == transaction.slipId)
            #expect(transaction.type == "PREPAID_CARD" && transaction.amount == 1234)

            let refund = #"{"kind":"REFUND","authorizationId":"\#(payment)"}"#
            #expect(try await service.play(refund, card).responseCode == "00")
            try await service.expectBalance(5000, available: 5000, cards)
            try await declines(service, cards, card, phone, token)
            let database = service.fixture.issuing.database
            #expect(try await CheckStatements.report(on: database, and: AuthorizationInvariants.all).findings == [])
        }
    }

    /// Pays with a phone that had prepared the payment before its card was locked or its token suspended.
    private func declines(
        _ service: LiveService, _ cards: CustomerOperations, _ card: CardBody, _ phone: RemotePhone,
        _ token: RemotePhone.Token
    ) async throws {
        func ready() async throws -> PhonePaymentTests.Payment {
            try await phone.pay(token, #"{"amount":1234,"currencyCode":"EUR","inStore":true}"#)
                .decoded(expecting: 201)
        }
        let beforeLock = try await ready()
        _ = try await cards.update(card.cardId, .status("LOCKED"))
        #expect(try await service.tellNetwork("N4", of: beforeLock).responseCode == "62")
        let typed = try await service.play(#"{"amount":100}"#, card)
        #expect(typed.responseCode == "62" && typed.cause == "CARD_STATUS")
        _ = try await cards.update(card.cardId, .status("ACTIVE"))

        let beforeSuspension = try await ready()
        #expect(try await phone.happens("SUSPEND", to: token).status == 200)
        #expect(try await service.tellNetwork("N5", of: beforeSuspension).responseCode == "62")
        #expect(try await service.play(#"{"amount":100}"#, card).responseCode == "00")
    }
}

extension LiveService {
    /// Sends a payment by phone to the network's listener, and returns the answer.
    fileprivate func tellNetwork(
        _ reference: String, of payment: PhonePaymentTests.Payment, amount: Int = 1234
    ) async throws -> PaymentStoryTests.Answer {
        let body = """
            {"networkReference":"\(reference)","kind":"AUTHORIZATION","pan":"\(payment.dpan)","amount":\(amount),\
            "expiry":{"month":\(payment.expiry.month),"year":\(payment.expiry.year)},"currencyCode":"EUR",\
            "token":{"requestorId":"\(payment.requestorId)","cryptogram":"\(payment.cryptogram)"},\
            "merchant":{"name":"Café","mcc":"5812","city":"Berlin","country":"DE"},"panEntryMethod":"CONTACTLESS",\
            "cardPresence":"PRESENT"}
            """
        return try await network(body).decoded(expecting: 200)
    }

    fileprivate func play(_ body: String, _ card: CardBody) async throws -> PaymentStoryTests.Answer {
        try await sandbox("POST", "/cards/\(card.cardId)/payments", body).decoded(expecting: 201)
    }

    fileprivate func expectBalance(
        _ total: Int, available: Int, _ cards: CustomerOperations, at location: SourceLocation = #_sourceLocation
    ) async throws {
        var query = ProfileQuery()
        query.inclusions = ["ACCOUNTS"]
        let account = try await cards.profile(query).accounts?.first
        #expect(account?.totalBalance == total && account?.availableBalance == available, sourceLocation: location)
    }
}
