import CardAPI
import HTTPContract

/// The state that must exist before a request of the contract is sent. Pact calls it a provider state.
///
/// The sandbox sets up each state for a new customer, so no verification depends on an earlier one, and returns the
/// values under these names. A Pact file puts the values into its requests.
public enum ProviderState: String, Sendable, CaseIterable {
    case customer = "a customer"
    case loadedAccount = "a customer has money on an account"
    case payment = "a customer has paid with a card"
    case purchase = "a merchant has collected a customer's payment"
    case dispute = "a customer disputes a payment"
    case evidence = "a customer has added a file to a dispute"
    case deposit = "a customer has the preview of a deposit"
    case transfer = "a customer has money and the preview of a transfer"
    case withdrawal = "a customer has money and the preview of a withdrawal"
    case card = "a customer has a card"
    case guardedCard = "a customer has a card and must authenticate to change it"
    case deliveredCard = "a customer has been sent a physical card"
    case suspendedCard = "a customer has no tries left to activate a card"
    case tokenization = "a customer is putting a card into Google Pay"
    case authenticationEvent = "a customer must authenticate"
    case challenge = "a customer has been sent a code"
    case outsourcedEvent = "a customer must authenticate to the partner"
    case trustedDevice = "a customer trusts a device"
    case bulkOrder = "cards have been ordered in bulk"
    /// No receiver listens there, because a test of a contract must not reach anyone.
    case receiver = "the brand can be reached on the machine of the service"
    case subscription = "the brand has a webhook"
    case delivery = "an event is on its way to the brand"

    /// The names of the state's values: four that every state has, and its own.
    public var values: [String] { ["customerId", "customerToken", "cardDataToken", "businessToken"] + ownValues }

    /// The names of all values.
    public static let allValues = allCases.flatMap(\.values).reduce(into: [String]()) { all, name in
        if !all.contains(name) { all.append(name) }
    }

    /// The names of the secret values.
    public static let secretValues: Set = ["customerToken", "cardDataToken", "businessToken", "cvv", "otp"]

    var ownValues: [String] {
        switch self {
        case .customer: []
        case .loadedAccount: ["accountId", "transactionId"]
        case .payment: ["accountId", "transactionId", "cardId", "authorizationId"]
        case .purchase: Self.payment.ownValues
        case .dispute: Self.payment.ownValues + ["disputeId"]
        case .evidence: Self.dispute.ownValues + ["evidenceId"]
        case .deposit: ["depositId"]
        case .transfer: ["accountId", "transactionId", "transferId"]
        case .withdrawal: ["accountId", "transactionId", "withdrawalId"]
        case .card, .guardedCard, .suspendedCard: ["cardId"]
        case .deliveredCard: ["cardId", "lastFourDigits", "cvv"]
        case .tokenization: ["cardId", "dpanRef", "walletId"]
        case .authenticationEvent, .outsourcedEvent: ["cardId", "eventId", "walletOperationId"]
        case .challenge: ["cardId", "eventId", "walletOperationId", "otp"]
        case .trustedDevice: ["deviceId"]
        case .bulkOrder: ["orderId"]
        case .receiver: ["url"]
        case .subscription: ["subscriptionId"]
        case .delivery: ["cardId", "subscriptionId", "deliveryId"]
        }
    }

    /// The operations that require authentication during the state.
    public var asksForAuthentication: Bool {
        switch self {
        case .guardedCard, .authenticationEvent, .challenge, .outsourcedEvent: true
        default: false
        }
    }
}
