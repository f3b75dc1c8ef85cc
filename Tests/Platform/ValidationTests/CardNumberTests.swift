import Testing
import TestSupport
import Validation

@Suite("Card numbers in text") struct CardNumberTests {
    @Test("A card number is hidden in every format, with all digits of its groups", arguments: [
        ("4761732583296743", "hidden"), ("4761 7325 8329 6743", "hidden"), ("4761-7325-8329-6743", "hidden"),
        ("3714 496353 98431", "hidden"), ("12, 4761  7325–8329 / 6743", "12, hidden"),
        ("4761.7325.8329.6743, 12 Main", "hidden, 12 Main"), ("a94761-7325-8329-67439b", "ahiddenb"),
        ("4 7 6 1 7 3 2 5 8 3 2 9 6 7 4 3", "hidden"), ("4761_7325_8329_6743", "hidden"),
        ("+4761732583296743", "+hidden"), ("+4761 7325 8329 6743", "+hidden"),
        ("+44 4761 7325 8329 6743", "+44 hidden"), ("+1 4761732583296743", "+1 hidden"),
        ("5413330089010483", "hidden"), ("2223000048400011", "hidden"), ("6011 0009 9013 9424", "hidden"),
        ("lost 4761732583296743\n", "lost hidden\n"), ("４７６１７３２５８３２９６７４３", "hidden"),
        ("٤٧٦١ ٧٣٢٥ ٨٣٢٩ ٦٧٤٣", "hidden"), ("4761\u{200B}7325\u{200B}8329\u{200B}6743", "hidden"),
        ("4761\u{301}7325\u{301}8329\u{301}6743", "hidden"),
        ("4761732583296743, 4761-7325-8329-6743", "hidden, hidden"),
    ])
    func found(text: String, hidden: String) {
        #expect(CardNumber.hidden(in: text) == hidden && CardNumber.hidden(inIdentifier: text) == hidden)
        #expect(CardNumber.isIn(text) && CardNumber.mayBeIn(text))
    }

    @Test("Text that could be a card number is not logged, but it is shown because it is none", arguments: [
        "a4761732583296743b", "000004761732583296743", "14761732583296743", "4761732583296744", "4761732583296743Ж",
        "4761 73 2583-296743", "4111111111111111111111",
    ])
    func likely(text: String) {
        #expect(CardNumber.mayBeIn(text) && !CardNumber.isIn(text) && CardNumber.hidden(in: text) == text)
    }

    @Test("A number in printed groups is found even if other characters touch it", arguments: [
        "94761-7325-8329-6743", "4761-7325-8329-67439", "1234761 7325 8329 6743000", "93714 496353 98431",
        "x14761-7325-8329-6743", "a4761 7325 8329 6743", "4761 7325 8329 6743b", "4761-7325 8329-6743",
        "12, 4761  7325–8329 / 6743",
    ])
    func touched(text: String) {
        #expect(CardNumber.mayBeIn(text) && CardNumber.isIn(text) && CardNumber.hidden(in: text) != text)
    }

    @Test("Other numbers are neither hidden nor refused", arguments: [
        "4761 7325 8329 6744", "+49 15112345678", "+4915112345678", "+49 15112345678, 12 Main", "123456789012",
        "12345678-1234-4123-8123-123456789012", "2026-11-21T08:45:34Z", "2026-11-21 08:45:34.123", "4761 73", "",
        "1700000000000", "order-1732246483637", "20261122034501", "00008030-001C2D223A38802E",
        "order 6f1c9a2e-4761-4325-8329-674300000000 1", "40exmLiWV1iV55ZVstOAiMf7", "+359 881234567",
        "ORDER 2026/11/22 0001", "9999999999999", "0000000000000000",
    ])
    func leftAlone(text: String) {
        #expect(CardNumber.hidden(in: text) == text)
        #expect(!CardNumber.mayBeIn(text) && !CardNumber.isIn(text) && !CardNumber.isIn(identifier: text))
    }

    @Test("The number of a card of every network is refused, in one run and in groups", arguments: [
        "4761732583296743", "order-4761732583296743", "4761 7325 8329 6743", "4761-7325-8329-6743", "4111111111111111",
        "card 4111 1111 1111 1111", "3714 496353 98431", "３７１４ ４９６３５３ ９８４３１", "٤٧٦١ ٧٣٢٥ ٨٣٢٩ ٦٧٤٣",
        "4761.7325.8329.6743, 12 Main", "12, 4761732583296743", "lost 4761732583296743\n", "+4761732583296743",
        "+44 4761 7325 8329 6743", "4 7 6 1 7 3 2 5 8 3 2 9 6 7 4 3", "4761_7325_8329_6743", "5413330089010483",
        "2223000048400011", "2720992593319364", "5555555555554444", "6011 0009 9013 9424", "6011000990139424",
        "30569309025904", "36227206271667", "3530111333300000", "4222222222222", "4000000000000000006",
        "{\"a\":4761732583296743}", "https://shop.example/4761732583296743?x",
    ])
    func refused(text: String) {
        #expect(CardNumber.isIn(text) && CardNumber.isIn(identifier: text))
        #expect(CardNumber.hidden(in: text) != text && CardNumber.mayBeIn(text), "what is refused is hidden, too")
    }

    @Test("A run of 15 digits is refused where no identifier is expected")
    func fifteenDigits() {
        #expect(CardNumber.isIn("371449635398431") && !CardNumber.isIn(identifier: "371449635398431"))
        #expect(CardNumber.hidden(inIdentifier: "371449635398431") == "371449635398431")
        #expect(!CardNumber.isRun(in: "371449635398431") && CardNumber.isRun(in: "[1,4761732583296743]"))
        #expect(!CardNumber.isRun(in: "4761 7325 8329 6743"))
    }

    @Test("Text is accepted if its digits have no network's prefix or length, or are part of a longer run", arguments: [
        "4761732583296744", "476173258329674", "47617325832967430000", "2026112203450112", "000004761732583296743",
        "14761732583296743", "a4761732583296743", "4761732583296743b", "é4761732583296743", "4761732583296743Ж",
        "476173258329 6743b", "x476173258329 6743", "47617325-8329 6743", "2721000000000004", "2220000000000000",
        "6304000000000000", "1795831448000000000", "5/12/2026 12:34:56.789",
    ])
    func accepted(text: String) {
        #expect(!CardNumber.isIn(text) && !CardNumber.isIn(identifier: text) && !CardNumber.isRun(in: text))
    }

    /// The keys and references that programs make. With the former rule, 1 in 60 of the hexadecimal UUIDs was refused.
    @Test("No key that programs make at random is refused")
    func randomKeys() {
        var numbers = SeededNumbers(seed: 20_261_128)
        func hexadecimal(_ count: Int) -> String {
            (0..<count).map { _ in String(numbers.below(16), radix: 16) }.joined()
        }
        for _ in 1...60 {
            let (time, uuid) = (numbers.below(1_000_000_000), hexadecimal(32))
            for key in [
                uuid, uuid.uppercased(), hexadecimal(64), hexadecimal(40), "\(1_795_831_448_000_000_000 + time)",
                "\(1_795_831_448_000_000 + time)", "order-\(uuid)", "00-\(uuid)-\(hexadecimal(16))-01",
            ] {
                #expect(!CardNumber.isIn(key) && !CardNumber.isIn(identifier: key) && !CardNumber.isRun(in: key))
            }
        }
    }

    /// If the time were quadratic, the whole text would take up to 32 times as long as its parts.
    @Test("Searching a long text takes less than 4 times as long as searching its 32 parts", arguments: [true, false])
    func longText(_ refuses: Bool) {
        func search(_ text: String) -> Bool { refuses ? CardNumber.isIn(text) : CardNumber.mayBeIn(text) }
        // A card's number may begin with each of these digits, but none does: no check digit is right.
        let part = String(repeating: "3 ", count: 200)
        let whole = String(repeating: part, count: 32)
        let inParts = ProcessorTime.seconds { for _ in 1...32 { #expect(!search(part)) } }
        let inWhole = ProcessorTime.seconds { #expect(!search(whole)) }
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
