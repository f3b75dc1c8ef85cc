import CardAPI
import CardClient
import Foundation
import Postgres
import Synchronization

/// Customers who get money, and whose cards are suspended and resumed, one change after the other. Records every
/// acknowledged change.
struct MoneyStream: Sendable {
    private var lanes: [MoneyLane] = []

    /// The number of acknowledged changes.
    var acknowledged: Int { lanes.reduce(0) { $0 + $1.acknowledged } }
    var problems: [String] { lanes.compactMap(\.problem) }

    init(customers: Int, on service: RunningService, _ sandbox: Sandbox) async throws {
        for number in 1...customers {
            let customer = try await sandbox.newCustomer()
            let card = try await service.cards(of: customer).create(.virtual()).cardId
            lanes.append(MoneyLane(number: number, customer: customer, card: card))
        }
    }

    /// Runs all customers at once until the flag is raised.
    mutating func run(on service: RunningService, _ sandbox: Sandbox, until flag: Flag) async {
        lanes = await withTaskGroup { group in
            for lane in lanes {
                group.addTask {
                    var lane = lane
                    await lane.run(on: service, sandbox, until: flag)
                    return lane
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Compares what was acknowledged with what a database has.
    mutating func compare(with database: Database) async throws {
        for index in lanes.indices { try await lanes[index].compare(with: database) }
    }

    /// The end of a run.
    final class Flag: Sendable {
        private let state = Atomic(false)

        var isRaised: Bool { state.load(ordering: .relaxed) }

        func raise() { state.store(true, ordering: .relaxed) }
    }
}

/// One customer with one card.
private struct MoneyLane: Sendable {
    private let number: Int
    private let customer: String
    private let card: String
    /// Each amount is loaded once, so it names its load. True if the load was acknowledged.
    private var loads: [Int: Bool] = [:]
    private var changes = (acknowledged: 0, unanswered: 0)
    /// Nil after a change without an answer.
    private var isSuspended: Bool? = false
    /// The difference from what was acknowledged; nil if there is none.
    private(set) var problem: String?

    init(number: Int, customer: String, card: String) {
        (self.number, self.customer, self.card) = (number, customer, card)
    }

    var acknowledged: Int { changes.acknowledged + loads.values.count { $0 } }

    mutating func run(on service: RunningService, _ sandbox: Sandbox, until flag: MoneyStream.Flag) async {
        while !flag.isRaised, problem == nil, !Task.isCancelled {
            await load(at: sandbox)
            if let isSuspended {
                await change(isSuspended ? "RESUME" : "SUSPEND", at: sandbox)
            } else {
                isSuspended = try? await service.cards(of: customer).get(card).status == "SUSPENDED"
            }
        }
    }

    /// Never repeats a load, because a repeated load is another one.
    private mutating func load(at sandbox: Sandbox) async {
        let amount = 1000 + loads.count
        let body = #"{"amount": \#(amount), "currencyCode": "EUR"}"#
        let answer = try? await sandbox.send("POST", "/sandbox/customers/\(customer)/load", body)
        loads[amount] = answer?.status == 201
        note(answer, expecting: 201, "the load of \(amount)")
    }

    private mutating func change(_ event: String, at sandbox: Sandbox) async {
        let answer = try? await sandbox.send("POST", "/sandbox/cards/\(card)/events", #"{"type": "\#(event)"}"#)
        note(answer, expecting: 200, "the event \(event)")
        if answer?.status == 200 {
            changes.acknowledged += 1
            isSuspended = event == "SUSPEND"
        } else {
            changes.unanswered += 1
            isSuspended = nil
        }
    }

    private mutating func note(_ answer: Answer?, expecting status: UInt, _ request: String) {
        guard let answer, answer.status != status, answer.status != 503 else { return }
        problem = "customer \(number): \(request) is answered \(answer.status) \(answer.body)"
    }

    /// A load or a change without an answer may have had its effect, once.
    mutating func compare(with database: Database) async throws {
        guard problem == nil else { return }
        var stored: [Int: Int64] = [:]
        for row in try await database.read(Self.stored(.bigint(Int64(customer)))) {
            stored[Int(row.amount)] = row.count
        }
        let once = loads.filter(\.value).keys
        if let lost = once.first(where: { stored[$0] == nil }) {
            problem = "customer \(number): the load of \(lost) was acknowledged, and is lost"
        } else if let twice = stored.first(where: { $0.value != 1 }) {
            problem = "customer \(number): the load of \(twice.key) is there \(twice.value) times"
        } else if let unknown = stored.keys.first(where: { loads[$0] == nil }) {
            problem = "customer \(number): nobody has loaded \(unknown)"
        }
        let made = try await database.read(Self.made(.bigint(Int64(customer))))
        let expected = Int64(changes.acknowledged)...Int64(changes.acknowledged + changes.unanswered)
        if made.count != 1 || !expected.contains(made[0]) {
            problem = "customer \(number): the card has changed \(made) times, not \(expected) times"
        }
    }

    private static let stored = Statement(
        "stored_loads",
        """
        SELECT amount, count(DISTINCT journal_id) AS journals FROM money.posting
        WHERE customer_id = $1 GROUP BY amount
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (amount: try row.bigint("amount"), count: try row.bigint("journals"))
    }

    private static let made = Statement(
        "made_changes",
        """
        SELECT count(*) AS changes FROM issuing.card_status_history
        WHERE customer_id = $1 AND 'SUSPENDED' IN (from_status, to_status)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("changes") }
}
