import CardSecrets
import Validation

/// A CardSecure token: sixteen digits that begin with 9, then the first two and at the end the last four digits of the
/// number that it stands for. Everything between says nothing.
struct CardToken: Hashable, Sendable {
    let text: String

    /// How many digits between the shown ones are free.
    static let freeDigits = 9

    /// Nil if the text has not the form of a token.
    init?(_ text: String) {
        guard text.utf8.count == PAN.length, text.utf8.first == UInt8(ascii: "9"), text.utf8.allSatisfy(isASCIIDigit)
        else { return nil }
        self.text = text
    }

    /// - Parameter middle: ``freeDigits`` digits.
    init(for pan: PAN, middle: String) {
        precondition(middle.utf8.count == Self.freeDigits && middle.utf8.allSatisfy(isASCIIDigit))
        text = "9" + pan.bin.prefix(2) + middle + pan.lastFour
    }

    var lastFour: String { String(text.suffix(4)) }

    /// Nine digits of a hash, for a token that is the same for each use of its number.
    static func middle(from hash: [UInt8]) -> String {
        let number = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000_000
        return String(String(number + 1_000_000_000).dropFirst())
    }

    /// The digit with which no network's numbers begin, so a token is not mistaken for a card.
    static func isToken(_ account: String) -> Bool { CardToken(account) != nil }
}

/// What `account` may be in a request.
enum PaymentAccount: Sendable {
    case token(CardToken)
    case number(PAN)

    /// Reads a card's number, with or without spaces, or a token.
    static func read(_ text: String) throws(Refused) -> PaymentAccount {
        let digits = text.filter { $0 != " " }
        if let token = CardToken(digits) { return .token(token) }
        guard !digits.isEmpty, digits.utf8.allSatisfy(isASCIIDigit) else { throw Refused(.invalidCard) }
        if let pan = PAN(digits) { return .number(pan) }
        guard digits.utf8.count >= 12, digits.utf8.count <= 19 else { throw Refused(.invalidCard) }
        throw Refused(digits.utf8.count == PAN.length ? .badCheckDigit : .unknownCardType)
    }
}

