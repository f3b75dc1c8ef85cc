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

extension Administration {
    /// How many breaks or positions a page has at most.
    public static let clearingPage = 500

    /// A page of the open breaks, the oldest first.
    ///
    /// - Parameters:
    ///   - kind: nil for all.
    ///   - last: the last break of the page before; nil for the first page.
    public func clearingBreaks(
        of kind: ClearingBreak.Kind? = nil, after last: ClearingBreak? = nil
    ) async throws(IssuingFailure) -> [ClearingBreak] {
        try await reading(ClearingBreakStatements.open(of: kind, after: last, limit: Self.clearingPage))
    }

    /// A break, open or resolved.
    public func clearingBreak(_ id: ClearingBreakID) async throws(ClearingFailure) -> ClearingBreak {
        let found = try await translating(ClearingFailure.issuing) { () async throws(IssuingFailure) in
            try await reading(ClearingBreakStatements.find(id))
        }
        guard let found = found.first else { throw .noBreak }
        return found
    }

    /// Resolves a break, once.
    ///
    /// - Parameters:
    ///   - reason: see ``ClearingBreak/violation(inReason:)``.
    ///   - scheme: if the line was not booked and the scheme is paid anyway: the scheme, which is that of the payment's
    ///     card if there is such a payment. The amount becomes a loss of the issuer, and a part of the day's position.
    ///     A reference is paid once: if one of its lines was booked or lost, no other one can be lost, in any file.
    public func resolve(
        _ id: ClearingBreakID, because reason: String, losingTo scheme: Scheme? = nil
    ) async throws(ClearingFailure) -> ClearingBreak {
        if let violation = ClearingBreak.violation(inReason: reason) {
            throw .issuing(.refused(.invalidFields([FieldError("reason", violation)])))
        }
        if let scheme { try await requireScheme(scheme, of: id) }
        let now = clock.now()
        let resolution = ClearingBreak.Resolution(
            at: now, by: issuing.caller.operatorName ?? "an operator of this machine", reason: reason,
            isLoss: scheme != nil)
        let journal = JournalID(rawValue: issuing.entropy.uuid())
        return try await database.transaction { tx throws(ClearingFailure) in
            guard let found = try tx.run(ClearingBreakStatements.find(id)).first else { throw .noBreak }
            if let earlier = found.resolution { throw .resolved(earlier) }
            let loss = try Self.loss(of: found, to: scheme, as: journal)
            let lost = loss == nil ? nil : found.line?.reference
            let (closed, claims, losses, booked) = try tx.run(
                ClearingBreakStatements.resolve(id, resolution, loss: loss == nil ? nil : journal),
                lost.map { ClearingBreakStatements.claimLoss(of: $0, for: id) },
                lost.map { ClearingBreakStatements.losses(of: [$0]) }, lost.map { ClearingFileStatements.booked($0) })
            guard !closed.isEmpty else {
                // Somebody else has resolved it meanwhile.
                let earlier = try tx.run(ClearingBreakStatements.find(id)).first?.resolution
                throw earlier.map(ClearingFailure.resolved) ?? ClearingFailure.noBreak
            }
            if let earlier = try Self.earlierLoss(than: id, among: losses, claimedBy: claims.first, in: tx) {
                throw .lostBefore(earlier)
            }
            if let line = booked.first { throw .bookedBefore(line) }
            let (_, _, _, after) = try tx.commit(
                loss.map { JournalStatements.postOfHouse($0, at: now) },
                scheme.flatMap { scheme in
                    found.line.map { ClearingPositionStatements.add(loss: $0.amount, to: scheme, at: now) }
                },
                issuing.recording(.clearingBreakResolved, about: id, detail: reason),
                ClearingBreakStatements.find(id))
            guard let resolved = after.first else { throw .noBreak }
            return resolved
        }
    }

    /// A mistake would owe another scheme money that its files do not ask for.
    private func requireScheme(_ scheme: Scheme, of id: ClearingBreakID) async throws(ClearingFailure) {
        let found = try await clearingBreak(id)
        guard found.resolution == nil, found.line != nil, !found.isBooked else { return }
        let payments = try await translating(ClearingFailure.issuing) { () async throws(IssuingFailure) in
            try await reading(ClearingFileStatements.authorizations([found.authorization]))
        }
        guard let known = payments.first?.scheme, known != scheme else { return }
        throw .otherScheme(known)
    }

    /// The loss that has paid the reference of a break before.
    ///
    /// - Parameter claimant: the break that has claimed the reference. Losses of earlier programs have no claim; and on
    ///   a cluster, another break's claim may be seen before its resolution is.
    private static func earlierLoss(
        than id: ClearingBreakID, among losses: [ClearingBreak], claimedBy claimant: ClearingBreakID?,
        in tx: Transaction<ClearingFailure>
    ) throws(ClearingFailure) -> ClearingLoss? {
        if let known = losses.first(where: { $0.id != id }) { return ClearingLoss(known) }
        guard let claimant, claimant != id else { return nil }
        let claiming = try tx.run(ClearingBreakStatements.find(claimant)).first.flatMap { ClearingLoss($0) }
        guard let claiming else { throw .issuing(.damaged("the break \(claimant) has a loss, and no line")) }
        return claiming
    }

    private static func loss(
        of found: ClearingBreak, to scheme: Scheme?, as journal: JournalID
    ) throws(ClearingFailure) -> Journal? {
        guard let scheme else { return nil }
        guard let line = found.line, !found.isBooked else { throw .noLoss(found.kind) }
        return try translating({ ClearingFailure.issuing(.damaged("a loss is no journal: \($0)")) }) {
            () throws(LedgerRefusal) in
            try Journal(id: journal, [Posting(from: .writeoff, to: .scheme(scheme), amount: line.amount)])
        }
    }
}
