import CardSecrets
import Payments
import Validation

/// A CardSecure token: sixteen digits that begin with 9, then the first two and at the end the last four digits of the
/// number that it stands for. The digits between have no meaning.
struct CardToken: Hashable, Sendable {
    let text: String

    private static let length = 16

    /// How many digits between the shown ones are free.
    static let freeDigits = 9

    /// Nil if the text has not the form of a token.
    init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.first == UInt8(ascii: "9"), text.utf8.allSatisfy(isASCIIDigit)
        else { return nil }
        self.text = text
    }

    /// - Parameter middle: ``freeDigits`` digits.
    init(for instrument: PaymentInstrument, middle: String) {
        precondition(middle.utf8.count == Self.freeDigits && middle.utf8.allSatisfy(isASCIIDigit))
        text = "9" + instrument.shownPrefix + middle + instrument.pan.lastFour
    }

    /// The digits that say nothing.
    var middle: String { String(text.dropFirst(3).prefix(Self.freeDigits)) }

    var lastFour: String { String(text.suffix(4)) }

    /// Nine digits of a hash, for a token that is the same for each use of its number.
    static func middle(from hash: [UInt8]) -> String {
        let number = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000_000
        return String(String(number + 1_000_000_000).dropFirst())
    }

    /// The digit with which no network's numbers begin, so a token is not mistaken for a card.
    static func isToken(_ account: String) -> Bool { CardToken(account) != nil }
}

/// The forms that `account` can have in a request.
enum PaymentAccount: Sendable {
    case token(CardToken)
    case number(PAN)
    case bank(BankAccount)

    /// Reads a card's number, with or without spaces, or a token; with `bankaba` or `accttype` a bank's account.
    ///
    /// - Returns: nil if there is none.
    static func read(_ fields: RequestFields) throws(Refused) -> PaymentAccount? {
        guard let text = try fields.text(.account) else { return nil }
        let digits = text.filter { $0 != " " }
        if let token = CardToken(digits) { return .token(token) }
        if let routing = try fields.text(.bankRouting) {
            return .bank(try BankAccount(routing: routing, number: digits))
        }
        guard try isCheck(fields) == false else { throw Refused(.invalidCard, "bankaba is missing") }
        guard !digits.isEmpty, digits.utf8.allSatisfy(isASCIIDigit) else { throw Refused(.invalidCard) }
        if let pan = PAN(ofAnyIssuer: digits) { return .number(pan) }
        if PAN.lengthsOfAllIssuers.contains(digits.utf8.count) { throw Refused(.badCheckDigit) }
        throw Refused((12...19).contains(digits.utf8.count) ? .unknownCardType : .invalidCard)
    }

    /// Whether a request is about a bank account.
    static func isCheck(_ fields: RequestFields) throws(Refused) -> Bool {
        let (type, routing) = (try fields.text(.accountType), try fields.text(.bankRouting))
        return isCheck(type: type) || routing != nil
    }

    /// Whether `accttype` is that of a bank account.
    static func isCheck(type: String?) -> Bool { ["ECHK", "ESAV"].contains(type?.uppercased()) }
}

