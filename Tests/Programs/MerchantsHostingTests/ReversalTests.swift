import Authorizing
import CardSecrets
import Identifiers
import Issuing
import Ledger
import Logging
import MerchantsHosting
import NetworkServer
import Payments
import Testing

@Suite("Delivery of a merchant's reversal")
struct ReversalTests {
    /// An issuer that gives every message the same answer.
    private struct Desk: NetworkDesk {
        let code: ResponseCode

        func answer(_ incoming: IncomingMessage) async throws(IssuingFailure) -> AnsweredMessage {
            AnsweredMessage(answer: NetworkAnswer(code: code), authorization: nil, lines: [], isRepeated: false)
        }

        func chargedCard(_ number: PAN, isToken: Bool) async throws(IssuingFailure) -> ChargedCard? { nil }
    }

    @Test("A reversal that the issuer could not book is sent again, for any reason", arguments: ResponseCode.allCases)
    func again(code: ResponseCode) async throws {
        let id = try #require(MerchantID("1"))
        let merchant = try #require(
            Merchant(
                id: id, name: "Shop", category: 5411, country: "DE", city: "Berlin",
                currency: .euro))
        let card = PaymentInstrument(
            pan: try #require(PAN("4111111111111111")), expiry: nil, kind: .card(cvv2: nil))
        let issuer = MerchantsIssuer(
            Desk(code: code), logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
        let answer = await issuer.reverse(
            IssuerRequest(
                reference: "000000000002", instrument: card, amount: Money(minorUnits: 100, currency: .euro),
                merchant: merchant, originalReference: "000000000001", isComplete: true))
        let ends = code.meaningForMerchants == .approval || [.noSuchCard, .duplicate].contains(code)
        #expect((answer != .unreachable) == ends)
    }
}
