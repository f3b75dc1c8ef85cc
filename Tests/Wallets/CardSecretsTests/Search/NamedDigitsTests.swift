import Testing

@testable import CardSecrets

@Suite("Digits that a name makes a PIN or a code")
struct NamedDigitsTests {
    private static func kinds(in text: String, pieces: Int = 1) -> [ClearSecret.Kind] {
        let bytes = Array(text.utf8)
        var search = SecretSearch(for: SearchedSecrets(using: .seeded(1)))
        let border = pieces == 1 ? 0 : bytes.count / 2
        let found = search.take(Array(bytes[..<border]), isLast: false)
            + search.take(Array(bytes[border...]), isLast: true)
        return found.map(\.kind)
    }

    @Test("Members, parameters and columns are found", arguments: [
        (#"{"pin":"7391"}"#, ClearSecret.Kind.namedPIN), (#"{"cardPin" : 739184}"#, .namedPIN),
        (#"{\"pin\": \"7391\"}"#, .namedPIN), ("a=1&pin=7391&b=2", .namedPIN), ("new-pin: 7391\n", .namedPIN),
        ("pin=7391", .namedPIN), (#"{"cvv":"123"}"#, .namedCode), ("CVV2=1234;", .namedCode),
        ("cvc='123'", .namedCode), (#"{"securityCode":"123"}"#, .namedCode), ("security_code=123", .namedCode),
    ])
    func found(_ text: String, _ kind: ClearSecret.Kind) {
        #expect(Self.kinds(in: text) == [kind])
        #expect(Self.kinds(in: text, pieces: 2) == [kind])
        #expect(Self.kinds(in: EncodedBytes.base64(text.utf8)) == [kind])
        #expect(Self.kinds(in: EncodedBytes.hexadecimal(text.utf8)) == [kind])
    }

    @Test("Other names, lengths and values are not", arguments: [
        #"{"pin":"••••"}"#, "spin=7391", "pins=7391", "pin=739", "pin=7391234567890", "pin=7391.5", "pin=7391a", "pin=",
        "cvv=12", "cvv=12345", #"{"wrongPins":1000}"#, #"{"code":"1234"}"#, "pin 7391", "7391", "pin=10:30",
    ])
    func notFound(_ text: String) {
        #expect(Self.kinds(in: text) == [])
        #expect(Self.kinds(in: text, pieces: 2) == [])
    }

    @Test("A value is found once, wherever two pieces meet")
    func borders() {
        for text in [#"{"cardPin":"739184"}"#, "pin=7391", "pin=7391\n", "pin=7391&a=1"] {
            borders(in: Array(text.utf8))
        }
    }

    private func borders(in bytes: [UInt8]) {
        for border in 0...bytes.count {
            var search = SecretSearch(for: SearchedSecrets(using: .seeded(1)))
            let found = search.take(Array(bytes[..<border]), isLast: false)
                + search.take(Array(bytes[border...]), isLast: true)
            #expect(found.map(\.kind) == [.namedPIN], "\(border)")
        }
    }
}
