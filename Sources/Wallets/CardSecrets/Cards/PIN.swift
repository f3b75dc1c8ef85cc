/// A personal identification number: four to twelve digits that only its owner may know.
///
/// A program decides how long its PINs are and whether they can be changed. Four to twelve digits is what any PIN block
/// can hold. Source: ISO 9564-1.
public struct PIN: Sendable {
    let digits: Secret

    /// Nil unless `text` is four to twelve ASCII digits.
    public init?(_ text: String) {
        guard 4...12 ~= text.utf8.count, let digits = Secret(digits: text) else { return nil }
        self.digits = digits
    }

    init(digits: Secret) {
        precondition(4...12 ~= digits.count)
        self.digits = digits
    }

    /// The only access to the digits. The body must not pass them on, except to the cardholder.
    public func reveal<R, E: Error>(_ body: (String) throws(E) -> R) throws(E) -> R {
        try digits.revealText(body)
    }
}

extension PIN: Equatable {
    /// Takes the same time for any two PINs, even of different lengths: it compares PIN block fields, which all have
    /// the same length.
    public static func == (left: PIN, right: PIN) -> Bool {
        Secret(PINBlock.field(of: left)) == Secret(PINBlock.field(of: right))
    }
}
