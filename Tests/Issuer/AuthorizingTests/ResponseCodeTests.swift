import Authorizing
import Cards
import Ledger
import Testing

@Suite("Response codes")
struct ResponseCodeTests {
    @Test("A code has two characters, and a meaning", arguments: ResponseCode.allCases)
    func form(_ code: ResponseCode) {
        #expect(code.rawValue.utf8.count == 2)
        #expect(!code.meaning.isEmpty)
    }

    @Test("Visa and Mastercard have codes of their own for three findings")
    func schemes() {
        #expect(Scheme.visa.wrongSecurityCode.rawValue == "N7")
        #expect(Scheme.mastercard.wrongSecurityCode.rawValue == "63")
        #expect(Scheme.visa.wrongCryptogram.rawValue == "82")
        #expect(Scheme.mastercard.wrongCryptogram.rawValue == "88")
        #expect(Scheme.visa.authenticationNeeded.rawValue == "1A")
        #expect(Scheme.mastercard.authenticationNeeded.rawValue == "65")
    }

    @Test("A card's status has a code, and only three statuses can pay", arguments: [
        (CardStatus.active, nil, nil), (.digital, nil, "57"), (.damaged, nil, "57"), (.lost, "41", "41"),
        (.cancelled, "46", "46"), (.expired, "54", "54"), (.locked, "62", "62"), (.suspended, "62", "62"),
        (.issued, "78", "78"), (.pending, "14", "14"), (.applied, "14", "14"), (.rejected, "14", "14"),
    ] as [(CardStatus, String?, String?)])
    func statuses(_ status: CardStatus, _ remote: String?, _ present: String?) {
        #expect(status.code(isPlasticPresent: false)?.rawValue == remote)
        #expect(status.code(isPlasticPresent: true)?.rawValue == present)
    }
}
