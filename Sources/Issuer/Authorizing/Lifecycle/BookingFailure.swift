/// Why an accepted message cannot be booked. Neither is a decline: the caller answers 96, and the network sends the
/// message again.
public enum BookingFailure: Error, Hashable, Sendable {
    case pricing(PricingFailure)
    case authorization(AuthorizationFailure)
}
