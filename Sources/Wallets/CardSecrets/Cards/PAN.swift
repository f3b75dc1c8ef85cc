/// A primary account number: the sixteen digits on the card.
///
/// There is no way to hold one that fails the Luhn check, so that a mistyped or corrupted number is noticed where it
/// comes in. What may be shown (PCI DSS 3.4.1: at most the BIN and the last four) is a property; the whole number is
/// behind `reveal`, so that a search for that word finds every place it is shown. Source: ISO/IEC 7812-1.
public struct PAN: Sendable, Equatable {
    public static let length = 16

    package let digits: Secret

    /// Nil unless `text` is sixteen ASCII digits with a correct check digit.
    public init?(_ text: String) {
        let ascii = text.utf8
        guard ascii.count == Self.length, ascii.allSatisfy(isASCIIDigit), let last = ascii.last,
            luhnCheckDigit(of: ascii.dropLast()) == last, let digits = Secret(digits: text)
        else { return nil }
        self.digits = digits
    }

    /// For published test vectors, whose numbers were not chosen to pass the Luhn check.
    init(uncheckedDigits digits: Secret) {
        precondition(digits.count == Self.length)
        self.digits = digits
    }

    /// A new number of an issuer: its prefix, digits drawn without bias, and the check digit.
    ///
    /// It is not known to be unused; uniqueness is the database's to promise.
    /// - Parameter prefix: six to eight digits, as the program's row holds them under a constraint of its own.
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

    /// The first six digits: who issued the card, not whose it is.
    public var bin: String { digits.withBytes { String(decoding: $0.prefix(6), as: UTF8.self) } }

    public var lastFour: String { digits.withBytes { String(decoding: $0.suffix(4), as: UTF8.self) } }

    /// The only access to the whole number. The body must not let it out, except to the cardholder.
    public func reveal<R, E: Error>(_ body: (String) throws(E) -> R) throws(E) -> R {
        try digits.revealText(body)
    }
}
