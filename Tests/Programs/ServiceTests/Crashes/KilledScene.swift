import Foundation
import Postgres
import Subprocess
import Testing
import TestSupport

/// One round for each kind of write, in a seeded order, on one data directory. Each kills something at a seeded moment.
struct KilledScene: Sendable {
    private enum Work: Sendable {
        case writes(WriteKind)
        case command(KilledCommand)
    }

    /// A round whose writes are not compared yet.
    private struct Round: Sendable {
        let kind: WriteKind
        let starts: Int
        /// The writes of earlier rounds.
        let before: Set<String>
        let outcomes = WriteLane.Outcomes()
    }

    /// The rounds of a scene.
    static let length = WriteKind.allCases.count + KilledCommand.allCases.count
    private static let lanes = 6

    private let name: String
    private let place: KilledPlace
    private var works: [Work] = []
    private var numbers: SeededNumbers
    private var lanes: [WriteLane] = []
    private var round: Round?
    /// What was acknowledged in earlier rounds, and must be there at the end, too.
    private var promised: [WriteKind: Set<String>] = [:]

    private(set) var acknowledged = 0
    /// Each write that was acknowledged and is not there.
    private(set) var lost: [String] = []
    /// Each write that is there and that nobody has asked for, or is there twice.
    private(set) var doubled: [String] = []

    var isOver: Bool { works.isEmpty && round == nil }

    init(seed: UInt64, at place: KilledPlace) {
        (name, numbers, self.place) = ("kill-\(seed)", SeededNumbers(seed: seed), place)
        var all = WriteKind.allCases.map(Work.writes) + KilledCommand.allCases.map(Work.command)
        while !all.isEmpty { works.append(all.remove(at: numbers.below(all.count))) }
    }

    /// Plays rounds until the service is killed, or all are over. After each, it compares what is there.
    mutating func play(on service: RunningService) async throws {
        if lanes.isEmpty { try await begin(on: service) }
        try await compare(on: service)
        while let work = works.first {
            works.removeFirst()
            let victim = numbers.one(of: Victim.allCases)
            switch work {
            case .command(let command):
                acknowledged += try await command.run(victim, at: place, on: service, &numbers)
            case .writes(let kind):
                try await play(kind, victim, on: service)
                guard victim == .postgres else { return }
                try await compare(on: service)
            }
        }
        try await compareAll()
    }

    private mutating func begin(on service: RunningService) async throws {
        try await place.execute("""
            UPDATE issuing.program SET cards_per_customer = 100000;
            UPDATE issuing.authentication_policy SET challenges_per_hour = 100000;
            """)
        for number in 0..<Self.lanes { lanes.append(try await WriteLane(number, at: place, on: service)) }
    }

    /// Writes in all lanes at once until something is killed.
    private mutating func play(_ kind: WriteKind, _ victim: Victim, on service: RunningService) async throws {
        let round = Round(
            kind: kind, starts: place.starts(by: service), before: Set(try await stored(kind)))
        let fuse = Fuse(1 + numbers.below(kind.mostAnswers)) { [place] in place.kill(victim, service) }
        let prefix = "\(name)-\(works.count)"
        await withTaskGroup { group in
            for lane in lanes.prefix(kind.lanes) {
                group.addTask { await lane.run(kind, prefix, on: service, round.outcomes, fuse) }
            }
        }
        self.round = round
        guard victim == .postgres else { return try await service.log.end() }
        try await place.isReady(round.starts + 1, by: service)
    }

    // MARK: The comparison

    /// Compares the writes of the last round with what is there. Those without an answer that may be sent again are
    /// sent again, with the same key.
    private mutating func compare(on service: RunningService) async throws {
        guard let round else { return }
        self.round = nil
        let (kind, outcomes) = (round.kind, round.outcomes)
        let found = Set(try await stored(kind))
        acknowledged += outcomes.acknowledged.count
        lost += (outcomes.acknowledged + round.before).filter { !found.contains($0) }.map { "\(kind.rawValue) \($0)" }
        if kind.isRepeatable {
            for sent in outcomes.unanswered {
                outcomes.note(sent, try await lanes[sent.lane].repeated(kind, sent, on: service))
            }
        }
        let all = try await stored(kind)
        let names = Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
        let asked = Set(outcomes.acknowledged + outcomes.unanswered.map(\.key)).union(round.before)
        var surplus = names.keys.filter { !asked.contains($0) }
        // An event without an answer has a name that nobody knows.
        if kind.isNamedByServer { surplus = Array(surplus.dropFirst(outcomes.unanswered.count)) }
        doubled += (surplus + names.filter { $0.value > 1 }.keys).map { "\(kind.rawValue) \($0)" }
        lost += outcomes.acknowledged.filter { names[$0] == nil }.map { "\(kind.rawValue) \($0), repeated" }
        promised[kind] = Set(outcomes.acknowledged)
        try await checkLedger()
    }

    /// No later kill has removed what was acknowledged before.
    private mutating func compareAll() async throws {
        for (kind, names) in promised {
            let found = Set(try await stored(kind))
            lost += names.subtracting(found).map { "\(kind.rawValue) \($0), later" }
        }
        try await checkLedger()
    }

    private func stored(_ kind: WriteKind) async throws -> [String] {
        if kind == .bulkOrders { try await ordersAreDone() }
        return try await place.database.read(Statement<String>.evidence(kind.stored)())
    }

    private func ordersAreDone() async throws {
        let open = Statement<String>.evidence(
            "SELECT count(*)::text FROM issuing.bulk_order WHERE status IN ('ACCEPTED', 'PROCESSING')")
        let database = place.database
        try await Deadline.within(Deadline.usual, "the end of all bulk orders") {
            while try await database.read(open()) != ["0"], !Task.isCancelled { await Task.yield() }
        }
    }

    private func checkLedger() async throws {
        let check = try await Program.run(["ledger", "check"] + place.storage())
        #expect(check.status == .exited(0), "\(name): \(check.output) \(check.errors)")
    }
}
