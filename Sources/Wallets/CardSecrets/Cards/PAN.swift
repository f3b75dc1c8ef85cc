/// A primary account number: the digits on the card. This issuer's cards have sixteen.
///
/// A value that fails the Luhn check cannot exist, so a mistyped or corrupted number is noticed on input. The parts
/// that may be shown (PCI DSS 3.4.1: at most the BIN and the last four) are properties. The whole number is behind
/// `reveal`, so that a search for that word finds every place that shows it. Source: ISO/IEC 7812-1.
public struct PAN: Sendable, Equatable {
    public static let length = 16

    package let digits: Secret

    /// Nil unless `text` is sixteen ASCII digits with a correct check digit.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length else { return nil }
        self.init(ofAnyIssuer: text)
    }

    /// How many digits the numbers of all issuers have: Diners Club 14, American Express 15.
    public static let lengthsOfAllIssuers = 14...16

    /// A number that another issuer may have given. Nil unless `text` is 14 to 16 ASCII digits with a correct check
    /// digit.
    public init?(ofAnyIssuer text: String) {
        let ascii = text.utf8
        guard Self.lengthsOfAllIssuers.contains(ascii.count), ascii.allSatisfy(isASCIIDigit), let last = ascii.last,
            luhnCheckDigit(of: ascii.dropLast()) == last, let digits = Secret(digits: text)
        else { return nil }
        self.digits = digits
    }

    /// For published test vectors, whose numbers were not chosen to pass the Luhn check.
    init(uncheckedDigits digits: Secret) {
        precondition(digits.count == Self.length)
        self.digits = digits
    }

    /// A new card number: the issuer's prefix, digits drawn without bias, and the check digit.
    ///
    /// The number may already be in use; the database ensures uniqueness.
    /// - Parameter prefix: six to eight digits, which a constraint on the program's row ensures.
    public static func generate(prefix: String, using entropy: Entropy) -> PAN {
        let issuer = Array(prefix.utf8)
        precondition(
            6...8 ~= issuer.count && issuer.allSatisfy(isASCIIDigit),
            "A BIN prefix is six to eight digits; this one has \(issuer.count) characters."
        )
        var ascii: [UInt8] = []
        ascii.reserveCapacity(length)
        ascii += issuer
        ascii += entropy.digits(length - 1 - issuer.count).utf8
        ascii.append(luhnCheckDigit(of: ascii))
        return PAN(uncheckedDigits: Secret(ascii))
    }

    /// The first six digits. They identify the issuer, not the cardholder.
    public var bin: String { digits.withBytes { String(decoding: $0.prefix(6), as: UTF8.self) } }

    public var lastFour: String { digits.withBytes { String(decoding: $0.suffix(4), as: UTF8.self) } }

    /// The only access to the whole number. The body must not pass it on, except to the cardholder.
    public func reveal<R, E: Error>(_ body: (String) throws(E) -> R) throws(E) -> R {
        try digits.revealText(body)
    }
}
