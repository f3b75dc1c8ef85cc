import Cards
import Foundation
import Identifiers
import Ledger
import Postgres
import Validation

extension Issuing {
    /// How many movements are looked up at once.
    private static let movementsAtOnce = 1000

    /// Completes the movements of a kind that were confirmed, the earliest first. Each is a transaction of its own. One
    /// that fails because of its stored data is left for the next call, so that the others go on.
    func completeMovements(_ kind: Movement.Kind, at now: Date) async throws(IssuingFailure) {
        var last: Movement?
        repeat {
            let due = try await reading(
                MovementStatements.processing(kind, after: last, limit: Self.movementsAtOnce))
            for movement in due {
                do {
                    try await complete(movement, at: now)
                } catch {
                    guard error.isOfStoredData, let account = movement.account else { throw error }
                    movementSetbacks.add(Setback(subject: .account(account), failure: error), at: clock.realNow())
                }
            }
            last = due.count == Self.movementsAtOnce ? due.last : nil
        } while last != nil
    }

    private func complete(_ movement: Movement, at now: Date) async throws(IssuingFailure) {
        try await database.transaction { tx throws(IssuingFailure) in
            switch movement.kind {
            case .deposit: try completeDeposit(movement, at: now, in: tx)
            case .transfer: try completeTransfer(movement, at: now, in: tx)
            case .withdrawal: try completeWithdrawal(movement, at: now, in: tx)
            }
        }
    }

    func completeDeposit(
        _ deposit: Movement, at now: Date, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) {
        let id = try IssuingFailure.requiring(deposit.account, "the account of a deposit")
        let (accounts, held, tickets) = try tx.run(
            AccountStatements.lock(id, of: deposit.holder), MovementStatements.hold(deposit),
            ticket(forChangeOf: deposit.transaction, of: deposit.holder))
        guard held.first?.status == .processing else { return }
        let account = try IssuingFailure.requiring(accounts.first, "the account of a deposit")
        guard account.hasRoom(for: deposit.amount) else {
            let (change, telling) = changing(
                deposit, to: .failed, because: .depositNotConfirmed, tickets.first, at: now)
            _ = try tx.commit(change, telling)
            return
        }
        let journal = try Self.journal { () throws(LedgerRefusal) in try deposit.journal() }
        let (change, telling) = changing(
            deposit, to: .completed, balance: try Self.balance(of: account, after: journal), tickets.first, at: now)
        _ = try tx.commit(JournalStatements.post(journal, on: id, of: deposit.holder, at: now), change, telling)
    }

    /// Takes the money that is held, because the bank has paid it out.
    func completeWithdrawal(
        _ withdrawal: Movement, at now: Date, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) {
        let id = try IssuingFailure.requiring(withdrawal.account, "the account of a withdrawal")
        let (accounts, held, tickets) = try tx.run(
            AccountStatements.lock(id, of: withdrawal.holder), MovementStatements.hold(withdrawal),
            ticket(forChangeOf: withdrawal.transaction, of: withdrawal.holder))
        guard held.first?.status == .processing else { return }
        let account = try IssuingFailure.requiring(accounts.first, "the account of a withdrawal")
        let journal = try Self.journal { () throws(LedgerRefusal) in try withdrawal.journal() }
        let (change, telling) = changing(
            withdrawal, to: .completed, balance: try Self.balance(of: account, after: journal), tickets.first, at: now)
        _ = try tx.commit(
            JournalStatements.post(
                journal, on: id, of: withdrawal.holder, clearing: .whole(withdrawal.id.hold), at: now),
            change, telling)
    }

    /// Takes the money that is held, and gives it to the recipient, whose account is opened if there is none. The
    /// account of the lower customer number is locked first.
    private func completeTransfer(
        _ transfer: Movement, at now: Date, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) {
        let sending = try IssuingFailure.requiring(transfer.account, "the account of a transfer")
        let recipient = try IssuingFailure.requiring(transfer.recipient, "the recipient of a transfer")
        let owner = [(holder: recipient, currency: transfer.amount.currency)]
        let (_, chosen) = try tx.run(
            AccountStatements.openMissing(owner, at: now), AccountStatements.chosen(for: owner))
        let receiving = try IssuingFailure.requiring(chosen.first, "the account of a recipient")
        let locks = [(id: sending, holder: transfer.holder), (id: receiving, holder: recipient)]
            .sorted { $0.holder.rawValue < $1.holder.rawValue }
            .map { AccountStatements.lock($0.id, of: $0.holder) }
        let (first, second, held, sent, received) = try tx.run(
            locks[0], locks[1], MovementStatements.hold(transfer),
            ticket(forChangeOf: transfer.transaction, of: transfer.holder),
            ticketForNewTransaction(of: recipient, slip: transfer.slip))
        guard held.first?.status == .processing else { return }
        let locked = first + second
        let sender = try IssuingFailure.requiring(locked.first { $0.id == sending }, "the account of a transfer")
        let account = try IssuingFailure.requiring(locked.first { $0.id == receiving }, "the account of a recipient")
        guard account.hasRoom(for: transfer.amount) else {
            let (change, telling) = changing(
                transfer, to: .failed, because: .transferTooLarge, sent.first, at: now)
            _ = try tx.commit(
                HoldStatements.void(transfer.id.hold, on: sending, of: transfer.holder, at: now), change, telling)
            return
        }
        let journals = try Self.journal { () throws(LedgerRefusal) in
            (out: try transfer.journal(), in: try transfer.recipientJournal())
        }
        let numbers = received.first?.numbers(slip: transfer.slip)
        let arrived = try Self.journal { () throws(LedgerRefusal) in
            try numbers.flatMap { numbers throws(LedgerRefusal) in
                try AccountTransaction(
                    completing: journals.in, on: account, as: .transferIn, numbers: numbers,
                    merchantRefNum: transfer.merchantRefNum, at: now)
            }
        }
        let (change, telling) = changing(
            transfer, to: .completed, balance: try Self.balance(of: sender, after: journals.out), sent.first, at: now)
        _ = try tx.commit(
            JournalStatements.post(
                journals.out, on: sending, of: transfer.holder, clearing: .whole(transfer.id.hold), at: now),
            JournalStatements.post(journals.in, on: receiving, of: recipient, at: now),
            change, telling,
            TransactionStatements.complete(
                journals.in.id, of: recipient, as: .transferIn, slip: transfer.slip, numbers: numbers,
                merchantRefNum: transfer.merchantRefNum),
            self.telling(new: arrived, received.first))
    }

    private static func balance(of account: Account, after journal: Journal) throws(IssuingFailure) -> Money {
        try Self.journal { () throws(LedgerRefusal) in try account.balance(after: journal) }
    }

    private static func journal<Value>(_ body: () throws(LedgerRefusal) -> Value) throws(IssuingFailure) -> Value {
        try translating({ IssuingFailure.damaged("a movement is no journal: \($0)") }, body)
    }
}
