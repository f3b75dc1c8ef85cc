import Testing

@testable import CardSecrets

@Suite("Card number")
struct PANTests {
    /// The test numbers that Visa and Mastercard give to merchants.
    @Test(
        "A number with a correct check digit is accepted",
        arguments: ["4111111111111111", "5555555555554444", "4012888888881881", "5105105105105100"])
    func validNumbers(text: String) throws {
        let pan = try #require(PAN(text))
        #expect(pan.reveal { $0 } == text)
        #expect(pan.bin == text.prefix(6))
        #expect(pan.lastFour == text.suffix(4))
    }

    @Test("Text that is not a card number is refused", arguments: [
        "", "4111111111111112", "411111111111111", "41111111111111111", "4111 1111 1111 11", "411111111111111a",
        "٤111111111111111", "4111111111111111\n",
    ])
    func invalidNumbers(text: String) {
        #expect(PAN(text) == nil)
    }

    @Test("Numbers of other issuers have 14 to 16 digits and a correct check digit", arguments: [
        ("36148900647913", true), ("371449635398431", true), ("4111111111111111", true), ("36148900647914", false),
        ("371449635398432", false), ("4222222222222", false), ("6011000990139424000", false),
    ])
    func otherIssuers(text: String, isNumber: Bool) {
        #expect((PAN(ofAnyIssuer: text) != nil) == isNumber)
        #expect(PAN(text) == nil || text.utf8.count == PAN.length)
    }

    @Test("A number with one changed digit is refused")
    func changedDigit() {
        let digits = Array("4111117391846532")
        for position in digits.indices {
            for other in "0123456789" where other != digits[position] {
                var changed = digits
                changed[position] = other
                #expect(PAN(String(changed)) == nil)
            }
        }
    }

    @Test("Generated numbers are valid and have the prefix", arguments: ["411111", "4111112", "22234567"])
    func generatedNumbers(prefix: String) {
        let entropy = Entropy.seeded(7)
        var seen: Set<String> = []
        for _ in 0..<2_000 {
            let text = PAN.generate(prefix: prefix, using: entropy).reveal { $0 }
            #expect(PAN(text) != nil && text.hasPrefix(prefix))
            seen.insert(text)
        }
        #expect(seen.count > 1_990)
    }

    @Test("The same seed generates the same number")
    func seededNumber() {
        let first = PAN.generate(prefix: "411111", using: .seeded(3))
        #expect(first == PAN.generate(prefix: "411111", using: .seeded(3)))
        #expect(first != PAN.generate(prefix: "411111", using: .seeded(4)))
    }
}

@Suite("PIN")
struct PINTests {
    @Test("4 to 12 digits are a PIN", arguments: ["1234", "0000", "123456789012"])
    func validPINs(text: String) throws {
        #expect(try #require(PIN(text)).reveal { $0 } == text)
    }

    @Test("Any other text is not a PIN", arguments: ["", "123", "1234567890123", "12 4", "12a4", "١٢٣٤"])
    func invalidPINs(text: String) {
        #expect(PIN(text) == nil)
    }

    @Test("PINs with the same digits are equal")
    func equality() {
        #expect(PIN("1234") == PIN("1234"))
        #expect(PIN("1234") != PIN("1235"))
        #expect(PIN("1234") != PIN("12340"))
    }
}
