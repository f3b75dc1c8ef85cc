/// Whether a token can be paid with.
public enum TokenStatus: String, CaseIterable, Sendable {
    case active = "ACTIVE"
    case suspended = "SUSPENDED"
    /// For good: a card that returns to the device gets another token.
    case deleted = "DELETED"
}

extension CardStatus {
    /// What a card's status makes of its tokens. A broken plastic does not touch them, nor does one that is still in
    /// the post: a token needs no plastic.
    public var tokenStatus: TokenStatus {
        switch self {
        case .active, .digital, .damaged, .issued: .active
        case .locked, .suspended, .pending, .applied: .suspended
        case .expired, .cancelled, .lost, .rejected: .deleted
        }
    }
}

/// What a tokenization goes through, in the words that webhooks tell it with.
public enum TokenizationChange: String, CaseIterable, Sendable {
    case initiated = "TOKENIZATION_INITIATED"
    case completed = "ENROLLMENT_SUCCESSFUL"
    case suspended = "TOKEN_FROZEN"
    case resumed = "TOKEN_UNFROZEN"
    case deleted = "TOKEN_CANCELLED"
    /// It stands for the card's replacement from now on.
    case reissued = "TOKEN_REISSUED"
}

/// What a network does to a token by itself, and tells the issuer: a phone was lost, a card swiped out of its wallet.
public enum TokenEvent: String, CaseIterable, Sendable {
    case suspend = "SUSPEND"
    case resume = "RESUME"
    case delete = "DELETE"

    public var leaves: TokenStatus {
        switch self {
        case .suspend: .suspended
        case .resume: .active
        case .delete: .deleted
        }
    }

    public var change: TokenizationChange {
        switch self {
        case .suspend: .suspended
        case .resume: .resumed
        case .delete: .deleted
        }
    }

    /// Which tokens it can happen to.
    public var accepted: [TokenStatus] {
        switch self {
        case .suspend: [.active]
        case .resume: [.suspended]
        case .delete: [.active, .suspended]
        }
    }

    /// - Parameters:
    ///   - isSuspendedByCard: whether the card alone keeps it suspended; then its network can do so too.
    ///   - card: what the token stands for; while that is locked, none of its tokens is resumed.
    public func isPossible(on token: TokenStatus, isSuspendedByCard: Bool, of card: CardStatus) -> Bool {
        switch self {
        case .suspend: accepted.contains(token) || isSuspendedByCard
        case .resume: accepted.contains(token) && card.tokenStatus == .active
        case .delete: accepted.contains(token)
        }
    }
}
