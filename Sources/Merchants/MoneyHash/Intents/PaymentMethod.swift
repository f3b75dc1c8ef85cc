import Payments

/// What a customer can pay with here.
enum PaymentMethod: String, CaseIterable, Sendable {
    case card = "CARD"
    case applePay = "APPLE_PAY"
    case googlePay = "GOOGLE_PAY"
    /// A card, whose bank takes the amount in installments.
    case bankInstallments = "BANK_INSTALLMENTS"

    init(_ wallet: WalletKind?) {
        switch wallet {
        case .apple: self = .applePay
        case .google: self = .googlePay
        case .samsung, nil: self = .card
        }
    }

    var name: String {
        switch self {
        case .card: "Card"
        case .applePay: "Apple Pay"
        case .googlePay: "Google Pay"
        case .bankInstallments: "Bank Installments"
        }
    }

    /// The names of its pictures at MoneyHash. The guide prints those of cards and of Google Pay.
    var icons: [String] {
        switch self {
        case .card: ["Visa", "Master_Card"]
        case .applePay: ["Apple%20Pay%20Icon"]
        case .googlePay: ["Google%20Pay%20Icon"]
        case .bankInstallments: ["Bank_Installments"]
        }
    }

    var isWallet: Bool { self == .applePay || self == .googlePay }

    /// Whether MoneyHash's page has it, too. The merchant's own app or page has all of them.
    var isOnPage: Bool { self != .bankInstallments }
}
