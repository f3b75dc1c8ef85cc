import Testing

@testable import CardSecrets

@Suite("PIN block")
struct PINBlockTests {
    struct Vector: Sendable {
        let key: String
        let pin: String
        let block: String
    }

    static let clearFill = "2F69ADDE2E9E7ACE"

    /// PAN 4111111111111111. The first two are transactions 1 and 2 of ASC X9.24-3-2017's test vectors. Those for
    /// AES-256 were computed over the same fields with the AES of the Python package psec.
    static let vectors = [
        Vector(key: "AF8CB133A78F8DC2D1359F18527593FB", pin: "1234", block: "A912150391AB65A67E52883D81CE2D15"),
        Vector(key: "D30BDC73EC9714B000BEC66BDB7B6D09", pin: "1234", block: "52A00503BD34BA1383F6A7EE9FE2547F"),
        Vector(key: key256, pin: "1234", block: "122BB44BAB24FF6CFBA5C0A127A8C4A9"),
        Vector(key: key256, pin: "123456789012", block: "0458E571D0227A6CDCEB765837CE0D1A"),
    ]

    static let key256 = "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F"

    @Test("The blocks are those of the published vectors", arguments: vectors)
    func publishedVectors(vector: Vector) throws {
        let (key, block) = (try secret(vector.key), try bytes(vector.block))
        let (pan, pin) = (try #require(PAN("4111111111111111")), try #require(PIN(vector.pin)))
        let fill = Entropy.fixed(try bytes(Self.clearFill))
        #expect(try PINBlock.encipher(pin, for: pan, under: key, using: fill) == block)
        #expect(try PINBlock.decipher(block, for: pan, under: key) == pin)
    }

    /// The example in Wikipedia's article "ISO 9564", for the card number 43219876543210987, of which the block takes
    /// the twelve digits before the last.
    @Test("The clear block of format 0 is that of a published example")
    func clearFormat0() throws {
        let pan = PAN(uncheckedDigits: try #require(Secret(digits: "3219876543210987")))
        let block = PINBlock.clearFormat0(try #require(PIN("1234")), for: pan)
        #expect(block == 0x0412_AC89_ABCD_EF67)
        #expect(PINBlock.mayBeClearFormat0(block))
        for length in 4...12 {
            let pin = try #require(PIN(String(repeating: "9", count: length)))
            #expect(PINBlock.mayBeClearFormat0(PINBlock.clearFormat0(pin, for: pan)))
        }
    }

    /// The example in psec's documentation. Its card number fails the Luhn check.
    @Test("A block that another implementation made can be decrypted")
    func otherImplementation() throws {
        let pan = PAN(uncheckedDigits: try #require(Secret(digits: "1234567890123456")))
        let key = try secret("00112233445566778899AABBCCDDEEFF")
        let pin = try PINBlock.decipher(bytes("7CDF645C86CAF763AE34637A66997534"), for: pan, under: key)
        #expect(pin == PIN("1234"))
    }

    @Test("A PIN of any length from 4 to 12 can be encrypted and decrypted", arguments: 4...12)
    func pinLengths(length: Int) throws {
        let entropy = Entropy.seeded(UInt64(length))
        let (pan, key) = (PAN.generate(prefix: "411111", using: entropy), Secret(entropy.bytes(32)))
        let pin = try #require(PIN(entropy.digits(length)))
        let block = try PINBlock.encipher(pin, for: pan, under: key, using: entropy)
        #expect(block.count == PINBlock.length)
        #expect(try PINBlock.decipher(block, for: pan, under: key) == pin)
    }

    @Test("Each encryption of a PIN gives another block")
    func freshFill() throws {
        let sample = try SampleCard()
        let entropy = Entropy.seeded(1)
        let key = Secret(entropy.bytes(32))
        let blocks = try (0..<200).map { _ in
            try PINBlock.encipher(sample.pin, for: sample.pan, under: key, using: entropy)
        }
        #expect(Set(blocks).count == 200)
    }

    @Test("A changed or cut block cannot be decrypted")
    func changedBlock() throws {
        let sample = try SampleCard()
        let key = try secret(Self.key256)
        let block = try PINBlock.encipher(sample.pin, for: sample.pan, under: key, using: .seeded(1))
        for bit in 0..<block.count * 8 {
            var changed = block
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(try PINBlock.decipher(changed, for: sample.pan, under: key) == nil)
        }
        #expect(try PINBlock.decipher(Array(block.dropLast()), for: sample.pan, under: key) == nil)
        #expect(try PINBlock.decipher(block + [0], for: sample.pan, under: key) == nil)
        #expect(try PINBlock.decipher([], for: sample.pan, under: key) == nil)
    }

    @Test("A block cannot be decrypted for another card or with another key")
    func otherCardOrKey() throws {
        let sample = try SampleCard()
        let key = try secret(Self.key256)
        let block = try PINBlock.encipher(sample.pin, for: sample.pan, under: key, using: .seeded(1))
        let entropy = Entropy.seeded(2)
        for _ in 0..<100 {
            let other = PAN.generate(prefix: "411111", using: entropy)
            #expect(try PINBlock.decipher(block, for: other, under: key) == nil)
            #expect(try PINBlock.decipher(block, for: sample.pan, under: Secret(entropy.bytes(32))) == nil)
        }
    }
}
