import Audit
import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import Postgres
import Validation

/// How far a bureau's reports were taken.
public struct BureauLoad: Hashable, Sendable {
    /// The lines behind the heading.
    public internal(set) var lines = 0
    /// Those of which nothing was known yet.
    public internal(set) var changes = 0
    /// Those that were not done, in the order of the file: at most ``faultLimit``.
    public internal(set) var faults: [BureauFault] = []
    public internal(set) var faultCount = 0

    public static let faultLimit = 100

    mutating func add(_ fault: BureauFault) {
        faultCount += 1
        if faults.count < Self.faultLimit { faults.append(fault) }
    }
}

extension Administration {
    /// The maximum number of lines in a bureau's status file.
    public static let bureauLines = 1_000_000
    /// The lines that one transaction takes.
    static let bureauBatch = 500

    /// Takes a bureau's reports, line by line: `DISPATCHED` is the card event of that name, and the trail has each
    /// report that says something new.
    ///
    /// Wrong lines are named, and the others are done. A report that is known changes nothing, so a load that was
    /// killed is repeated with the same file.
    ///
    /// - Parameters:
    ///   - reference: the bureau's name of the file, for the trail.
    ///   - tell: receives how many lines are taken.
    public func loadBureauReports(
        _ source: LineSource, as reference: NetworkReference, telling tell: @Sendable (Int) -> Void = { _ in }
    ) async throws(BureauFailure) -> BureauLoad {
        var rows = try translating(BureauFailure.reading) { () throws(LineFailure) in try source.open() }
        var (load, batch) = (BureauLoad(), [BureauReport]())
        guard let heading = try Self.next(of: &rows), Self.isHeading(heading) else {
            throw .noReports(expectedHeading: BureauReport.heading)
        }
        while let row = try Self.next(of: &rows) {
            guard load.lines < Self.bureauLines else {
                if !batch.isEmpty { try await take(&batch, as: reference, into: &load) }
                throw .tooManyLines(limit: Self.bureauLines)
            }
            load.lines += 1
            do throws(BureauFault) {
                batch.append(try BureauReport(row, line: load.lines + 1))
            } catch {
                load.add(error)
            }
            guard batch.count == Self.bureauBatch else { continue }
            try await take(&batch, as: reference, into: &load)
            tell(load.lines)
        }
        if !batch.isEmpty { try await take(&batch, as: reference, into: &load) }
        load.faults.sort { $0.line < $1.line }
        return load
    }

    private static func next(of rows: inout LineRows) throws(BureauFailure) -> ArraySlice<UInt8>? {
        try translating(BureauFailure.reading) { () throws(LineFailure) in try rows.next() }
    }

    private static func isHeading(_ row: ArraySlice<UInt8>) -> Bool {
        (row.last == UInt8(ascii: "\r") ? row.dropLast() : row).elementsEqual(BureauReport.heading.utf8)
    }

    private func take(
        _ batch: inout [BureauReport], as reference: NetworkReference, into load: inout BureauLoad
    ) async throws(BureauFailure) {
        let (reports, now) = (batch, clock.now())
        let taken = try await database.transaction { tx throws(BureauFailure) in
            let found = try tx.run(BureauStatements.ordered(Array(Set(reports.map(\.card)))))
            let cards = Dictionary(found.map { ($0.card.id, $0) }) { first, _ in first }
            var (places, faults) = ([BureauReport.Status: [BureauStatements.PlaceOfCard]](), [BureauFault]())
            for report in reports {
                if let error = Self.fault(of: report, about: cards[report.card]) {
                    faults.append(BureauFault(line: report.line, error: error))
                } else if let card = cards[report.card]?.card {
                    places[report.status, default: []].append(.init(customer: card.customer, card: card.id))
                }
            }
            let (dispatched, returned, destroyed) = try tx.run(
                BureauStatements.record(.dispatched, of: places[.dispatched] ?? [], at: now),
                BureauStatements.record(.returned, of: places[.returned] ?? [], at: now),
                BureauStatements.record(.destroyed, of: places[.destroyed] ?? [], at: now))
            _ = try tx.commit(
                issuing.recording(
                    .cardEventRecorded, aboutEach: dispatched.map(\.named), detail: "DISPATCHED in \(reference)"),
                issuing.recording(
                    .plasticReported, aboutEach: returned.map(\.named), detail: "RETURNED in \(reference)"),
                issuing.recording(
                    .plasticReported, aboutEach: destroyed.map(\.named), detail: "DESTROYED in \(reference)"))
            return (changes: dispatched.count + returned.count + destroyed.count, faults: faults)
        }
        load.changes += taken.changes
        for fault in taken.faults { load.add(fault) }
        batch.removeAll(keepingCapacity: true)
    }

    /// Why a report is not done; nil if it is.
    private static func fault(of report: BureauReport, about ordered: BureauStatements.Ordered?) -> String? {
        guard let ordered else { return "names no card whose plastic was ordered" }
        guard report.status == .dispatched, !ordered.isDispatched else { return nil }
        do {
            _ = try CardEvent.dispatched.effect(on: ordered.card)
            return nil
        } catch {
            return "cannot be done: \(error.message)"
        }
    }
}

extension BureauStatements.PlaceOfCard {
    fileprivate var named: (subject: String, customer: CustomerID) { (card.description, customer) }
}
