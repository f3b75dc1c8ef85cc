/// The status that a payment of a scenario ends with.
public enum PaymentWalk: String, CaseIterable, Sendable {
    /// The money is held.
    case approved = "APPROVED"
    case declined = "DECLINED"
    /// It was cleared.
    case settled = "SETTLED"
    case reversed = "REVERSED"
}
