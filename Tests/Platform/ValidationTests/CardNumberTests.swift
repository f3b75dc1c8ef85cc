import Testing
import TestSupport
import Validation

@Suite("Card numbers in text") struct CardNumberTests {
    @Test("A card number is found and hidden in every format", arguments: [
        ("4761732583296743", "hidden"), ("4761 7325 8329 6743", "hidden"), ("4761-7325-8329-6743", "hidden"),
        ("a4761732583296743b", "ahiddenb"), ("3714 496353 98431", "hidden"), ("000004761732583296743", "hidden"),
        ("4761.7325.8329.6743, 12 Main", "hidden, 12 Main"), ("12, 4761  7325–8329 / 6743", "12, hidden"),
        ("4 7 6 1 7 3 2 5 8 3 2 9 6 7 4 3", "hidden"), ("4761_7325_8329_6743", "hidden"),
        ("+4761732583296743", "+hidden"), ("+4761 7325 8329 6743", "+hidden"),
        ("+44 4761 7325 8329 6743", "+44 hidden"), ("+1 4761732583296743", "+1 hidden"),
        ("5413330089010483", "hidden"), ("2223000048400011", "hidden"), ("6011 0009 9013 9424", "hidden"),
        ("14761732583296743", "hidden"), ("lost 4761732583296743\n", "lost hidden\n"),
        ("４７６１７３２５８３２９６７４３", "hidden"), ("٤٧٦١ ٧٣٢٥ ٨٣٢٩ ٦٧٤٣", "hidden"),
        ("4761\u{200B}7325\u{200B}8329\u{200B}6743", "hidden"), ("4761\u{301}7325\u{301}8329\u{301}6743", "hidden"),
        ("4761732583296743, 4761-7325-8329-6743", "hidden, hidden"),
    ])
    func found(text: String, hidden: String) {
        #expect(CardNumber.hidden(in: text) == hidden)
        #expect(CardNumber.isIn(text))
    }

    @Test("A card number in printed groups is found even if other characters touch it", arguments: [
        "94761-7325-8329-6743", "4761-7325-8329-67439", "1234761 7325 8329 6743000", "93714 496353 98431",
        "x14761-7325-8329-6743",
    ])
    func touched(text: String) {
        #expect(CardNumber.isIn(text))
    }

    @Test("Other numbers are not hidden", arguments: [
        "4761 7325 8329 6744", "+49 15112345678", "+4915112345678", "+49 15112345678, 12 Main", "123456789012",
        "12345678-1234-4123-8123-123456789012", "2026-11-21T08:45:34Z", "2026-11-21 08:45:34.123", "4761 73", "",
        "1700000000000", "order-1732246483637", "20261122034501", "00008030-001C2D223A38802E",
        "order 6f1c9a2e-4761-4325-8329-674300000000 1", "40exmLiWV1iV55ZVstOAiMf7", "+359 881234567",
        "ORDER 2026/11/22 0001", "9999999999999", "0000000000000000",
    ])
    func leftAlone(text: String) {
        #expect(CardNumber.hidden(in: text) == text)
        #expect(!CardNumber.isIn(text))
    }

    @Test("A card number in an identifier is found, in one run and in groups", arguments: [
        "4761732583296743", "order-4761732583296743", "4761 7325 8329 6743", "4761-7325-8329-6743", "3714 496353 98431",
        "４７６１ ７３２５ ８３２９ ６７４３", "４７６１７３２５８３２９６７４３", "4761.7325.8329.6743, 12 Main",
    ])
    func inIdentifier(text: String) {
        #expect(CardNumber.isIn(identifier: text))
    }

    @Test("Identifiers that are long numbers are left alone", arguments: [
        "4761732583296744", "476173258329674", "371449635398431", "47617325832967430000", "2026112203450112",
        "4761 7325 8329 6744", "6f1c9a2e-4761-4325-8329-674300000000 1", "1700000000000",
    ])
    func identifier(text: String) {
        #expect(!CardNumber.isIn(identifier: text))
    }

    /// If the time were quadratic, the whole text would take up to 32 times as long as its parts.
    @Test("Searching a long text takes less than 4 times as long as searching its 32 parts")
    func longText() {
        let part = String(repeating: "1 ", count: 200)
        let whole = String(repeating: part, count: 32)
        let inParts = ProcessorTime.seconds { for _ in 1...32 { #expect(!CardNumber.isIn(part)) } }
        let inWhole = ProcessorTime.seconds { #expect(!CardNumber.isIn(whole)) }
        #expect(inWhole < inParts * 4)
    }
}

@Suite("Control characters") struct ControlCharacterTests {
    @Test("Every control character is found, and no other character")
    func areFound() {
        let found = (0...0xFFFF).compactMap(Unicode.Scalar.init).filter { ControlCharacters.areIn("a\($0)b") }
        #expect(found.map(\.value) == Array(0...0x1F) + Array(0x7F...0x9F))
        #expect(ControlCharacters.areIn("\r\n") && ControlCharacters.areIn("\n\u{301}"))
        #expect(ControlCharacters.nulIsIn("\0\u{301}") && !ControlCharacters.nulIsIn("\u{1}"))
    }
}
