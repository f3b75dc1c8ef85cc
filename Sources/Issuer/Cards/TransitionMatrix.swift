/// The allowed changes of a card's status: who may make them, and on what occasion.
///
/// The database holds the same rows in `card_transition` and refuses every other change. The available actions, and the
/// "it can go to …" of every refusal, come from here.
///
/// The customer's four rows on update are Paysafe's table (its ticks lost, DIGITAL → ACTIVE "by PIN & CHIP" kept);
/// activation and replacement follow Paysafe's prose; the business and issuer rows are decided (`docs/FIDELITY.md`).
public enum TransitionMatrix {
    /// Who causes the change.
    public enum Actor: String, CaseIterable, Sendable {
        case customer = "CUSTOMER"
        /// The program manager's back office.
        case business = "BUSINESS"
        /// The issuer itself, because of a transaction or because time has passed.
        case issuer = "ISSUER"
    }

    /// One occasion may allow a change that another refuses.
    public enum Occasion: String, CaseIterable, Sendable {
        case update = "UPDATE"
        case activation = "ACTIVATION"
        case replacement = "REPLACEMENT"
        case event = "EVENT"
    }

    public enum Condition: Sendable {
        case always
        /// Only back to the status before the lock or suspension.
        case onlyBack
    }

    /// One row: from one status to any of several.
    public struct Row: Sendable {
        public let actor: Actor
        public let occasion: Occasion
        public let from: CardStatus
        public let to: [CardStatus]
        public let condition: Condition

        init(_ actor: Actor, _ occasion: Occasion, _ from: CardStatus, _ condition: Condition, to: CardStatus...) {
            self.actor = actor
            self.occasion = occasion
            self.from = from
            self.to = to
            self.condition = condition
        }
    }

    public static let rows: [Row] = [
        //  who      occasion      from        when        to
        Row(.customer, .update, .active, .always, to: .cancelled, .locked),
        Row(.customer, .update, .locked, .always, to: .cancelled),
        Row(.customer, .update, .locked, .onlyBack, to: .active, .digital),
        Row(.customer, .update, .digital, .always, to: .cancelled, .locked),

        Row(.customer, .activation, .issued, .always, to: .active),
        Row(.customer, .activation, .digital, .always, to: .active),

        Row(.customer, .replacement, .active, .always, to: .damaged, .lost, .expired),
        Row(.customer, .replacement, .locked, .always, to: .damaged, .lost, .expired),
        Row(.customer, .replacement, .damaged, .always, to: .lost),
        Row(.customer, .replacement, .issued, .always, to: .expired),
        Row(.customer, .replacement, .digital, .always, to: .expired),
        Row(.customer, .replacement, .suspended, .always, to: .expired),

        Row(.business, .update, .active, .always, to: .cancelled),
        Row(.business, .update, .locked, .always, to: .cancelled),
        Row(.business, .update, .digital, .always, to: .cancelled),
        Row(.business, .update, .issued, .always, to: .cancelled),
        Row(.business, .update, .damaged, .always, to: .cancelled),
        Row(.business, .update, .suspended, .always, to: .cancelled),
        Row(.business, .update, .suspended, .onlyBack, to: .active, .issued, .digital),

        Row(.issuer, .event, .pending, .always, to: .active, .issued, .digital, .rejected),
        Row(.issuer, .event, .applied, .always, to: .pending, .rejected),
        Row(.issuer, .event, .digital, .always, to: .active, .suspended, .expired),
        Row(.issuer, .event, .issued, .always, to: .suspended, .expired),
        Row(.issuer, .event, .active, .always, to: .suspended, .expired),
        Row(.issuer, .event, .locked, .always, to: .suspended, .expired),
        Row(.issuer, .event, .suspended, .always, to: .expired),
        Row(.issuer, .event, .damaged, .always, to: .expired),
    ]

    /// One row with one target, as the database holds it.
    public struct Cell: Hashable, Sendable {
        public let actor: Actor
        public let occasion: Occasion
        public let from: CardStatus
        public let to: CardStatus
        public let condition: Condition

        public init(actor: Actor, occasion: Occasion, from: CardStatus, to: CardStatus, condition: Condition) {
            self.actor = actor
            self.occasion = occasion
            self.from = from
            self.to = to
            self.condition = condition
        }
    }

    public static var cells: [Cell] {
        rows.flatMap { row in
            row.to.map {
                Cell(actor: row.actor, occasion: row.occasion, from: row.from, to: $0, condition: row.condition)
            }
        }
    }

    /// The statuses that `actor` may change a card of this `standing` to, in the order of the rows.
    public static func accepted(
        from standing: Standing, by actor: Actor, on occasion: Occasion
    ) -> [CardStatus] {
        rows
            .filter { $0.actor == actor && $0.occasion == occasion && $0.from == standing.status }
            .flatMap { row in
                row.to.filter { row.condition == .always || $0 == standing.returnsTo }
            }
    }

    public static func allows(
        from standing: Standing, to next: CardStatus, by actor: Actor, on occasion: Occasion
    ) -> Bool {
        accepted(from: standing, by: actor, on: occasion).contains(next)
    }

    /// Refuses a move that has no row.
    public static func check(
        _ standing: Standing, to next: CardStatus, by actor: Actor, on occasion: Occasion
    ) throws(Refusal) {
        let meant = meant(by: next, of: standing, by: actor)
        guard !allows(from: standing, to: meant, by: actor, on: occasion) else { return }
        throw refusal(of: standing, to: next, by: actor, on: occasion)
    }

    /// The refusal of a move that has no row.
    public static func refusal(
        of standing: Standing, to next: CardStatus, by actor: Actor, on occasion: Occasion
    ) -> Refusal {
        .card(
            .transitionNotAllowed(
                from: standing.status, to: next, accepted: accepted(from: standing, by: actor, on: occasion)))
    }

    /// The status that a request means. A business that requests ACTIVE lifts a suspension: the card returns to the
    /// status before it, which the business need not know. So a suspension cannot activate a physical card.
    public static func meant(by asked: CardStatus, of standing: Standing, by actor: Actor) -> CardStatus {
        actor == .business && asked == .active ? standing.returnsTo ?? asked : asked
    }

    /// The statuses that `actor` can change some card to, in declared order. A request for any other is always refused.
    public static func targets(by actor: Actor, on occasion: Occasion) -> [CardStatus] {
        CardStatus.allCases.filter { isTarget($0, by: actor, on: occasion) }
    }

    /// Whether `actor` can change a card of some status to this status.
    public static func isTarget(_ next: CardStatus, by actor: Actor, on occasion: Occasion) -> Bool {
        rows.contains { $0.actor == actor && $0.occasion == occasion && $0.to.contains(next) }
    }

    /// Every status that `actor` could leave on `occasion`, in declared order. A refusal names them as acceptable.
    public static func sources(by actor: Actor, on occasion: Occasion, to next: CardStatus? = nil) -> [CardStatus] {
        CardStatus.allCases.filter { status in
            rows.contains {
                $0.actor == actor && $0.occasion == occasion && $0.from == status
                    && (next.map($0.to.contains) ?? true)
            }
        }
    }
}
