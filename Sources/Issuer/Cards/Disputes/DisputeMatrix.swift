/// The allowed steps of a dispute: who may take them, and where they lead.
///
/// The database holds the same rows in `dispute_transition`, which the history references. The order of the steps is
/// that of Visa's and Mastercard's rules for chargebacks; `docs/DISPUTES.md` says what was decided.
public enum DisputeMatrix {
    public enum Actor: String, CaseIterable, Sendable {
        case customer = "CUSTOMER"
        /// The brand, for its customer.
        case business = "BUSINESS"
        /// The issuer's operator.
        case issuer = "ISSUER"
        /// The merchant's bank.
        case acquirer = "ACQUIRER"
        case scheme = "SCHEME"
        /// The end of a deadline.
        case clock = "CLOCK"
    }

    /// One row: a step from any of several statuses, or from none.
    public struct Row: Sendable {
        public let actor: Actor
        public let step: DisputeStep
        /// Empty for the step that opens a dispute.
        public let from: [DisputeStatus]
        public let to: DisputeStatus

        init(_ actor: Actor, _ step: DisputeStep, from: DisputeStatus..., to: DisputeStatus) {
            (self.actor, self.step, self.from, self.to) = (actor, step, from, to)
        }
    }

    public static let rows: [Row] = [
        Row(.customer, .open, to: .open),
        Row(.business, .open, to: .open),
        Row(.issuer, .chargeBack, from: .open, to: .chargeback),
        Row(.issuer, .reject, from: .open, to: .lost),
        Row(.acquirer, .represent, from: .chargeback, to: .represented),
        Row(.acquirer, .accept, from: .chargeback, .preArbitration, .arbitration, to: .won),
        Row(.issuer, .preArbitrate, from: .represented, to: .preArbitration),
        Row(.issuer, .accept, from: .represented, .preArbitration, .arbitration, to: .lost),
        Row(.issuer, .arbitrate, from: .preArbitration, to: .arbitration),
        Row(.scheme, .ruleForIssuer, from: .arbitration, to: .won),
        Row(.scheme, .ruleForAcquirer, from: .arbitration, to: .lost),
        Row(.customer, .withdraw, from: .open, .chargeback, .represented, .preArbitration, to: .withdrawn),
        Row(.business, .withdraw, from: .open, .chargeback, .represented, .preArbitration, to: .withdrawn),
        Row(.acquirer, .refund, from: .open, to: .open),
        Row(.acquirer, .refund, from: .chargeback, to: .chargeback),
        Row(.acquirer, .refund, from: .represented, to: .represented),
        Row(.acquirer, .refund, from: .preArbitration, to: .preArbitration),
        Row(.acquirer, .refund, from: .arbitration, to: .arbitration),
        Row(.acquirer, .refund, from: .open, .chargeback, .represented, .preArbitration, .arbitration, to: .withdrawn),
        Row(.clock, .timeOut, from: .chargeback, .preArbitration, to: .won),
        Row(.clock, .timeOut, from: .open, .represented, to: .lost),
    ]

    /// One row with one status, as the database holds it.
    public struct Cell: Hashable, Sendable {
        public let actor: Actor
        public let step: DisputeStep
        /// Nil for the step that opens a dispute.
        public let from: DisputeStatus?
        public let to: DisputeStatus

        public init(actor: Actor, step: DisputeStep, from: DisputeStatus?, to: DisputeStatus) {
            (self.actor, self.step, self.from, self.to) = (actor, step, from, to)
        }
    }

    public static var cells: [Cell] {
        rows.flatMap { row in
            (row.from.isEmpty ? [nil] : row.from.map(Optional.some)).map {
                Cell(actor: row.actor, step: row.step, from: $0, to: row.to)
            }
        }
    }

    /// The rows that begin at a status, without those of refunds, which no request asks for.
    public static func cells(after status: DisputeStatus) -> [Cell] {
        cells.filter { $0.from == status && $0.step != .refund }
    }

    /// The status that a step leads to. A refund leads here only if nothing is disputed any more.
    ///
    /// - Throws: a refusal that names the steps of this actor that would be accepted.
    public static func next(
        after status: DisputeStatus, _ step: DisputeStep, by actor: Actor
    ) throws(Refusal) -> DisputeStatus {
        let next = rows.last { $0.actor == actor && $0.step == step && $0.from.contains(status) }?.to
        guard let next else {
            throw .dispute(
                .stepNotAllowed(status: status, step: step, by: actor, accepted: accepted(after: status, by: actor)))
        }
        return next
    }

    /// The steps that an actor may take now, in the order of the rows, without refunds.
    public static func accepted(after status: DisputeStatus, by actor: Actor) -> [DisputeStep] {
        steps(by: actor) { $0.contains(status) }
    }

    /// The steps that an actor can ever take after a dispute was opened, in the order of the rows. A refund is no
    /// request: the network's message about the money tells it.
    public static func steps(by actor: Actor) -> [DisputeStep] { steps(by: actor) { !$0.isEmpty } }

    private static func steps(by actor: Actor, from isAsked: ([DisputeStatus]) -> Bool) -> [DisputeStep] {
        var steps: [DisputeStep] = []
        for row in rows where row.actor == actor && isAsked(row.from) && row.step != .refund {
            if !steps.contains(row.step) { steps.append(row.step) }
        }
        return steps
    }
}
