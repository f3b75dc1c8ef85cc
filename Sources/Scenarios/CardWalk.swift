import Cards

/// The way a card goes to the status it is to have: through what happens to cards, so that its history is a true one.
public struct CardWalk: Sendable, Equatable {
    public enum Step: Sendable, Equatable {
        case event(CardEvent)
        /// Its holder reads the plastic.
        case activate
        /// Its holder asks for it.
        case move(to: CardStatus)
        /// It ends as lost or damaged, and another card is issued instead.
        case replace(Replacement)
    }

    /// Until it can be used.
    public let beginning: [Step]
    /// What comes after the tokens it is given.
    public let end: [Step]

    /// Nil where no card of the program ever comes there.
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

    /// Those that a card of the sandbox can have: it is issued at once, and so is never on its way to that.
    public static let statuses = CardStatus.allCases.filter { ![.pending, .applied, .rejected].contains($0) }

    public static func statuses(of program: Program) -> [CardStatus] {
        statuses.filter { CardWalk(of: program, to: $0) != nil }
    }
}

/// What a tokenization comes to.
public enum TokenWalk: String, CaseIterable, Sendable {
    case initiated = "INITIATED"
    case active = "ACTIVE"
    case suspended = "SUSPENDED"
    case deleted = "DELETED"

    /// What can be said of a token of a card that ends as this. A card that is replaced hands its tokens on.
    public static func possible(on card: CardStatus) -> [TokenWalk] {
        switch card == .lost ? .active : card.tokenStatus {
        case .active: allCases
        case .suspended: [.initiated, .suspended, .deleted]
        case .deleted: [.initiated, .deleted]
        }
    }

    /// What its network does to it, once it is there.
    public var event: TokenEvent? {
        switch self {
        case .initiated, .active: nil
        case .suspended: .suspend
        case .deleted: .delete
        }
    }
}
