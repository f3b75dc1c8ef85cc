import Foundation
import Postgres

/// The state of the audit trail.
public struct AuditReport: Sendable {
    /// The days of the chain and the number of events of each.
    public internal(set) var days: [(day: AuditDay, events: Int)] = []
    /// The hash of the last event; nil if there is none. It stands for all events.
    public internal(set) var lastHash: AuditHash?
    /// How many events wait for their places, so that no hash protects them yet.
    public internal(set) var waiting = 0
    /// Whether the first event of all is still there. It is not if older days were forgotten.
    public internal(set) var isFromTheBeginning = true
    /// The first event that is left.
    private var first: PlacedEvent?
    /// The last day up to which the trail says that events were forgotten.
    private var forgottenBefore: AuditDay?
    /// At most one for each day, oldest first.
    public internal(set) var faults: [AuditFault] = []
    /// Whether the chain contains the hash that was asked for.
    public internal(set) var containsHash = false
}

/// The first fault of a day.
public struct AuditFault: Sendable, Equatable, CustomStringConvertible {
    public enum Kind: Sendable, Equatable {
        /// The hash is not that of the event and of the hash before it.
        case changed(number: Int64)
        /// A position is missing or comes twice.
        case gap
    }

    public let day: AuditDay
    public let position: Int64
    public let kind: Kind

    public var description: String {
        switch kind {
        case .changed(let number):
            "\(day): event \(number) at position \(position) does not match its hash, so it or the event before it was "
                + "changed"
        case .gap: "\(day): there is no event at position \(position), so events were removed"
        }
    }
}

extension AuditTrail {
    private static let page = 5000

    /// Computes the whole chain again.
    ///
    /// - Parameter hash: one that was kept; the chain must contain it.
    public func verify(containing hash: AuditHash? = nil) async throws(PostgresFailure) -> AuditReport {
        var report = AuditReport()
        var previous: AuditPlace?
        try await eachPage(from: .first, to: .last) { events throws(PostgresFailure) in
            for event in events {
                report.add(event, after: previous, lookingFor: hash)
                previous = event.place
            }
        }
        report.judgeFirst()
        report.lastHash = previous?.hash
        report.waiting = try await database.read(AuditStatements.countWaiting()).first ?? 0
        return report
    }

    /// The events that have their places, as lines of JSON in the order of the chain.
    public func export(
        from first: AuditDay?, to last: AuditDay?, _ write: (String) -> Void
    ) async throws(PostgresFailure) {
        try await eachPage(from: first ?? .first, to: last ?? .last) { events throws(PostgresFailure) in
            for event in events { write(event.exported) }
        }
    }

    private func eachPage(
        from first: AuditDay, to last: AuditDay, _ body: ([PlacedEvent]) throws(PostgresFailure) -> Void
    ) async throws(PostgresFailure) {
        var (day, position) = (first, Int64(0))
        while true {
            let events = try await database.read(
                AuditStatements.behind(
                    .text(day.description), .bigint(position), .text(last.description), .integer(Self.page)))
            try body(events)
            guard events.count == Self.page, let end = events.last?.place else { return }
            (day, position) = (end.day, end.position)
        }
    }
}

extension AuditDay {
    fileprivate static let first = AuditDay(stored: "0001-01-01")
    fileprivate static let last = AuditDay(stored: "9999-12-31")
}

extension AuditReport {
    fileprivate mutating func add(_ event: PlacedEvent, after previous: AuditPlace?, lookingFor hash: AuditHash?) {
        let place = event.place
        if days.last?.day == place.day { days[days.count - 1].events += 1 } else { days.append((place.day, 1)) }
        if place.hash == hash { containsHash = true }
        if event.numbered.event.act == AuditTrail.forgetting {
            forgottenBefore = [
                forgottenBefore, event.numbered.event.subject.flatMap { AuditDay($0) },
            ].compactMap(\.self).max()
        }
        guard let previous else {
            (first, isFromTheBeginning) = (event, event.follows(.beginning))
            return
        }
        let expected = previous.day == place.day ? previous.position + 1 : 1
        if place.position != expected {
            add(AuditFault(day: place.day, position: expected, kind: .gap))
        } else if !event.follows(previous.hash) {
            add(AuditFault(
                day: place.day, position: place.position, kind: .changed(number: event.numbered.number)))
        }
    }

    /// An event whose predecessor was forgotten cannot be checked itself, only the events behind it. If the trail does
    /// not say that anything was forgotten, the event was changed.
    fileprivate mutating func judgeFirst() {
        guard !isFromTheBeginning, let first, forgottenBefore.map({ first.place.day < $0 }) != true else { return }
        if faults.first?.day == first.place.day { faults.removeFirst() }
        faults.insert(
            AuditFault(
                day: first.place.day, position: first.place.position,
                kind: .changed(number: first.numbered.number)),
            at: 0)
    }

    private mutating func add(_ fault: AuditFault) {
        if faults.last?.day != fault.day { faults.append(fault) }
    }
}
