import Ledger

/// The answer to a request, and its reason.
public struct Ruling: Hashable, Sendable {
    public let code: ResponseCode
    /// Nil after an approval.
    public let reason: Reason?
    /// In the merchant's currency; nil if no money was asked for, or none is approved.
    public let approved: Money?

    package init(code: ResponseCode, reason: Reason?, approved: Money?) {
        (self.code, self.reason, self.approved) = (code, reason, approved)
    }

    package init(_ decision: Decision) {
        switch decision.outcome {
        case .approved(let approval), .partnerMustBeAsked(let approval):
            self.init(code: approval.code, reason: nil, approved: approval.quote?.transaction)
        case .declined(let code):
            self.init(code: code, reason: decision.trace.failure?.reason, approved: nil)
        }
    }

    /// Whether the customer and the merchant notice no difference. They never learn the reason.
    func isSame(as other: Ruling) -> Bool { code == other.code && approved == other.approved }
}
