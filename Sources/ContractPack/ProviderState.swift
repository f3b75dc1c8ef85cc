import CardAPI
import HTTPContract

/// How things can stand before a request of the contract is sent: what Pact calls a provider state.
///
/// The sandbox brings each about for a customer who is new, so that no verification depends on the one before, and says
/// what came to be by these names; a Pact file puts those values into its requests.
public enum ProviderState: String, Sendable, CaseIterable {
    case customer = "a customer"
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
    /// Nobody listens, in truth: nothing of a contract may reach anyone.
    case receiver = "the brand can be reached on the machine of the service"
    case subscription = "the brand has a webhook"
    case delivery = "the brand is to be told of an event"

    /// What it says by which name: four values that every state has, and its own.
    public var values: [String] { ["customerId", "customerToken", "cardDataToken", "businessToken"] + ownValues }

    /// What any of them says.
    public static let allValues = allCases.flatMap(\.values).reduce(into: [String]()) { all, name in
        if !all.contains(name) { all.append(name) }
    }

    /// Those of them that nobody is to see.
    public static let secretValues: Set = ["customerToken", "cardDataToken", "businessToken", "cvv", "otp"]

    var ownValues: [String] {
        switch self {
        case .customer: []
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

    /// Who must authenticate for what, while it lasts.
    public var asksForAuthentication: Bool {
        switch self {
        case .guardedCard, .authenticationEvent, .challenge, .outsourcedEvent: true
        default: false
        }
    }
}
