import Foundation
import Identifiers
import Ledger
import Testing

@testable import Authorizing

@Suite("The facts that are kept with a message")
struct KeptFactsTests {
    private static func facts() throws -> KeptFacts {
        KeptFacts(
            type: .purchase, amount: Money(minorUnits: 1234, currency: .euro),
            category: try #require(MerchantCategory("0742")), country: try #require(CountryCode("BG")),
            entryMode: .chip, cardPresence: .present, available: Money(minorUnits: -5, currency: .euro), holdDays: 7,
            scheme: .visa)
    }

    @Test("They are the same after they were stored, the usual ones and all others")
    func stored() throws {
        let usual = try Self.facts()
        #expect(KeptFacts(text: usual.text) == usual)
        #expect(usual.text.split(separator: " ").count == 11, "\(usual.text)")
        var other = usual
        (other.isToken, other.wallet, other.canApproveInPart, other.isLast) = (true, .applePay, true, false)
        (other.namesPayment, other.hasPartner, other.holdDays) = (true, true, 30)
        other.original = AuthorizationID("1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1")
        other.rate = ExchangeRate(numerator: 92, denominator: 100)
        other.tariff = Tariff(atmFee: 250, foreignExchangeFee: BasisPoints(150))
        let receptions: [Reception] = [
            .first, .referenceTaken, .alreadyReversed, .alreadyReported(inFull: true),
            .alreadyReported(inFull: false),
        ]
        for reception in receptions {
            other.reception = reception
            #expect(KeptFacts(text: other.text) == other, "\(reception)")
        }
        other.wallet = nil
        #expect(KeptFacts(text: other.text) == other)
    }

    @Test("Facts that this version does not know, or that are missing, are not guessed")
    func unknown() throws {
        let text = try Self.facts().text
        for word in ["weather=SUNNY", "reception=LATE", "nothing"] {
            #expect(KeptFacts(text: "\(text) \(word)") == nil, "\(word)")
        }
        let words = text.split(separator: " ")
        for index in words.indices {
            var missing = words
            missing.remove(at: index)
            #expect(KeptFacts(text: missing.joined(separator: " ")) == nil, "\(words[index])")
        }
    }
}
