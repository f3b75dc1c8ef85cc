import Validation

/// The change that a business may make to a customer's card: only the status, to one of ``statuses``, with a reason.
///
/// The other statuses follow from acts of the customer or the issuer, and only the cardholder sets the PIN.
public struct BusinessUpdate: Equatable, Sendable {
    public let status: CardStatus
    public let reason: String

    /// Asking for ACTIVE lifts a suspension; see ``TransitionMatrix/meant(by:of:by:)``.
    public static let statuses: [CardStatus] = [.active, .cancelled]

    /// - Parameters:
    ///   - status: nil if it is missing or not one of ``statuses``. The reader of the body reports that, and a missing
    /// reason.
    ///   - hasPIN: whether a PIN was sent, valid or not.
    public static func read(
        status: CardStatus?, reason: String?, hasPIN: Bool, userAgent: String?
    ) -> Draft<BusinessUpdate?> {
        var violations = Violations()
        violations.check("statusReason", reason.flatMap(TextRule.statusReason))
        violations.check("pin", hasPIN ? "must be absent: only the customer can set the PIN" : nil)
        violations.check("userAgent", userAgent.flatMap { TextRule.length($0, 0...1000) })
        let update = status.flatMap { status in reason.map { BusinessUpdate(status: status, reason: $0) } }
        return Draft(update, errors: violations.list)
    }
}
