import CardSecrets
import Ledger
import Payments

/// The values that get fixed answers in the gateway's test environment (UAT). Source: CardPointe, "UAT test card data"
/// and "Test cases". The forced codes are ours, so that codes can be reached that no documented value leads to.
public struct TestValues: Sendable {
    public init() {}

    /// The fixed answer to a payment, whichever issuer the card has.
    enum Outcome: Hashable, Sendable {
        case code(GatewayResponseCode)
        /// This amount is approved, and the rest is not.
        case partial(Money)
    }

    /// - Returns: nil if the issuer is asked.
    func outcome(
        of pan: PAN, _ amount: Money, order: String?, on processor: Processor
    ) -> Outcome? {
        if let forced = Self.forced(by: order) { return .code(forced) }
        if Self.isAmong(Self.timeouts, pan) { return .code(.timedOut) }
        if Self.isAmong([Self.partialCard], pan), let five = Money("5.00", currency: amount.currency),
            amount.minorUnits > five.minorUnits
        {
            return .partial(five)
        }
        if let code = Self.code(of: amount, on: processor) { return .code(code) }
        return Self.declined(pan, on: processor).map { .code($0) }
    }

    /// The outcome of a refund; nil if nothing special happens.
    func refund(_ amount: Money, order: String?, on processor: Processor) -> GatewayResponseCode? {
        Self.forced(by: order) ?? Self.code(of: amount, on: processor)
    }

    // MARK: Amounts

    /// Amounts of 1000 to 1999 name a code by the last three digits before the point.
    private static func code(of amount: Money, on processor: Processor) -> GatewayResponseCode? {
        var unit: Int64 = 1
        for _ in 0..<amount.currency.exponent { unit *= 10 }
        let whole = amount.minorUnits / unit
        guard (1000...1999).contains(whole) else { return nil }
        let digits = String(String(whole).suffix(3))
        let code = processor == .rapidConnect ? digits : String(digits.suffix(2))
        guard processor == .rapidConnect || digits.hasPrefix("0") else { return nil }
        return GatewayResponseCode.find(code, of: processor)
    }

    /// An order such as `code-PPS-61` names its own answer.
    private static func forced(by order: String?) -> GatewayResponseCode? {
        let parts = (order ?? "").split(separator: "-")
        guard parts.count == 3, parts[0] == "code", let named = Processor(rawValue: String(parts[1])) else {
            return nil
        }
        return GatewayResponseCode.find(String(parts[2]), of: named)
    }

    /// An account such as `error-53` names the error that CardSecure answers.
    func error(namedBy account: String) -> CardSecureError? {
        let parts = account.split(separator: "-")
        guard parts.count == 2, parts[0] == "error", let number = Int(parts[1]) else { return nil }
        return CardSecureError.Code(rawValue: number).map { CardSecureError($0) }
    }

    // MARK: Cards

    /// The tokens of two cards in public recordings of the test environment.
    private static let tokens = ["4111111111111111": "9418594164541111", "4788250000121443": "9477709629051443"]

    /// The digits without meaning in the card's token; nil if they are made from a hash.
    func tokenDigits(of pan: PAN) -> String? { pan.reveal { Self.tokens[$0] }.flatMap { CardToken($0)?.middle } }

    /// Nil if no card is known to have this token.
    func card(of token: CardToken) -> PAN? {
        Self.tokens.first { $0.value == token.text }.flatMap { PAN(ofAnyIssuer: $0.key) }
    }

    private static let timeouts = ["4999006200620062", "5111006200620062", "6465006200620062"]
    private static let partialCard = "4387750101010101"

    /// Cards that are always declined, with the code of each processor.
    private static let declinedCards: [(number: String, rapidConnect: String, firstDataNorth: String)] = [
        ("4387751111111020", "107", "01"), ("4387751111111038", "100", "05"), ("4387751111111046", "101", "54"),
        ("4387751111111053", "500", "NU"), ("5442981111111023", "107", "01"), ("5442981111111031", "100", "05"),
        ("5442981111111049", "101", "54"), ("5442981111111056", "500", "NU"), ("6011000995511122", "107", "01"),
        ("6011000995511130", "100", "05"), ("6011000995511148", "101", "54"), ("6011000995511155", "500", "NU"),
    ]

    private static func declined(_ pan: PAN, on processor: Processor) -> GatewayResponseCode? {
        let card = pan.reveal { number in declinedCards.first { $0.number == number } }
        return card.flatMap { card in
            GatewayResponseCode.find(
                processor == .rapidConnect ? card.rapidConnect : card.firstDataNorth, of: processor)
        }
    }

    private static func isAmong(_ numbers: [String], _ pan: PAN) -> Bool { pan.reveal(numbers.contains) }
}

/// The fixed answers about the address and the security code.
extension TestValues {
    /// `cvvresp`: M for a match, N for none, P not processed, U unknown; nil if the issuer judges the code.
    func securityCode(_ code: String?) -> String? {
        switch code {
        case "112": "M"
        case "111": "N"
        case "222": "P"
        case "333": "U"
        default: nil
        }
    }

    /// `avsresp`: the answer that the last three characters of the postal code name, or three digits of the street.
    func address(postal: String?, street: String?) -> String {
        if let postal, let named = Self.addressCodes[String(postal.suffix(3)).uppercased()] { return named }
        let digits = Self.triples(in: street ?? "")
        return digits.lazy.compactMap { Self.addressCodes[$0] }.first ?? Self.usualAddressCode
    }

    private static let usualAddressCode = "Y"

    private static let addressCodes: [String: String] = {
        let rows = [
            "X 1A1 224", "Y 1A2 225 406", "A 1A3 111 201", "W 1A4 223", "Z 1A5 113 226", "N 1A6 112 214", "U 1A7 221",
            "G 1A8 207", "R 1A9 218", "E 2B1 205", "S 2B2 219", "Q 2B3 228", "D 2B4 204 227", "B 2B5 202", "C 2B6 203",
            "P 2B7 216", "I 2B8 209", "M 2B9 213",
        ]
        return Dictionary(
            uniqueKeysWithValues: rows.flatMap { row in
                let words = row.split(separator: " ").map(String.init)
                return words.dropFirst().map { ($0, words[0]) }
            })
    }()

    /// All runs of three digits, such as 311, 112 and 125 in `31125 Main Street`.
    private static func triples(in text: String) -> [String] {
        let bytes = Array(text.utf8.prefix(128))
        return bytes.indices.dropLast(2).compactMap { start in
            let run = bytes[start..<start + 3]
            return run.allSatisfy(isASCIIDigit) ? String(decoding: run, as: UTF8.self) : nil
        }
    }
}
