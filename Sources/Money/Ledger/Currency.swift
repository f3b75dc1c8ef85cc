/// A currency of ISO 4217, with the number of decimals that its amounts have.
///
/// Codes without a minor unit are not known, because no amount can be written in them: metals, units of account, and
/// the codes for tests and for no currency (XAU, XDR, XTS, XXX and others).
public struct Currency: Hashable, Sendable, CustomStringConvertible {
    /// Three capital letters, such as EUR.
    public let code: String
    /// The number in ISO 8583 messages, 1…999; written with three digits.
    public let number: Int
    /// How many decimals an amount has: 2 for EUR, 0 for JPY, 3 for KWD.
    public let exponent: Int

    init(code: String, number: Int, exponent: Int) {
        self.code = code
        self.number = number
        self.exponent = exponent
    }

    /// Finds a currency by its letters; nil if ISO 4217 has no such currency.
    public init?(_ code: String) {
        guard let known = Self.byCode[code] else { return nil }
        self = known
    }

    /// Finds a currency by its number, such as 978; nil if ISO 4217 has no such currency.
    public init?(number: Int) {
        guard let known = Self.byNumber[number] else { return nil }
        self = known
    }

    /// The code.
    public var description: String { code }

    /// The number as an ISO 8583 field has it, such as 036 for AUD.
    public var digits: String { String(String(number + 1000).suffix(3)) }

    private static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
    private static let byNumber = Dictionary(all.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
}
