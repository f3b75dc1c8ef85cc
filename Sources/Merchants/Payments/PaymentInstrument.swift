import CardSecrets
import Ledger

/// The instrument that a payment is charged to: a card, or the token of a card that a wallet pays with.
///
/// Its description contains none of its values.
public struct PaymentInstrument: Sendable {
    public struct Expiry: Hashable, Sendable {
        /// Four digits, 2000…2099.
        public let year: Int
        /// 1…12.
        public let month: Int

        /// - Returns: nil if the year or the month is not in its range.
        public init?(year: Int, month: Int) {
            guard (2000...2099).contains(year), (1...12).contains(month) else { return nil }
            (self.year, self.month) = (year, month)
        }
    }

    public enum Kind: Sendable {
        /// A card whose number was typed.
        case card(cvv2: Secret?)
        /// A wallet's token. The cryptogram is that of the wallet, as bytes; the indicator has two digits.
        case token(WalletKind, cryptogram: Secret?, eci: String?)
    }

    public let pan: PAN
    public let expiry: Expiry?
    public let kind: Kind
    /// The amount that the customer agreed to pay on the phone; nil if the wallet did not say, or for a card. A payment
    /// of another amount is refused, so a gateway that may charge another amount sets nil.
    public var agreedAmount: Money?

    public init(pan: PAN, expiry: Expiry?, kind: Kind, agreedAmount: Money? = nil) {
        (self.pan, self.expiry, self.kind, self.agreedAmount) = (pan, expiry, kind, agreedAmount)
    }

    public var wallet: WalletKind? {
        if case .token(let wallet, _, _) = kind { wallet } else { nil }
    }

    /// The wallet's electronic commerce indicator in two digits; nil if the wallet sent none.
    var indicator: String? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard case .token(_, _, let text?) = kind, text.utf8.allSatisfy(digits.contains) else { return nil }
        return switch text.utf8.count {
        case 1: "0\(text)"
        case 2: text
        default: nil
        }
    }

    public var scheme: CardScheme { CardScheme(of: pan) }

    /// The same without the data that must not be stored once the issuer has answered: security code and cryptogram
    /// (PCI DSS 3.3.1).
    public var withoutSensitiveData: PaymentInstrument {
        let kind: Kind = switch kind {
        case .card: .card(cvv2: nil)
        case .token(let wallet, _, let eci): .token(wallet, cryptogram: nil, eci: eci)
        }
        return PaymentInstrument(pan: pan, expiry: expiry, kind: kind, agreedAmount: agreedAmount)
    }
}

extension PaymentInstrument: Redacted {}

/// The network that a card number belongs to, by its first digits (ISO/IEC 7812-1).
public enum CardScheme: String, CaseIterable, Hashable, Sendable {
    case visa = "VISA"
    case mastercard = "MC"
    case discover = "DISCOVER"
    case other = "OTHER"

    public init(of pan: PAN) {
        let bin = Int(pan.bin) ?? 0
        self = switch bin {
        case 400_000...499_999: .visa
        case 510_000...559_999, 222_100...272_099: .mastercard
        case 601_100...601_199, 644_000...659_999: .discover
        default: .other
        }
    }
}
