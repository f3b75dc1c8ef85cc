/// The three digits printed on a card, or stored in its stripe or chip. They prove that the number was not guessed.
public struct CVV: Sendable, Equatable {
    let digits: Secret

    /// The only access to the digits. The body must not pass them on, except to the cardholder.
    public func reveal<R, E: Error>(_ body: (String) throws(E) -> R) throws(E) -> R {
        try digits.revealText(body)
    }
}

/// The key pair (CVK A, CVK B) that a card's verification values are computed from, so that none is ever stored.
///
/// Visa's CVV and Mastercard's CVC are one algorithm, and CVV2 and iCVV differ from them only in the service code. The
/// issuer may choose the order of the expiry but must then keep to it (YYMM or MMYY: IBM 4758 CCA Basic Services 2.54,
/// CVV_Verify). Tessera uses YYMM for all three: track 2 has the expiry in that order (ISO/IEC 7813), Visa CVV2s are
/// said to use it usually (darkcoding.net, "CVV numbers"), and with one order for all three no two can be confused.
public struct CardVerificationKey: Sendable {
    /// The service code that stands for "printed on the card" (CVV2, CVC2).
    public static let printedServiceCode = "000"
    /// The service code that stands for "in the chip" (iCVV, Chip CVC).
    public static let chipServiceCode = "999"

    private let single: BlockCipher
    private let double: BlockCipher

    /// - Parameter pair: 16 bytes, CVK A before CVK B; parity bits are ignored, as is usual.
    public init(_ pair: Secret) {
        precondition(pair.count == 16, "A CVK pair has 16 bytes, not \(pair.count).")
        let (a, b) = pair.withBytes { (Secret(Array($0.prefix(8))), Secret(Array($0.suffix(8)))) }
        single = BlockCipher(tripleDES: a, a)
        double = BlockCipher(tripleDES: a, b)
    }

    public func cvv2(pan: PAN, expiryMonth: Int, expiryYear: Int) throws(VaultFailure) -> CVV {
        try cvv(pan: pan, expiryMonth: expiryMonth, expiryYear: expiryYear, serviceCode: Self.printedServiceCode)
    }

    /// - Parameters:
    ///   - expiryMonth: 1…12.
    ///   - expiryYear: with the century or without.
    ///   - serviceCode: three digits; the magnetic stripe's real one, ``printedServiceCode`` or ``chipServiceCode``.
    public func cvv(
        pan: PAN, expiryMonth: Int, expiryYear: Int, serviceCode: String
    ) throws(VaultFailure) -> CVV {
        precondition(1...12 ~= expiryMonth && expiryYear >= 0, "\(expiryYear)-\(expiryMonth) is no month of a year.")
        return try cvv(pan: pan, expiryDigits: [expiryYear % 100, expiryMonth], serviceCode: serviceCode)
    }

    func cvv(pan: PAN, expiryDigits: [Int], serviceCode: String) throws(VaultFailure) -> CVV {
        precondition(serviceCode.utf8.count == 3 && serviceCode.utf8.allSatisfy(isASCIIDigit))
        var nibbles = Nibbles(capacity: 32)
        pan.digits.withBytes { nibbles.append(digits: $0) }
        for pair in expiryDigits { nibbles.append(digits: [UInt8(pair / 10), UInt8(pair % 10)]) }
        nibbles.append(digits: serviceCode.utf8)
        nibbles.fill(with: 0, to: 32)
        var data = nibbles.packed()
        defer { data.wipe() }

        let first = try single.encrypt(Array(data.prefix(8)))
        let last = try double.encrypt(zip(first, data.suffix(8)).map { $0 ^ $1 })
        return CVV(digits: Secret(Self.decimalised(last)))
    }

    /// The first three decimal digits from the left. If there are fewer, the letters A to F follow from the left, each
    /// minus ten.
    private static func decimalised(_ block: [UInt8]) -> [UInt8] {
        let nibbles = block.flatMap { [$0 >> 4, $0 & 0x0F] }
        let candidates = nibbles.filter { $0 < 10 } + nibbles.filter { $0 >= 10 }.map { $0 - 10 }
        return candidates.prefix(3).map { UInt8(ascii: "0") + $0 }
    }
}
