import Cards
import CardSecrets
import Foundation
import Ledger
import Postgres
import Validation

/// How the work on a bulk order ended.
public enum BulkOrderEnding: Equatable, Sendable {
    case completed(numberOfCards: Int)
    case failed(BulkOrder.Failure)
}

extension Issuing {
    /// An order is given up after this many failures of the service that stored data has caused.
    static let maximumTries = 10

    /// Issues the cards of every accepted order that no other server works on, the oldest first.
    ///
    /// The beginning of an order is stored at once. The rest is one transaction, which locks the order's row, so only
    /// one server works on it. If that server dies, the row is free again and the order is unchanged. An order that has
    /// become invalid fails. An order that the service failed to issue is left for the next call, and the others go on.
    /// A full disk or an unreachable database never makes an order fail.
    ///
    /// - Parameter tell: receives how each order ended, after the commit.
    /// - Throws: the first failure of the service, at the end.
    public func workOnBulkOrders(
        telling tell: (BulkOrderID, BulkOrderEnding) -> Void = { _, _ in }
    ) async throws(IssuingFailure) {
        var left: [BulkOrderID] = []
        var firstFailure: IssuingFailure?
        while let begun = try await writing(BulkOrderStatements.begin(except: left, at: clock.now())).first {
            left.append(begun.id)
            do {
                if let ending = try await finish(begun) { tell(begun.id, ending) }
            } catch {
                firstFailure = firstFailure ?? error
            }
        }
        if let firstFailure { throw firstFailure }
    }

    /// Does the same, and also waits for the orders that other servers work on.
    package func finishBulkOrders() async throws(IssuingFailure) {
        repeat {
            try await workOnBulkOrders()
        } while try await writing(BulkOrderStatements.waitForHolder()).first != nil
    }

    /// - Returns: nil if the order is left for the next call.
    private func finish(_ order: BulkOrderStatements.Begun) async throws(IssuingFailure) -> BulkOrderEnding? {
        do {
            return try await issueCards(of: order)
        } catch {
            guard let failure = try await failure(of: order, after: error) else { return nil }
            let failed = try await writing(BulkOrderStatements.fail(order.id, failure, at: clock.now()))
            return failed.isEmpty ? nil : .failed(failure)
        }
    }

    /// Nil if another try may succeed.
    private func failure(
        of order: BulkOrderStatements.Begun, after error: IssuingFailure
    ) async throws(IssuingFailure) -> BulkOrder.Failure? {
        switch error {
        case .refused(.application(.cardLimitExceeded)):
            // Another request issued the last allowed card after the allowances were read. The next try finds out
            // whose.
            return nil
        case .refused(let refusal):
            return .refused(refusal)
        case .database, .vault, .overloaded:
            guard error.isOfStoredData else { throw error }
            let tries = try await writing(BulkOrderStatements.countFailure(.id(order.id))).first ?? 0
            guard tries >= Self.maximumTries else { throw error }
            return .ours
        case .damaged:
            return .unreadable
        }
    }

    /// - Returns: nil if another server was quicker.
    private func issueCards(
        of order: BulkOrderStatements.Begun
    ) async throws(IssuingFailure) -> BulkOrderEnding? {
        try await database.transaction { tx throws(IssuingFailure) -> BulkOrderEnding? in
            guard let sealed = try tx.run(BulkOrderStatements.hold(.id(order.id))).first else { return nil }
            let kept = try KeptApplications(opening: sealed, of: order.id, by: vault)
            let applicants = try applicants(for: kept.applications, of: order.brand, in: tx)
            let violations = Draft(kept.applications).errors(among: applicants)
            guard violations.isEmpty else {
                let failure = BulkOrder.Failure.overtaken(by: violations)
                _ = try tx.commit(BulkOrderStatements.fail(order.id, failure, at: clock.now()))
                return .failed(failure)
            }
            let orders = try Self.orders(kept, of: applicants)
            _ = try tx.run(CardStatements.countIssued(orders))
            let cards = try drawCards(orders, in: tx)
            _ = try tx.commit(
                CardStatements.issue(cards),
                BulkOrderStatements.complete(order.id, with: cards.map(\.card), at: clock.now()))
            return .completed(numberOfCards: cards.count)
        }
    }

    private static func orders(
        _ kept: KeptApplications, of applicants: [CustomerID: BulkApplication.Applicant]
    ) throws(IssuingFailure) -> [NewCard.Order] {
        try kept.applications.entries.enumerated().map { index, entry throws(IssuingFailure) in
            guard let applicant = entry.customer.flatMap({ applicants[$0] }),
                let order = NewCard.Order(
                    entry.application, pin: kept.pin(at: index), for: applicant.customer,
                    of: applicant.program(entry.application.programName)?.program)
            else { throw .damaged("application \(index) of a bulk order does not name its customer and program") }
            return order
        }
    }

    /// Chooses an account for each card, which it may open, and draws and claims a card number. If that is taken, draws
    /// another one.
    package func drawCards(
        _ orders: [NewCard.Order], in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> [NewCard] {
        let owners = orders.map { (holder: AccountHolder($0.customer), currency: $0.currency) }
        let (_, accounts) = try tx.run(
            AccountStatements.openMissing(owners, at: clock.now()), AccountStatements.chosen(for: owners))
        guard accounts.count == orders.count else { throw .damaged("not every card has an account") }
        var cards = try zip(orders, accounts).map { order, account throws(IssuingFailure) in
            try NewCard(order, account: account, by: self)
        }
        var pending = Array(cards.indices)
        for _ in 0..<Self.maximumDraws {
            let claims = try tx.run(CardStatements.claimPANs(of: pending.map { cards[$0] }))
            let claimed = Dictionary(grouping: claims, by: \.card)
            var released: [VersionedHash] = []
            pending.removeAll { index in
                let (versions, hashes) = (claimed[cards[index].card.id, default: []], cards[index].panHashes)
                let isFree = versions.count == hashes.all.count
                released += (isFree ? hashes.others : hashes.all).filter { hash in
                    versions.contains { $0.keyVersion == hash.keyVersion }
                }
                return isFree
            }
            _ = try tx.run(CardStatements.release(released))
            if pending.isEmpty { return cards }
            for index in pending { cards[index] = try NewCard(orders[index], account: accounts[index], by: self) }
        }
        throw .refused(.application(.cardNumbersUsedUp(program: orders[pending[0]].program.name)))
    }
}
