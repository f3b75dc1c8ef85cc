import Audit
import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Ledger
import Postgres
import Validation

/// How far a clearing file was taken.
public struct ClearingLoad: Hashable, Sendable {
    /// Under which the file was loaded first.
    public let reference: NetworkReference
    public let lines: Int
    /// How many of its lines were taken before this load. All of them if the file was loaded before.
    public let takenBefore: Int
    /// Whether nobody has loaded the file before. A file may have no lines.
    public let isNew: Bool
    /// Lines of this load that agree with the books.
    public let agreeing: Int
    /// The breaks that this load opened, by their kinds.
    public let breaks: [ClearingBreak.Kind: Int]
}

extension Administration {
    /// The maximum number of clearings of a file.
    public static let clearingLines = 1_000_000
    /// The lines that one transaction takes.
    static let clearingBatch = 500

    /// Loads a scheme's clearing file: books each line as the clearing of its authorization, unless an earlier message
    /// has booked it, adds it to the position of the day, and opens a break for each line that differs from the books.
    ///
    /// The whole text is checked first. Then the lines are taken in batches. A line is booked by the use case of
    /// messages, once for its reference; one transaction writes the findings of a batch and the place in the file. So
    /// a load that was killed goes on where it was, and the same bytes twice change nothing.
    ///
    /// - Parameters:
    ///   - reference: the sender's name of the file.
    ///   - tell: receives how many lines are taken.
    public func loadClearing(
        _ source: LineSource, as reference: NetworkReference,
        telling tell: @Sendable (Int) -> Void = { _ in }
    ) async throws(ClearingFailure) -> ClearingLoad {
        let (digest, count) = try Self.examine(source)
        let (file, isNew) = try await begin(digest, as: reference, lines: count)
        var (taken, agreeing, breaks) = (file.taken, 0, [ClearingBreak.Kind: Int]())
        var rows = try Self.open(source)
        var reader = ClearingReader(limit: Self.clearingLines)
        var (batch, passed) = ([ClearingFile.Line](), 0)
        while taken < file.lines {
            while batch.count < min(Self.clearingBatch, file.lines - taken) {
                guard let row = try Self.next(of: &rows) else { throw .changed(file.reference) }
                guard let line = reader.read(utf8: row) else { continue }
                passed += 1
                if passed > taken { batch.append(line) }
            }
            let findings = try await take(batch, of: file, from: taken)
            taken += batch.count
            batch.removeAll(keepingCapacity: true)
            for finding in findings {
                if let kind = finding.kind { breaks[kind, default: 0] += 1 } else { agreeing += 1 }
            }
            tell(taken)
        }
        return ClearingLoad(
            reference: file.reference, lines: file.lines, takenBefore: file.taken, isNew: isNew, agreeing: agreeing,
            breaks: breaks)
    }

    /// Reads the whole file, so that nothing of a wrong one is booked.
    private static func examine(
        _ source: LineSource
    ) throws(ClearingFailure) -> (digest: [UInt8], count: Int) {
        var rows = try open(source)
        var reader = ClearingReader(limit: clearingLines)
        while let row = try next(of: &rows) { _ = reader.read(utf8: row) }
        try translating(ClearingFailure.faults) { () throws(ClearingFaults) in try reader.end() }
        return (rows.digest, reader.count)
    }

    private static func open(_ source: LineSource) throws(ClearingFailure) -> LineRows {
        try translating(ClearingFailure.reading) { () throws(LineFailure) in try source.open() }
    }

    private static func next(of rows: inout LineRows) throws(ClearingFailure) -> ArraySlice<UInt8>? {
        try translating(ClearingFailure.reading) { () throws(LineFailure) in try rows.next() }
    }

    private func begin(
        _ digest: [UInt8], as reference: NetworkReference, lines: Int
    ) async throws(ClearingFailure) -> (file: ClearingFileStatements.File, isNew: Bool) {
        let (id, now) = (ClearingFileID(rawValue: issuing.entropy.uuid()), clock.now())
        do throws(ClearingFailure) {
            return try await database.transaction { tx throws(ClearingFailure) -> (ClearingFileStatements.File, Bool) in
                let begun = try tx.run(
                    ClearingFileStatements.begin(id, digest: digest, as: reference, lines: lines, at: now))
                guard let file = begun.first else {
                    let known = try tx.run(ClearingFileStatements.find(digest: digest)).first
                    guard let known else { throw .changed(reference) }
                    return (known, false)
                }
                _ = try tx.commit(
                    issuing.recording(.clearingLoaded, about: reference, detail: "\(lines) clearings"))
                return (file, true)
            }
        } catch {
            guard error.postgresFailure?.constraint == "reference_names_one_clearing_file" else { throw error }
            throw .referenceTaken(reference)
        }
    }

    /// Takes a batch. If another file has taken some of its references meanwhile, their lines are doubled, and the
    /// batch is taken again.
    private func take(
        _ batch: [ClearingFile.Line], of file: ClearingFileStatements.File, from taken: Int
    ) async throws(ClearingFailure) -> [ClearingFinding] {
        let isTakenOnce = "clearing_is_taken_once"
        do throws(ClearingFailure) {
            return try await takeOnce(batch, of: file, from: taken)
        } catch {
            guard error.postgresFailure?.constraint == isTakenOnce else { throw error }
        }
        do throws(ClearingFailure) {
            return try await takeOnce(batch, of: file, from: taken)
        } catch {
            throw error.postgresFailure?.constraint == isTakenOnce ? ClearingFailure.changed(file.reference) : error
        }
    }

    /// Books what is not booked yet, and then writes the findings, in one transaction.
    private func takeOnce(
        _ batch: [ClearingFile.Line], of file: ClearingFileStatements.File, from taken: Int
    ) async throws(ClearingFailure) -> [ClearingFinding] {
        let facts = try await facts(about: batch)
        let findings = try await book(batch, with: facts)
        let (journal, now) = (JournalID(rawValue: issuing.entropy.uuid()), clock.now())
        try await database.transaction { tx throws(ClearingFailure) in
            let moved = try tx.run(ClearingFileStatements.advance(file, from: taken, to: taken + batch.count))
            guard !moved.isEmpty else { throw .changed(file.reference) }
            let (interchange, _, _) = try tx.run(
                ClearingFileStatements.take(findings, of: file),
                ClearingFileStatements.open(findings, of: file, at: now),
                ClearingFileStatements.endMissing(findings, at: now))
            _ = try tx.commit(try Self.posting(interchange, as: journal, at: now))
        }
        return findings
    }

    /// The issuer's part of the clearings, which makes the debt to the scheme smaller.
    private static func posting(
        _ interchange: [(scheme: Scheme, amount: Money)], as journal: JournalID, at now: Date
    ) throws(ClearingFailure) -> Query<Void>? {
        guard !interchange.isEmpty else { return nil }
        let posted = try translating({ ClearingFailure.issuing(.damaged("interchange is no journal: \($0)")) }) {
            () throws(LedgerRefusal) in
            var postings: [Posting] = []
            for (scheme, amount) in interchange {
                postings.append(try Posting(from: .scheme(scheme), to: .income(.other), amount: amount))
            }
            return try Journal(id: journal, postings)
        }
        return JournalStatements.postOfHouse(posted, at: now)
    }

    private func facts(about batch: [ClearingFile.Line]) async throws(ClearingFailure) -> ClearingFacts {
        let (ids, references) = (Array(Set(batch.map(\.authorization))), batch.map(\.reference))
        let (found, messages, lines, losses) = try await database.transaction { tx throws(ClearingFailure) in
            try tx.commit(
                ClearingFileStatements.authorizations(ids), ClearingFileStatements.messages(references),
                ClearingFileStatements.lines(references), ClearingBreakStatements.losses(of: references))
        }
        let paid = losses.compactMap(ClearingLoss.init).map { ($0.line.reference.text, $0) }
        return ClearingFacts(
            authorizations: Dictionary(found.map { ($0.authorization.id, $0) }) { first, _ in first },
            messages: Dictionary(messages.map { ($0.reference, $0) }) { first, _ in first }, taken: Set(lines),
            losses: Dictionary(paid) { first, _ in first })
    }
}
