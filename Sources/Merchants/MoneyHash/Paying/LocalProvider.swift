import Foundation
import HTTPContract
import Payments

/// The provider behind a method that needs no card: the customer's data that it needs, and the way in which the
/// customer pays.
struct LocalProvider: Sendable {
    enum Way: Hashable, Sendable {
        /// On a page of the provider.
        case page
        /// Somewhere else. The customer reads the sentence, in which `{amount}`, `{reference}` and `{phone}` are
        /// placeholders.
        case elsewhere(String)
    }

    /// The fields that it needs: MoneyHash's `required_billing_fields`.
    let fields: [BillingField]
    let way: Way
    /// How long it waits for the customer.
    let waitSeconds: Double

    /// The instruction for a customer who pays elsewhere; nil if the provider has a page.
    func instruction(for payment: Payment, _ billing: JSONObject?) -> String? {
        guard case .elsewhere(let sentence) = way else { return nil }
        let phone = billing?.text("mobile_wallet_number") ?? billing?.text("phone_number") ?? ""
        return sentence.replacing("{amount}", with: "\(payment.amount)")
            .replacing("{reference}", with: payment.reference).replacing("{phone}", with: phone)
    }

    /// The fields that the merchant has not sent, or sent with an error.
    func missing(in billing: JSONObject?) -> [BillingField] { fields.filter { $0.problem(in: billing) != nil } }
}

// The names, the pictures and whether a confirmation is required are those of MoneyHash's guide. The rest is decided.
extension MethodTraits {
    private static let minute = 60.0
    private static let day = 24 * 60 * minute

    static let cashOutlet = MethodTraits(
        "Cash Outlet", icons: ["payat-checkout"], needsConfirmation: true,
        provider: LocalProvider(
            fields: [.firstName, .lastName, .email, .phone],
            way: .elsewhere("Pay {amount} at a cash outlet. Your reference is {reference}."), waitSeconds: 3 * day))

    static let mobileWallet = onPhone(
        "Mobile Wallet", icon: "Mobile_Wallet", field: .walletNumber, "Approve {amount} in the wallet of {phone}.")

    static let paypal = MethodTraits(
        "Paypal", icons: ["Paypal"], needsConfirmation: true,
        provider: LocalProvider(fields: [], way: .page, waitSeconds: 60 * minute))

    static let cashOnDelivery = MethodTraits(
        "Cash On Delivery", icons: ["Cash"], needsConfirmation: true,
        provider: LocalProvider(
            fields: [.firstName, .lastName, .phone, .address],
            way: .elsewhere("Pay {amount} in cash when the order arrives."), waitSeconds: 14 * day))

    static let mPesa = onPhone(
        "M-Pesa", icon: "M-Pesa-icon", field: .phone, "Type the PIN of M-Pesa on {phone} to pay {amount}.")

    static let mobileMoney = onPhone(
        "Mobile Money", icon: "Mobile_Wallet", field: .phone, "Approve {amount} on {phone}.")

    static let cryptoWallet = MethodTraits(
        "Crypto Wallet", icons: ["crypto_method"],
        provider: LocalProvider(fields: [.email], way: .page, waitSeconds: 30 * minute))

    /// The customer approves the payment on a phone, whose number the provider needs.
    private static func onPhone(
        _ name: String, icon: String, field: BillingField, _ sentence: String
    ) -> MethodTraits {
        MethodTraits(
            name, icons: [icon],
            provider: LocalProvider(fields: [field], way: .elsewhere(sentence), waitSeconds: 15 * minute))
    }
}
