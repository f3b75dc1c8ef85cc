/// The status of a token. Only an active token can pay.
public enum TokenStatus: String, CaseIterable, Sendable {
    case active = "ACTIVE"
    case suspended = "SUSPENDED"
    /// Permanent: a card that returns to the device gets another token.
    case deleted = "DELETED"
}

extension CardStatus {
    /// The effect of a card's status on its tokens. Broken or undelivered plastic does not affect them, because a token
    /// needs no plastic. The function `follow_card` of the database has a copy, and a test compares the two.
    public var tokenStatus: TokenStatus {
        switch self {
        case .active, .digital, .damaged, .issued: .active
        case .locked, .suspended, .pending, .applied: .suspended
        case .expired, .cancelled, .lost, .rejected: .deleted
        }
    }
}

/// The steps of a tokenization, in the words of the webhooks.
public enum TokenizationChange: String, CaseIterable, Sendable {
    case initiated = "TOKENIZATION_INITIATED"
    /// Its network has refused to issue a token.
    case failed = "TOKENIZATION_FAILED"
    case completed = "ENROLLMENT_SUCCESSFUL"
    case suspended = "TOKEN_FROZEN"
    case resumed = "TOKEN_UNFROZEN"
    case deleted = "TOKEN_CANCELLED"
    /// The token belongs to the card's replacement from now on.
    case reissued = "TOKEN_REISSUED"
}

/// A network's change of a token, which it reports to the issuer: a phone was lost, or a card was removed from its
/// wallet.
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

    /// The statuses of the tokens it can happen to.
    public var accepted: [TokenStatus] {
        switch self {
        case .suspend: [.active]
        case .resume: [.suspended]
        case .delete: [.active, .suspended]
        }
    }

    /// - Parameters:
    ///   - isSuspendedByCard: whether only the card keeps it suspended; then the network can suspend it too.
    ///   - card: the status of the token's card; while the card is locked, its tokens are not resumed.
    public func isPossible(on token: TokenStatus, isSuspendedByCard: Bool, of card: CardStatus) -> Bool {
        switch self {
        case .suspend: accepted.contains(token) || isSuspendedByCard
        case .resume: accepted.contains(token) && card.tokenStatus == .active
        case .delete: accepted.contains(token)
        }
    }
}
