import Cards

/// The steps that lead a card to its target status. They also happen to real cards, so the card has a real history.
public struct CardWalk: Sendable, Equatable {
    public enum Step: Sendable, Equatable {
        case event(CardEvent)
        /// The cardholder reads the plastic and activates the card.
        case activate
        /// The customer requests the status.
        case move(to: CardStatus)
        /// The card ends as lost or damaged, and another card is issued instead.
        case replace(Replacement)
    }

    /// The steps until the card can be used.
    public let beginning: [Step]
    /// The steps after the card's tokens were created.
    public let end: [Step]

    /// Nil if no card of the program can reach the status.
    public init?(of program: Program, to status: CardStatus) {
        let first = program.firstStatus
        guard Self.statuses.contains(status) else { return nil }
        if status == first || [.issued, .digital].contains(status) {
            guard status == first else { return nil }
            (beginning, end) = ([], [])
            return
        }
        beginning = program.cardType == .physical ? [.event(.dispatched), .event(.delivered), .activate] : []
        end =
            switch status {
            case .locked, .cancelled: [.move(to: status)]
            case .suspended: [.event(.suspend)]
            case .expired: [.event(.expire)]
            case .damaged: [.replace(.damaged)]
            case .lost: [.replace(.lost)]
            case .active, .issued, .digital, .pending, .applied, .rejected: []
            }
    }

    /// The statuses that a card of the sandbox can have. A card is issued at once, so it never waits to be issued.
    public static let statuses = CardStatus.allCases.filter { ![.pending, .applied, .rejected].contains($0) }

    public static func statuses(of program: Program) -> [CardStatus] {
        statuses.filter { CardWalk(of: program, to: $0) != nil }
    }
}

/// The status that a tokenization ends with.
public enum TokenWalk: String, CaseIterable, Sendable {
    case initiated = "INITIATED"
    case active = "ACTIVE"
    case suspended = "SUSPENDED"
    case deleted = "DELETED"

    /// The possible statuses of a token whose card ends in this status. The tokens of a replaced card go to its
    /// replacement.
    public static func possible(on card: CardStatus) -> [TokenWalk] {
        switch card == .lost ? .active : card.tokenStatus {
        case .active: allCases
        case .suspended: [.initiated, .suspended, .deleted]
        case .deleted: [.initiated, .deleted]
        }
    }

    /// The network's event for the token, once the token exists.
    public var event: TokenEvent? {
        switch self {
        case .initiated, .active: nil
        case .suspended: .suspend
        case .deleted: .delete
        }
    }
}
