import Validation

/// Every refusal of the rules. Each noun has one case, with an enum of the reasons and their messages.
///
/// The enums are closed, so the compiler finds every reason that the wire has no code for. If two refusals apply, the
/// caller sees the one that the use case checks first.
public enum Refusal: Error, Equatable, Sendable {
    case invalidFields([FieldError])
    case idempotency(IdempotencyRefusal)
    case customer(CustomerRefusal)
    case brand(BrandRefusal)
    case account(AccountRefusal)
    case authentication(AuthenticationRefusal)
    case dispute(DisputeRefusal)
    case message(MessageRefusal)
    case movement(MovementRefusal)
    case device(DeviceRefusal)
    case program(ProgramRefusal)
    case application(ApplicationRefusal)
    case bulkOrder(BulkOrderRefusal)
    case card(CardRefusal)
    case event(CardEventRefusal)
    case pin(PINRefusal)
    case secureView(SecureViewRefusal)
    case tokenization(TokenizationRefusal)
    case webhook(WebhookRefusal)

    /// A full sentence: the thing, its state and what would be accepted.
    public var message: String {
        switch self {
        case .invalidFields(let errors):
            errors.count == 1
                ? "One field of the request cannot be accepted."
                : "\(errors.count) fields of the request cannot be accepted."
        case .idempotency(let refusal): refusal.message
        case .customer(let refusal): refusal.message
        case .brand(let refusal): refusal.message
        case .account(let refusal): refusal.message
        case .authentication(let refusal): refusal.message
        case .dispute(let refusal): refusal.message
        case .message(let refusal): refusal.message
        case .movement(let refusal): refusal.message
        case .device(let refusal): refusal.message
        case .program(let refusal): refusal.message
        case .application(let refusal): refusal.message
        case .bulkOrder(let refusal): refusal.message
        case .card(let refusal): refusal.message
        case .event(let refusal): refusal.message
        case .pin(let refusal): refusal.message
        case .secureView(let refusal): refusal.message
        case .tokenization(let refusal): refusal.message
        case .webhook(let refusal): refusal.message
        }
    }
}

extension Refusal {
    /// One for each reason to refuse, noun by noun, for the page of errors.
    package static let examples: [Refusal] =
        [.invalidFields([FieldError("currency", "is required")])]
        + IdempotencyRefusal.examples.map(idempotency) + CustomerRefusal.examples.map(customer)
        + BrandRefusal.examples.map(brand) + AccountRefusal.examples.map(account)
        + AuthenticationRefusal.examples.map(authentication)
        + DisputeRefusal.examples.map(dispute)
        + MessageRefusal.examples.map(message) + MovementRefusal.examples.map(movement)
        + DeviceRefusal.examples.map(device)
        + ProgramRefusal.examples.map(program) + ApplicationRefusal.examples.map(application)
        + BulkOrderRefusal.examples.map(bulkOrder) + CardRefusal.examples.map(card)
        + CardEventRefusal.examples.map(event) + PINRefusal.examples.map(pin)
        + SecureViewRefusal.examples.map(secureView) + TokenizationRefusal.examples.map(tokenization)
        + WebhookRefusal.examples.map(webhook)
}
