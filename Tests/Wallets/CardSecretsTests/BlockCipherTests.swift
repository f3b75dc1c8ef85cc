import Testing

@testable import CardSecrets

@Suite("AES and Triple-DES")
struct BlockCipherTests {
    /// FIPS 197, appendix C.1 and C.3.
    @Test("AES gives the ciphertext that FIPS 197 publishes", arguments: [
        ("000102030405060708090A0B0C0D0E0F", "69C4E0D86A7B0430D8CDB78070B4C55A"),
        (
            "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F",
            "8EA2B7CA516745BFEAFC49904B496089"
        ),
    ])
    func aesVectors(key: String, ciphertext: String) throws {
        let cipher = BlockCipher(aes: try secret(key))
        let plaintext = try bytes("00112233445566778899AABBCCDDEEFF")
        #expect(try cipher.encrypt(plaintext) == bytes(ciphertext))
        #expect(try cipher.decrypt(bytes(ciphertext)) == plaintext)
    }

    /// With equal halves, Triple-DES is single DES. Source of the vector: J. Orlin Grabbe, "The DES Algorithm
    /// Illustrated".
    @Test("Triple-DES with equal halves of the key is single DES")
    func equalHalves() throws {
        let key = try secret("133457799BBCDFF1")
        let cipher = BlockCipher(tripleDES: key, key)
        #expect(try cipher.encrypt(bytes("0123456789ABCDEF")) == bytes("85E813540F0AB405"))
        #expect(try cipher.decrypt(bytes("85E813540F0AB405")) == bytes("0123456789ABCDEF"))
    }

    @Test("Triple-DES with different halves differs from single DES and decrypts")
    func differentHalves() throws {
        let cipher = BlockCipher(tripleDES: try secret("133457799BBCDFF1"), try secret("FEDCBA9876543210"))
        let ciphertext = try cipher.encrypt(bytes("0123456789ABCDEF"))
        #expect(try ciphertext != bytes("85E813540F0AB405"))
        #expect(try cipher.decrypt(ciphertext) == bytes("0123456789ABCDEF"))
    }
}
