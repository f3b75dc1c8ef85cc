/// The status of a card authorization. Names and meanings are Paysafe's (Embedded Wallets, authorization history).
public enum AuthorizationStatus: String, CaseIterable, Sendable {
    /// The money is held.
    case approved = "APPROVED"
    case declined = "DECLINED"
    /// There was no answer in time, for a technical reason.
    case failed = "FAILED"
    /// No clearing came in time, and the money is free again.
    case expired = "EXPIRED"
    case reversed = "REVERSED"
    /// The last clearing has come.
    case settled = "SETTLED"
    /// One of several clearings has come. The rest stays held.
    case settledInPart = "SETTLED_PARTIAL"
    /// Staff have released the money early.
    case released = "FORCED_BAL_RELEASE"
    /// It expired, but its money could not be released.
    case releaseFailed = "SETTLED_RELEASE_FAIL"
    case unknown = "UNKNOWN"

    /// An event in the life of an authorization.
    public enum Event: String, CaseIterable, Sendable {
        /// A clearing after which others follow.
        case clearing = "CLEARING"
        case lastClearing = "LAST_CLEARING"
        /// A reversal of everything that is still held.
        case reversal = "REVERSAL"
        /// A reversal of money that was paid at once, such as that of a cash machine which gave no banknotes.
        case paymentReversal = "PAYMENT_REVERSAL"
        case expiry = "EXPIRY"
        case release = "RELEASE"
    }

    /// A change that an authorization may make.
    public struct Transition: Hashable, Sendable {
        public let from: AuthorizationStatus
        public let event: Event
        public let to: AuthorizationStatus

        init(_ from: AuthorizationStatus, _ event: Event, _ to: AuthorizationStatus) {
            self.from = from
            self.event = event
            self.to = to
        }
    }

    /// Every change that an authorization may make. Paysafe documents the statuses; the transitions follow from their
    /// descriptions. A status from which no row begins is final.
    public static let transitions = [
        Transition(.approved, .clearing, .settledInPart),
        Transition(.approved, .lastClearing, .settled),
        Transition(.approved, .reversal, .reversed),
        Transition(.approved, .expiry, .expired),
        Transition(.approved, .release, .released),

        Transition(.settledInPart, .clearing, .settledInPart),
        Transition(.settledInPart, .lastClearing, .settled),
        Transition(.settledInPart, .reversal, .reversed),
        Transition(.settledInPart, .expiry, .expired),
        Transition(.settledInPart, .release, .released),

        Transition(.settled, .paymentReversal, .reversed),
    ]

    /// The status after an event; nil if the event changes nothing.
    public func after(_ event: Event) -> AuthorizationStatus? {
        Self.transitions.first { $0.from == self && $0.event == event }?.to
    }

    /// Whether the issuer has never approved it: it declined, or did not answer in time.
    public var isUnapproved: Bool { self == .declined || self == .failed }

    /// Whether money can be held in this status. Without a rest there is no hold, so there is nothing to expire.
    public var isOpen: Bool { after(.expiry) != nil }
}
