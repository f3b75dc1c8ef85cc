import Testing

@testable import CardSecrets

@Suite("Secret")
struct SecretTests {
    @Test("A secret contains the given bytes")
    func storedBytes() {
        let secret = Secret([1, 2, 3])
        #expect(secret.count == 3)
        #expect(secret.withBytes(Array.init) == [1, 2, 3])
        #expect(Secret([]).withBytes(Array.init) == [])
    }

    @Test("Wiping bytes sets all of them to zero")
    func wipe() {
        var bytes: [UInt8] = [1, 2, 3]
        bytes.wipe()
        #expect(bytes == [0, 0, 0])
    }

    @Test("Creating a secret does not change the caller's bytes")
    func callersCopy() {
        let bytes: [UInt8] = [1, 2, 3]
        _ = Secret(bytes)
        #expect(bytes == [1, 2, 3])
    }

    @Test("Secrets with the same bytes are equal")
    func equality() {
        #expect(Secret([1, 2, 3]) == Secret([1, 2, 3]))
        #expect(Secret([1, 2, 3]) != Secret([1, 2, 4]))
        #expect(Secret([1, 2, 3]) != Secret([1, 2]))
        #expect(Secret([]) == Secret([]))
    }

    @Test("Text that is not only ASCII digits is refused", arguments: ["12a4", "12 4", "١٢٣٤", "12\u{301}", "-123"])
    func invalidDigits(text: String) {
        #expect(Secret(digits: text) == nil)
    }

    @Test("An error that the body throws reaches the caller")
    func bodyError() {
        struct Refused: Error, Equatable {}
        #expect(throws: Refused()) {
            try Secret([1]).withBytes { (_) throws(Refused) in throw Refused() }
        }
    }

    /// Prints everything that holds a secret in every way that Swift offers.
    @Test("Printing a value that contains a secret does not show the secret")
    func hiddenSecrets() throws {
        let sample = try SampleCard()
        let entropy = Entropy.seeded(1)
        let keys = KeyRing.generate(using: entropy)
        let vault = CardVault(keys: keys, entropy: entropy)
        let cvv = try vault.cvv2(of: sample.pan, keyVersion: 1, expiryMonth: 12, expiryYear: 2029)
        let key = keys.current(.panEncryption)
        let keyEncryptionKey = try KeyEncryptionKey(text: String(repeating: "a7", count: 32), source: "test")
        let verification = CardVerificationKey(keys.current(.cardVerification).secret)
        let values: [Any] = [
            sample.pan, sample.pan.digits, sample.pin, cvv, key, keys, vault, keyEncryptionKey, verification,
            Optional(sample.pan) as Any, [sample.pin], ["pan": sample.pan],
        ]
        let keyBytes = key.secret.withBytes(Array.init)
        let forbidden = [
            "4111117391846532", "739184", "52, 49, 49", "55, 51, 57", "34313131", "373339",
            cvv.reveal { "\"\($0)\"" }, "\(keyBytes[0]), \(keyBytes[1])", "\(keyBytes[0])\n", "167, 167", "a7a7",
        ]
        for value in values {
            let shown = everyWayToShow(value)
            for text in forbidden { #expect(!shown.contains(text)) }
        }
        #expect("\(sample.pan)".contains("••••"))
        #expect(everyWayToShow(keyEncryptionKey).contains("••••"))
    }

    /// Proves that the test above can fail: printing shows values that are not a `Secret`.
    @Test("Printing shows values that are not a secret")
    func visibleValues() {
        struct Careless { let pan = "4111117391846532" }
        #expect(everyWayToShow(Careless()).contains("4111117391846532"))
        struct CarelessBytes { let pan: [UInt8] = [52, 49, 49] }
        #expect(everyWayToShow(CarelessBytes()).contains("52, 49, 49"))
    }

    private func everyWayToShow(_ value: Any) -> String {
        var shown = "\(value) " + String(describing: value) + String(reflecting: value)
        dump(value, to: &shown)
        func reflect(_ value: Any) {
            for child in Mirror(reflecting: value).children {
                shown += "\(child.label ?? ""): \(child.value)\n"
                reflect(child.value)
            }
        }
        reflect(value)
        return shown
    }
}
