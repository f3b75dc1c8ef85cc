import Payments

/// The payment methods: first those that MoneyHash's guide prints, in its order, and then the others.
enum PaymentMethod: String, CaseIterable, Sendable {
    case cashOutlet = "CASH_OUTLET"
    case mobileWallet = "MOBILE_WALLET"
    case card = "CARD"
    case paypal = "PAYPAL"
    case cashOnDelivery = "CASH_ON_DELIVERY"
    case mPesa = "M_PESA"
    case mobileMoney = "MOBILE_MONEY"
    case cryptoWallet = "CRYPTO_WALLET"
    case googlePay = "GOOGLE_PAY"
    /// A card, whose bank takes the amount in installments.
    case bankInstallments = "BANK_INSTALLMENTS"
    case applePay = "APPLE_PAY"

    init(_ wallet: WalletKind?) {
        switch wallet {
        case .apple: self = .applePay
        case .google: self = .googlePay
        case .samsung, nil: self = .card
        }
    }

    /// Everything in which methods differ.
    var traits: MethodTraits {
        switch self {
        case .cashOutlet: .cashOutlet
        case .mobileWallet: .mobileWallet
        case .card: MethodTraits("Card", icons: ["Visa", "Master_Card"])
        case .paypal: .paypal
        case .cashOnDelivery: .cashOnDelivery
        case .mPesa: .mPesa
        case .mobileMoney: .mobileMoney
        case .cryptoWallet: .cryptoWallet
        case .googlePay: MethodTraits("Google Pay", icons: ["Google%20Pay%20Icon"])
        case .bankInstallments: MethodTraits("Bank Installments", icons: ["Bank_Installments"], isOnPage: false)
        case .applePay: MethodTraits("Apple Pay", icons: ["Apple%20Pay%20Icon"])
        }
    }

    var name: String { traits.name }
    /// Nil if the issuer of a card is asked.
    var provider: LocalProvider? { traits.provider }
    var isWallet: Bool { self == .applePay || self == .googlePay }

    /// Whether a customer of an intent can choose it. A provider takes money at once, and holds none.
    ///
    /// - Parameter isDirect: whether the merchant's own app or page pays it.
    func isOffered(isDirect: Bool, _ operation: IntentOperation) -> Bool {
        (traits.isOnPage || isDirect) && (provider == nil || operation == .purchase)
    }
}

/// A method as data.
struct MethodTraits: Sendable {
    let name: String
    /// The names of its pictures at MoneyHash.
    let icons: [String]
    /// Whether MoneyHash's page offers the method too, besides the merchant's own app or page.
    let isOnPage: Bool
    /// Whether the customer must confirm the choice of the method, because selecting the method may begin the payment.
    let needsConfirmation: Bool
    let provider: LocalProvider?

    init(
        _ name: String, icons: [String], isOnPage: Bool = true, needsConfirmation: Bool = false,
        provider: LocalProvider? = nil
    ) {
        (self.name, self.icons, self.isOnPage) = (name, icons, isOnPage)
        (self.needsConfirmation, self.provider) = (needsConfirmation, provider)
    }
}
