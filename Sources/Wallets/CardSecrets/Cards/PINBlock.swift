/// A PIN as it may be stored or sent: 16 bytes that only the PIN key opens, and only for the card it was made for.
///
/// Format 4, because its fill is random: the blocks of two cards with the same PIN, or of one card set to the same PIN
/// twice, have nothing in common. The card number is mixed in between two encryptions, so that a block copied to
/// another card decrypts to noise, which lacks the form of a PIN field and is refused. Source: ISO 9564-1:2017,
/// extended PIN block format 4.
public enum PINBlock {
    public static let length = 16

    /// - Parameter key: an AES key of 16 or 32 bytes.
    public static func encipher(
        _ pin: PIN, for pan: PAN, under key: Secret, using entropy: Entropy
    ) throws(VaultFailure) -> [UInt8] {
        var clear = field(of: pin) + entropy.bytes(8)
        defer { clear.wipe() }
        let cipher = BlockCipher(aes: key)
        return try cipher.encrypt(mix(cipher.encrypt(clear), with: pan))
    }

    /// The PIN; nil if the block was not made for this card under this key.
    public static func decipher(_ block: [UInt8], for pan: PAN, under key: Secret) throws(VaultFailure) -> PIN? {
        guard block.count == length else { return nil }
        let cipher = BlockCipher(aes: key)
        var clear = try cipher.decrypt(mix(cipher.decrypt(block), with: pan))
        defer { clear.wipe() }
        return pin(inField: clear.prefix(8))
    }

    /// The half of the clear block that holds the PIN: 8 bytes, with the nibble 4, the length, the PIN, and the nibble
    /// A up to the end.
    static func field(of pin: PIN) -> [UInt8] {
        var nibbles = Nibbles(capacity: 16)
        nibbles.append(4)
        nibbles.append(UInt8(pin.digits.count))
        pin.digits.withBytes { nibbles.append(digits: $0) }
        nibbles.fill(with: 0xA, to: 16)
        return nibbles.packed()
    }

    private static func pin(inField field: ArraySlice<UInt8>) -> PIN? {
        var nibbles = field.flatMap { [$0 >> 4, $0 & 0x0F] }
        defer { nibbles.wipe() }
        let length = Int(nibbles[1])
        guard nibbles[0] == 4, 4...12 ~= length else { return nil }
        let (digits, fill) = (nibbles.dropFirst(2).prefix(length), nibbles.dropFirst(2 + length))
        guard digits.allSatisfy({ $0 < 10 }), fill.allSatisfy({ $0 == 0xA }) else { return nil }
        return PIN(digits: Secret(digits.map { UInt8(ascii: "0") + $0 }))
    }

    /// Adds, modulo 2, the card number's field: the length minus 12, the number, and zeros up to 16 bytes.
    private static func mix(_ block: [UInt8], with pan: PAN) -> [UInt8] {
        var nibbles = Nibbles(capacity: 32)
        nibbles.append(UInt8(pan.digits.count - 12))
        pan.digits.withBytes { nibbles.append(digits: $0) }
        nibbles.fill(with: 0, to: 32)
        var field = nibbles.packed()
        defer { field.wipe() }
        return zip(block, field).map { $0 ^ $1 }
    }
}
