import CardSecrets
import SimulatedWallets
import Testing

@Suite("The cryptogram of a payment with a phone")
struct PaymentCryptogramTests {
    private static let key = Secret((0..<32).map { UInt8($0) })
    private static let visa = "4895370000000007"
    private static let mastercard = "5353751234567899"

    private func payment(
        _ dpan: String = visa, _ minorUnits: Int64 = 1250, _ currency: String = "EUR", isInStore: Bool = false
    ) throws -> PaymentCryptogram.Payment {
        PaymentCryptogram.Payment(
            dpan: try #require(PAN(dpan)), minorUnits: minorUnits, currencyCode: currency, isInStore: isInStore)
    }

    private func cryptogram(
        of payment: PaymentCryptogram.Payment, counter: UInt16 = 1, _ number: UInt32 = 0,
        under key: Secret = key
    ) -> PaymentCryptogram {
        PaymentCryptogram(of: payment, counter: counter, unpredictableNumber: number, under: key)
    }

    /// Computed with Python's hmac:
    /// `head = bytes([1]) + counter.to_bytes(2, "big") + number`, then `head + hmac.new(key, b"Tessera payment
    /// cryptogram" + head + dpan + place + amount.to_bytes(8, "big") + currency, "sha256").digest()[:13]`, where
    /// `place` is `b"S"` in a shop and `b"A"` in an app.
    @Test("Cryptograms equal those that another implementation computed")
    func vectors() throws {
        let first = cryptogram(of: try payment())
        #expect(EncodedBytes.hexadecimal(first.bytes) == "010001000000005cd93ec1a7c8ca05c9a9e4a4ea")
        let largest = cryptogram(
            of: try payment(Self.mastercard, 999_999_999_999, "JPY", isInStore: true), counter: .max,
            0xDEAD_BEEF)
        #expect(EncodedBytes.hexadecimal(largest.bytes) == "01ffffdeadbeefae8067c9626bf732a6eb8422eb")
        let verification = cryptogram(
            of: try payment(Self.visa, 0, "KWD"), counter: 258, 0x0102_0304,
            under: Secret([UInt8](repeating: 0, count: 32)))
        #expect(EncodedBytes.hexadecimal(verification.bytes) == "01010201020304ca1d93563de16de038d1592b3a")
    }

    @Test("A cryptogram has 20 bytes, 28 characters of Base64, and shows its counter and unpredictable number")
    func layout() throws {
        let made = cryptogram(of: try payment(), counter: 513, 0x0908_0706)
        #expect(made.bytes.count == PaymentCryptogram.length && EncodedBytes.base64(made.bytes).count == 28)
        #expect(made.counter == 513 && made.unpredictableNumber == [9, 8, 7, 6])
        #expect(PaymentCryptogram(made.bytes) == made)
        #expect(PaymentCryptogram([]) == nil)
        #expect(PaymentCryptogram(Array(made.bytes.dropLast())) == nil && PaymentCryptogram(made.bytes + [0]) == nil)
        #expect(PaymentCryptogram([2] + made.bytes.dropFirst()) == nil, "another version")
        #expect("\(made)" == "a cryptogram with the counter 513", "its code is not printed")
    }

    @Test("A cryptogram is genuine only for its key and for every value of its payment")
    func binding() throws {
        let made = cryptogram(of: try payment())
        #expect(made.isGenuine(for: try payment(), under: Self.key))
        #expect(!made.isGenuine(for: try payment(), under: Secret((1...32).map { UInt8($0) })))
        for other in [
            try payment(Self.mastercard), try payment(Self.visa, 1251), try payment(Self.visa, -1250),
            try payment(Self.visa, 1250, "EUQ"), try payment(Self.visa, 1250, "EU"), try payment(isInStore: true),
        ] {
            #expect(!made.isGenuine(for: other, under: Self.key))
        }
    }

    @Test("A cryptogram with any bit changed is not genuine")
    func changedBits() throws {
        let (payment, made) = (try payment(), cryptogram(of: try payment()))
        for bit in 0..<8 * PaymentCryptogram.length {
            var bytes = made.bytes
            bytes[bit / 8] ^= 1 << (bit % 8)
            #expect(PaymentCryptogram(bytes)?.isGenuine(for: payment, under: Self.key) != true, "bit \(bit)")
        }
    }
}
