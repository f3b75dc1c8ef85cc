import Cards
import Foundation
import Ledger
import Postgres

/// What the bank says of a deposit or a withdrawal that it was asked to make.
public enum BankReport: Sendable, Equatable {
    /// The money of a deposit has arrived, or that of a withdrawal was paid out.
    case done
    case refused

    var outcome: Movement.Status { self == .done ? .completed : .failed }
}

extension Issuing {
    /// Records what the bank reports. A confirmed deposit is put on the account, and the money of a refused withdrawal
    /// is free again. The same report twice changes nothing.
    ///
    /// - Returns: the movement afterwards. A confirmed deposit that does not fit on the account has failed.
    public func record(
        _ report: BankReport, about id: MovementID, of customer: CustomerID
    ) async throws(IssuingFailure) -> Movement {
        let now = clock.now()
        try await database.transaction { tx throws(IssuingFailure) in
            guard let movement = try find(id, of: customer, in: tx) else {
                throw .refused(.movement(.notFound(.deposit)))
            }
            if movement.status == report.outcome { return }
            guard movement.status == .processing, movement.kind != .transfer else {
                throw .refused(.movement(.reportNotAccepted(movement.kind, status: movement.status)))
            }
            _ = try tx.run(
                recording(
                    .bankReportRecorded, about: id, of: customer, detail: report.outcome.rawValue))
            switch (movement.kind, report) {
            case (.withdrawal, .done): try completeWithdrawal(movement, at: now, in: tx)
            case (.withdrawal, .refused): try fail(movement, because: .withdrawalNotPaid, at: now, in: tx)
            case (_, .done): try completeDeposit(movement, at: now, in: tx)
            case (_, .refused): try fail(movement, because: .depositNotConfirmed, at: now, in: tx)
            }
        }
        return try await database.transaction { tx throws(IssuingFailure) in
            try IssuingFailure.requiring(find(id, of: customer, in: tx), "the movement just reported about")
        }
    }

    private func find(
        _ id: MovementID, of customer: CustomerID, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> Movement? {
        let holder = AccountHolder(customer)
        let (deposits, withdrawals, transfers) = try tx.run(
            MovementStatements.find(id, .deposit, of: holder), MovementStatements.find(id, .withdrawal, of: holder),
            MovementStatements.find(id, .transfer, of: holder))
        return (deposits + withdrawals + transfers).first
    }

    /// Locks as its completion does, so that only one of both happens.
    private func fail(
        _ movement: Movement, because reason: Movement.Failure, at now: Date, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) {
        let account = try IssuingFailure.requiring(movement.account, "the account of a movement")
        let (_, held, tickets) = try tx.run(
            AccountStatements.lock(account, of: movement.holder), MovementStatements.hold(movement),
            ticket(forChangeOf: movement.transaction, of: movement.holder))
        guard let held = held.first, held.status == .processing else {
            throw .refused(.movement(.reportNotAccepted(movement.kind, status: held.first?.status ?? .failed)))
        }
        let (change, telling) = changing(movement, to: .failed, because: reason, tickets.first, at: now)
        let void = movement.kind == .withdrawal
            ? HoldStatements.void(movement.id.hold, on: account, of: movement.holder, at: now) : nil
        _ = try tx.commit(void, change, telling)
    }
}
