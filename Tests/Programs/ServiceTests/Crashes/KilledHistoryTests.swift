import Authorizing
import CardAPI
import CardClient
import Foundation
import IssuingTestSupport
import Postgres
import Subprocess
import Testing
import TestSupport

/// Plays random messages for twelve cards at once, on a service that is killed and on a model of plain numbers.
///
/// `KILLED_STEPS` is the number of answered messages before the last kill, and `KILLED_SEED` the seed that they are
/// drawn from. The same seed draws the same messages for each card, but other messages are under way at each kill.
@Suite("The service and a model of it, with kill -9 in between", .timeLimit(.minutes(60)))
struct KilledHistoryTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let steps = environment["KILLED_STEPS"].flatMap { Int($0) } ?? 250
    private static let seed = environment["KILLED_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("Every code, balance and authorization equals the model's, whenever the service is killed")
    func agree() async throws {
        let (sandbox, host, doors) = (Sandbox(), Unshared.host(), NetworkDoorPorts())
        let scratch = try await ScratchDatabase.make()
        try await DataDirectory.with { directory in
            let storage = ["--data-dir", directory.path, "--database-url", scratch.url]
            let arguments = ["--demo", "--host", host] + storage + doors.arguments
            var histories = KilledHistories(seed: Self.seed, door: doors.json)
            repeat {
                let before = histories
                let (after, ending) = try await Program.serve(arguments, sandbox, host: host) { service in
                    var histories = before
                    try await doors.open(on: service)
                    if histories.isEmpty { try await histories.begin(on: service, sandbox) }
                    try await histories.recover(comparingWith: scratch.database)
                    try await histories.prepare(sandbox)
                    try await histories.play { service.signal(SIGKILL) }
                    return histories
                }
                histories = after
                #expect(ending.status == .signaled(SIGKILL), "seed \(Self.seed)")
            } while histories.answered < Self.steps && histories.problems.isEmpty
            let before = histories
            histories = try await Program.serve(arguments, sandbox, host: host) { service in
                var histories = before
                try await doors.open(on: service)
                try await histories.recover(comparingWith: scratch.database)
                return histories
            }.result
            #expect(histories.problems.isEmpty, "seed \(Self.seed)")
            let check = try await Program.run(["ledger", "check"] + storage)
            #expect(check.status == .exited(0), "seed \(Self.seed): \(check.output)")
        }
    }
}

/// The histories of twelve customers, each with a card. All share one clock, which stands still as messages are sent.
private struct KilledHistories: Sendable {
    private static let start = "2030-03-15T12:00:00.000Z"
    /// The more messages are under way at a kill, the more likely it is between the two halves of a change that should
    /// be one.
    private static let cards = 12
    /// The maximum number of steps of each card between two kills.
    private static let mostSteps = 60
    /// The maximum number of answers between two kills.
    private static let mostAnswers = 80
    /// The maximum number of days in all. Cards are valid for longer.
    private static let mostDays = 900

    private var lanes: [Lane] = []
    private var numbers: SeededNumbers
    private var days = 0
    private let seed: UInt64
    private let door: Int
    /// The number of messages that were answered before the service was killed.
    private(set) var answered = 0

    init(seed: UInt64, door: Int) {
        (numbers, self.seed, self.door) = (SeededNumbers(seed: seed), seed, door)
    }

    var isEmpty: Bool { lanes.isEmpty }
    var problems: [String] { lanes.compactMap(\.problem) }
    private var now: Date { get throws { try instant(Self.start) + Double(days) * 86_400 } }

    mutating func begin(on service: RunningService, _ sandbox: Sandbox) async throws {
        let clock = #"{"now": "\#(Self.start)", "frozen": true}"#
        #expect(try await sandbox.send("PUT", "/sandbox/clock", clock).status == 200)
        for number in 0..<Self.cards {
            let customer = try await sandbox.newCustomer()
            let card = try await service.cards(of: customer).create(.virtual())
            let pan = try await Answer.plastic(of: card.cardId, at: sandbox)
            lanes.append(
                Lane(
                    number: number, customer: try #require(Int64(customer)), pan: pan,
                    history: PaymentHistory(seed: seed &* UInt64(Self.cards) &+ UInt64(number), name: "\(number)-")))
        }
    }

    /// Repeats the unanswered messages, and compares everything with the model.
    mutating func recover(comparingWith database: Database) async throws {
        for index in lanes.indices {
            try await lanes[index].recover(at: door)
            try await lanes[index].compare(with: database)
        }
    }

    /// Makes the changes that must not be under way during a kill, because repeating them would have a second effect.
    mutating func prepare(_ sandbox: Sandbox) async throws {
        let later = min(numbers.below(5), Self.mostDays - days)
        days += later
        let clock = #"{"advanceSeconds": \#(later * 86_400)}"#
        #expect(try await sandbox.send("PUT", "/sandbox/clock", clock).status == 200)
        for index in lanes.indices {
            lanes[index].history.expire(at: try now)
            let load = #"{"amount": \#(lanes[index].history.load()), "currencyCode": "EUR"}"#
            let path = "/sandbox/customers/\(lanes[index].customer)/load"
            #expect(try await sandbox.send("POST", path, load).status == 201)
        }
    }

    /// Sends messages for all cards at once until the service ends.
    ///
    /// - Parameter disaster: called after a random number of answers.
    mutating func play(_ disaster: @escaping @Sendable () -> Void) async throws {
        let fuse = Fuse(numbers.below(Self.mostAnswers) + 1, disaster)
        let (door, now) = (door, try now)
        lanes = await withTaskGroup { group in
            for lane in lanes {
                group.addTask {
                    var lane = lane
                    await lane.play(Self.mostSteps, at: now, door, fuse)
                    return lane
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        lanes.sort { $0.number < $1.number }
        answered += fuse.burnt
    }
}

/// One card's history.
private struct Lane: Sendable {
    let number: Int
    let customer: Int64
    let pan: String
    var history: PaymentHistory
    /// The difference from the model; nil if there is none.
    private(set) var problem: String?
    /// The message that was under way when the service died, and the code that it must get.
    private var unanswered: (message: PlainIssuer.PlainMessage, code: String)?

    init(number: Int, customer: Int64, pan: String, history: PaymentHistory) {
        (self.number, self.customer, self.pan, self.history) = (number, customer, pan, history)
    }

    mutating func play(_ steps: Int, at now: Date, _ door: Int, _ fuse: Fuse) async {
        for _ in 0..<steps where problem == nil {
            let (message, code) = history.message(at: now)
            unanswered = (message, code)
            // The service has ended.
            guard let answer = try? await Answer.network(json(of: message), at: door) else { return }
            accept(answer)
            fuse.burn()
        }
    }

    /// The service may have handled the message before it died or not. Its answer must be the same.
    mutating func recover(at door: Int) async throws {
        guard problem == nil, let (message, _) = unanswered else { return }
        accept(try await Answer.network(json(of: message), at: door))
    }

    private mutating func accept(_ answer: Answer) {
        guard let (message, code) = unanswered else { return }
        unanswered = nil
        guard answer.status == 200, (try? answer.member("responseCode")) == code else {
            problem = "card \(number): \(message) is answered \(answer.status) \(answer.body), not \(code)"
            return
        }
    }

    mutating func compare(with database: Database) async throws {
        guard problem == nil else { return }
        let balances = try await database.read(Self.balance(.bigint(customer)))
        let model = history.model
        let expected = "\(model.money) posted, \(model.held) held"
        let found = try await database.read(Self.authorizations(.bigint(customer), .text(nil))).sorted()
        let authorizations = history.authorizations()
        if balances != [expected] {
            problem = "card \(number): the balance is \(balances), not \(expected)"
        } else if found != authorizations {
            let (extra, missing) = (Set(found).subtracting(authorizations), Set(authorizations).subtracting(found))
            problem = "card \(number): found \(extra.sorted()), not \(missing.sorted())"
        }
    }

    private static let balance = Statement(
        "balance",
        "SELECT concat(posted, ' posted, ', held, ' held') AS balance FROM money.account WHERE customer_id = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("balance") }

    private static let authorizations = Statement.evidence(
        PaymentHistory.storedAuthorizations, named: "authorizations")

    private func json(of message: PlainIssuer.PlainMessage) -> String {
        """
        {"networkReference":"\(message.reference)","lifecycleId":"\(message.lifecycle)",\
        "kind":"\(message.kind.rawValue)","pan":"\(pan)","amount":\(message.amount),"currencyCode":"EUR",\
        "final":\(message.isLast),"partialApprovalCapable":\(message.canApproveInPart),\
        "merchant":{"name":"Shop","mcc":"5411","country":"DE"},"panEntryMethod":"ECOMMERCE"}
        """
    }
}
