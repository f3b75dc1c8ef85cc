import Crypto
import Foundation
import Testing

@testable import CardSecrets

@Suite("Card vault")
struct CardVaultTests {
    private let sample: SampleCard
    private let vault: CardVault

    init() throws {
        sample = try SampleCard()
        vault = CardVault(keys: .generate(using: .seeded(1)), entropy: .seeded(2))
    }

    // MARK: Card number

    @Test("An encrypted card number is decrypted in its own row")
    func sealedNumber() throws {
        let sealed = vault.seal(sample.pan, customer: sample.customer, card: sample.id)
        #expect(sealed.keyVersion == 1 && sealed.bytes.count == 44)
        #expect(try vault.open(sealed, customer: sample.customer, card: sample.id) == sample.pan)
    }

    /// Stored numbers must open in every later release. The first release sealed the sample to these bytes.
    @Test("A card number that the first release encrypted can still be decrypted")
    func firstRelease() throws {
        let (nonce, ciphertext) = ("C054436C2E042A804B13D590", "E3147843189506D32F46A7651E90BA35")
        let tag = "7B68F2B17B9D1124B01B1E2AECA363E1"
        let recorded = SealedPAN(bytes: try bytes(nonce + ciphertext + tag), keyVersion: 1)
        #expect(vault.seal(sample.pan, customer: sample.customer, card: sample.id) == recorded)
        #expect(try vault.open(recorded, customer: sample.customer, card: sample.id) == sample.pan)
    }

    @Test("A card number cannot be decrypted in another row")
    func otherRow() throws {
        let sealed = vault.seal(sample.pan, customer: sample.customer, card: sample.id)
        let otherCard = Entropy.seeded(3).uuid()
        for (customer, card) in [(sample.customer, otherCard), (sample.customer + 1, sample.id)] {
            #expect(throws: VaultFailure.doesNotOpen(.panEncryption, version: 1)) {
                try vault.open(sealed, customer: customer, card: card)
            }
        }
    }

    @Test("A changed or cut ciphertext cannot be decrypted")
    func changedNumber() throws {
        let sealed = vault.seal(sample.pan, customer: sample.customer, card: sample.id)
        let flipped = (0..<sealed.bytes.count * 8).map { bit in
            var changed = sealed.bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            return changed
        }
        let cut = [[], Array(sealed.bytes.prefix(12)), Array(sealed.bytes.dropLast()), sealed.bytes + [0]]
        for changed in flipped + cut {
            #expect(throws: VaultFailure.doesNotOpen(.panEncryption, version: 1)) {
                try vault.open(SealedPAN(bytes: changed, keyVersion: 1), customer: sample.customer, card: sample.id)
            }
        }
    }

    /// A service that restarts with the same seed draws the same bytes for other messages, under the same keys.
    @Test("A repeated seed does not repeat a nonce for another message")
    func repeatedSeed() throws {
        let restarted = CardVault(keys: vault.keys, entropy: .seeded(2))
        let another = CardVault(keys: vault.keys, entropy: .seeded(2))
        let otherPAN = PAN.generate(prefix: "411111", using: .seeded(3))
        let first = vault.seal(sample.pan, customer: sample.customer, card: sample.id)
        let otherMessage = restarted.seal(otherPAN, customer: sample.customer, card: sample.id)
        let otherPlace = another.seal(sample.pan, customer: sample.customer + 1, card: sample.id)
        let nonces = Set([first, otherMessage, otherPlace].map { Array($0.bytes.prefix(12)) })
        #expect(nonces.count == 3)
    }

    @Test("Each encryption of a card number gives another nonce and ciphertext")
    func freshNonces() {
        let sealed = (0..<200).map { _ in vault.seal(sample.pan, customer: 1, card: sample.id).bytes }
        #expect(Set(sealed.map { Array($0.prefix(12)) }).count == 200)
        #expect(Set(sealed.map { Array($0.suffix(32)) }).count == 200)
    }

    @Test("The lookup hash is an HMAC of the digits")
    func lookupHash() throws {
        let hash = vault.lookupHash(sample.pan)
        let key = vault.keys.current(.panLookup).secret.withBytes { SymmetricKey(data: Array($0)) }
        #expect(hash == Array(HMAC<SHA256>.authenticationCode(for: Array("4111117391846532".utf8), using: key)))
        #expect(hash != vault.lookupHash(PAN.generate(prefix: "411111", using: .seeded(3))))
        #expect(hash != CardVault(keys: .generate(using: .seeded(9)), entropy: .seeded(2)).lookupHash(sample.pan))
    }

    @Test("A number has a hash under each version of the key, and the one of the version that seals is stored")
    func lookupHashes() throws {
        let only = VersionedHash(bytes: vault.lookupHash(sample.pan), keyVersion: 1)
        #expect(vault.lookupHashes(sample.pan).all == [only])
        let successor = try vault.keys.successor(of: .panLookup, using: .seeded(7))
        let waiting = CardVault(keys: try vault.keys.adding(successor.marked(seals: false)), entropy: .seeded(2))
        let rotated = CardVault(keys: try vault.keys.adding(successor), entropy: .seeded(2))
        let (before, after) = (waiting.lookupHashes(sample.pan), rotated.lookupHashes(sample.pan))
        #expect(before.current == vault.lookupHashes(sample.pan).current && before.others == [after.current])
        #expect(after.current.keyVersion == 2 && after.others == [before.current])
        #expect(before.current.bytes != after.current.bytes)
    }

    // MARK: Rotation

    @Test("After a rotation the new key encrypts, and the old key still decrypts")
    func keyRotation() throws {
        let old = vault.seal(sample.pan, customer: 1, card: sample.id)
        let oldPIN = try vault.seal(sample.pin, of: sample.pan)
        let rotated = try rotatedVault()
        let new = rotated.seal(sample.pan, customer: 1, card: sample.id)
        let newPIN = try rotated.seal(sample.pin, of: sample.pan)

        #expect(new.keyVersion == 2 && newPIN.keyVersion == 2)
        for sealed in [old, new] { #expect(try rotated.open(sealed, customer: 1, card: sample.id) == sample.pan) }
        for sealed in [oldPIN, newPIN] { #expect(try rotated.verify(sample.pin, against: sealed, of: sample.pan)) }
        #expect(throws: VaultFailure.unknownKeyVersion(.panEncryption, version: 2, known: [1])) {
            try vault.open(new, customer: 1, card: sample.id)
        }
        #expect(throws: VaultFailure.unknownKeyVersion(.pinEncryption, version: 2, known: [1])) {
            try vault.open(newPIN, of: sample.pan)
        }
    }

    @Test("A ciphertext with the wrong key version cannot be decrypted")
    func wrongKeyVersion() throws {
        let old = vault.seal(sample.pan, customer: 1, card: sample.id)
        #expect(throws: VaultFailure.doesNotOpen(.panEncryption, version: 2)) {
            try rotatedVault().open(SealedPAN(bytes: old.bytes, keyVersion: 2), customer: 1, card: sample.id)
        }
    }

    @Test("After a rotation a card is still found by its earlier lookup hash, and keeps its CVV")
    func stableValues() throws {
        let rotated = try rotatedVault()
        let hashes = rotated.lookupHashes(sample.pan)
        #expect(hashes.current.bytes == rotated.lookupHash(sample.pan) && hashes.current.keyVersion == 2)
        #expect(hashes.others == [VersionedHash(bytes: vault.lookupHash(sample.pan), keyVersion: 1)])
        #expect(
            try rotated.cvv2(of: sample.pan, keyVersion: 1, expiryMonth: 1, expiryYear: 2030)
                == vault.cvv2(of: sample.pan, keyVersion: 1, expiryMonth: 1, expiryYear: 2030)
        )
    }

    private func rotatedVault() throws -> CardVault {
        var keys = vault.keys
        for purpose in KeyPurpose.allCases where purpose.rotates {
            keys = try keys.adding(keys.successor(of: purpose, using: .seeded(4)))
        }
        return CardVault(keys: keys, entropy: .seeded(5))
    }

    // MARK: CVV

    @Test("Only the right CVV is accepted")
    func verifyCVV() throws {
        let right = try vault.cvv2(of: sample.pan, keyVersion: 1, expiryMonth: 12, expiryYear: 2029).reveal { $0 }
        let accepted = try (0..<1_000).map { String(String($0 + 1_000).suffix(3)) }
            .filter { try vault.verify(cvv: $0, of: sample.pan, keyVersion: 1, expiryMonth: 12, expiryYear: 2029) }
        #expect(accepted == [right])
        for wrong in ["", right + "0", "0" + right, String(right.dropLast()), "\0\0\0", "١٢٣", " " + right] {
            #expect(try !vault.verify(cvv: wrong, of: sample.pan, keyVersion: 1, expiryMonth: 12, expiryYear: 2029))
        }
    }

    @Test("The CVV depends on the expiry date")
    func expiryInCVV() throws {
        let values = try Set((1...12).map { month in
            try vault.cvv2(of: sample.pan, keyVersion: 1, expiryMonth: month, expiryYear: 2029).reveal { $0 }
        })
        #expect(values.count > 9)
    }

    @Test("A code is of the version of the key that has made it, and is wrong once that version is retired")
    func versionOfCVV() throws {
        let both = try vault.keys.adding(vault.keys.successor(of: .cardVerification, using: .seeded(7)))
        let rotated = CardVault(keys: both, entropy: .seeded(2))
        let printed = try vault.cvv2(of: sample.pan, keyVersion: 1, expiryMonth: 12, expiryYear: 2029)
        #expect(rotated.cvvKeyVersion == 2)
        #expect(try rotated.cvv2(of: sample.pan, keyVersion: 1, expiryMonth: 12, expiryYear: 2029) == printed)
        func verifies(_ version: Int, by vault: CardVault) throws -> Bool {
            try printed.reveal { cvv in
                try vault.verify(
                    cvv: cvv, of: sample.pan, keyVersion: version, expiryMonth: 12, expiryYear: 2029)
            }
        }
        #expect(try verifies(1, by: rotated) && !verifies(2, by: rotated))
        let retired = CardVault(keys: try both.retiring(.cardVerification, version: 1), entropy: .seeded(2))
        #expect(try !verifies(1, by: retired))
        #expect(throws: VaultFailure.unknownKeyVersion(.cardVerification, version: 3, known: [1, 2])) {
            try verifies(3, by: rotated)
        }
    }

    @Test("An activation needs both the right last four digits and the right CVV")
    func activationData() throws {
        let cvv = try vault.cvv2(of: sample.pan, keyVersion: 1, expiryMonth: 12, expiryYear: 2029).reveal { $0 }
        let wrongCVV = cvv == "123" ? "124" : "123"
        func matches(_ lastFour: String, _ cvv: String) throws -> Bool {
            try vault.activationMatches(
                lastFour: lastFour, cvv: cvv, of: sample.pan, keyVersion: 1, expiryMonth: 12, expiryYear: 2029)
        }
        #expect(try matches("6532", cvv))
        #expect(try !matches("6533", cvv))
        #expect(try !matches("6532", wrongCVV))
        #expect(try !matches("6533", wrongCVV))
        // Digits cannot move from one of the two values to the other.
        #expect(try !matches("6532" + cvv.prefix(1), String(cvv.dropFirst())))
        #expect(try !matches("653", "0" + cvv))
        #expect(try !matches("", ""))
    }

    // MARK: PIN

    @Test("Only the right PIN is accepted")
    func verifyPIN() throws {
        let sealed = try vault.seal(sample.pin, of: sample.pan)
        #expect(try vault.open(sealed, of: sample.pan) == sample.pin)
        #expect(try vault.verify(sample.pin, against: sealed, of: sample.pan))
        for wrong in ["739185", "7391", "7391840", "839184", "0000"] {
            #expect(try !vault.verify(#require(PIN(wrong)), against: sealed, of: sample.pan))
        }
    }

    @Test("The PIN block of another card cannot be decrypted")
    func otherCardsPIN() throws {
        let sealed = try vault.seal(sample.pin, of: sample.pan)
        let other = PAN.generate(prefix: "411111", using: .seeded(3))
        #expect(throws: VaultFailure.doesNotOpen(.pinEncryption, version: 1)) {
            try vault.verify(sample.pin, against: sealed, of: other)
        }
    }

    // MARK: Client secret

    @Test("A client secret matches only its own hash, under the same key")
    func clientSecret() throws {
        let hash = vault.clientSecretHash("demo-secret").bytes
        #expect(hash.count == 32)
        #expect(vault.clientSecret("demo-secret", matches: hash))
        #expect(!vault.clientSecret("demo-secreT", matches: hash))
        #expect(!vault.clientSecret("demo-secret", matches: Array(hash.dropLast())))
        #expect(!vault.clientSecret("demo-secret", matches: []))
        let other = CardVault(keys: .generate(using: .seeded(9)), entropy: .seeded(2))
        #expect(!other.clientSecret("demo-secret", matches: hash))
        let both = try vault.keys.adding(vault.keys.successor(of: .clientSecret, using: .seeded(7)))
        let rotated = CardVault(keys: both, entropy: .seeded(2))
        #expect(rotated.clientSecretHash("demo-secret").keyVersion == 2)
        #expect(rotated.clientSecret("demo-secret", matches: hash))
        let retired = CardVault(keys: try both.retiring(.clientSecret, version: 1), entropy: .seeded(2))
        #expect(!retired.clientSecret("demo-secret", matches: hash))
    }
}
