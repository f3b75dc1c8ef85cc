import Foundation

/// A movement of money that a brand or a customer asks for, step by step: a deposit, a withdrawal, or a transfer to
/// another customer. Steps and statuses are Paysafe's (Embedded Wallets, deposits, withdrawals and transfers).
///
/// It begins as a preview, which moves no money. The first step makes its transaction, the second confirms it, and then
/// the service completes it.
public struct Movement: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// Money from outside.
        case deposit = "DEPOSIT"
        case transfer = "TRANSFER"
        /// Money to one of the customer's payment instruments outside.
        case withdrawal = "WITHDRAWAL"

        /// Whether the movement takes money from the holder's account, which must then exist.
        public var isOutgoing: Bool { self != .deposit }
    }

    /// Where the money of a withdrawal goes.
    public struct Instrument: Hashable, Sendable {
        /// How it is paid, such as `BANK_TRANSFER`.
        public let option: String
        /// The type of the instrument, such as `SEPA_BANK_ACCOUNT`.
        public let type: String
        public let id: String

        public init(option: String, type: String, id: String) {
            (self.option, self.type, self.id) = (option, type, id)
        }
    }

    public enum Status: String, CaseIterable, Sendable {
        case preview = "PREVIEW"
        case pending = "PENDING"
        case processing = "PROCESSING"
        /// The money has moved. This one and the next are final.
        case completed = "COMPLETED"
        case failed = "FAILED"

        /// The step that a caller may take now; nil if the service takes the next one, or if there is none.
        public var nextStep: Step? {
            switch self {
            case .preview: .pending
            case .pending: .processing
            case .processing, .completed, .failed: nil
            }
        }
    }

    /// A step that a caller asks for, named after the status that it leads to.
    public enum Step: String, CaseIterable, Sendable {
        /// Checks it, and makes its transaction.
        case pending = "PENDING"
        /// Confirms it. The money of a transfer or a withdrawal is held from now on.
        case processing = "PROCESSING"
    }

    /// Why a movement has failed, as `statusReason` says it. Each is a value that Paysafe documents.
    public enum Failure: String, CaseIterable, Sendable {
        case insufficientFunds = "INSUFFICIENT_FUNDS"
        /// The recipient's balance would be larger than an account can hold.
        case transferTooLarge = "DW-TRANSFER-LIMIT-EXCEEDED"
        /// The money did not fit on the account.
        case depositNotConfirmed = "DW-DEPOSIT-NOT-CONFIRMED"
        /// The bank has not paid the money out.
        case withdrawalNotPaid = "DW-WITHDRAWAL-NOT-PAID"
    }

    /// The amounts that can be moved at once, in minor units: 12 digits, as in the messages of payment networks.
    public static let amounts: ClosedRange<Int64> = 1...999_999_999_999

    /// The time within which a preview needs its first step. A preview moves no money, so one that expires does no
    /// harm.
    public static let previewLifetimeSeconds: TimeInterval = 24 * 60 * 60

    public let id: MovementID
    public let kind: Kind
    /// Who receives a deposit, or sends a transfer or a withdrawal.
    public let holder: AccountHolder
    /// The recipient of a transfer; nil for any other movement.
    public let recipient: AccountHolder?
    /// Within ``amounts``.
    public let amount: Money
    /// The number that the brand or the customer has given it (``MovementNumbers``).
    public let merchantRefNum: String?
    /// The purpose of a transfer.
    public let reason: String?
    public let description: String?
    /// Nil unless it is a withdrawal.
    public let instrument: Instrument?
    public let status: Status
    /// A ``Failure``; nil unless it has failed.
    public let statusReason: Failure?
    /// The holder's account; nil for the preview of a deposit, which opens none.
    public let account: AccountID?
    /// Nil for a preview.
    public let transaction: TransactionID?
    public let slip: SlipID?
    public let createdAt: Date
    public let changedAt: Date

    /// A movement as it is stored.
    public init(
        id: MovementID, kind: Kind, holder: AccountHolder, recipient: AccountHolder?, amount: Money,
        merchantRefNum: String?, reason: String?, description: String?, instrument: Instrument? = nil,
        status: Status = .preview, statusReason: Failure? = nil, account: AccountID?,
        transaction: TransactionID? = nil, slip: SlipID? = nil, createdAt: Date, changedAt: Date
    ) {
        (self.id, self.kind, self.holder, self.recipient) = (id, kind, holder, recipient)
        (self.amount, self.merchantRefNum, self.reason) = (amount, merchantRefNum, reason)
        (self.description, self.instrument) = (description, instrument)
        (self.status, self.statusReason) = (status, statusReason)
        (self.account, self.transaction, self.slip) = (account, transaction, slip)
        (self.createdAt, self.changedAt) = (createdAt, changedAt)
    }

    /// Whether another movement has the same content, so that it may be the same request sent again.
    public func asksForTheSame(as other: Movement) -> Bool {
        (kind, holder, recipient) == (other.kind, other.holder, other.recipient)
            && (amount, merchantRefNum) == (other.amount, other.merchantRefNum)
            && (reason, description, instrument) == (other.reason, other.description, other.instrument)
    }

    /// The movement's money on the holder's account.
    ///
    /// - Throws: never for an amount within ``amounts``.
    public func journal() throws(LedgerRefusal) -> Journal {
        let posting =
            switch kind {
            case .deposit: try Posting(from: .safeguarding, to: .customer, amount: amount)
            case .transfer: try Posting(from: .customer, to: .transfer, amount: amount)
            case .withdrawal: try Posting(from: .customer, to: .safeguarding, amount: amount)
            }
        return try Journal(id: id.journal, [posting])
    }

    /// The transaction of the movement, as ``MovementStatements`` writes it.
    ///
    /// - Parameter balance: that of the account after the movement; nil as long as nothing has moved.
    public func transaction(
        on account: AccountID, numbers: TransactionNumbers, status: AccountTransaction.Status,
        because failure: Failure? = nil, balance: Money? = nil, createdAt: Date, changedAt: Date
    ) -> AccountTransaction {
        let transactionKind: AccountTransaction.Kind =
            switch kind {
            case .deposit: .deposit
            case .transfer: .transferOut
            case .withdrawal: .withdrawal
            }
        return AccountTransaction(
            id: numbers.transaction, slip: numbers.slip, holder: holder, account: account, kind: transactionKind,
            direction: kind.isOutgoing ? .debit : .credit, amount: amount, fees: [], balance: balance, status: status,
            statusReason: failure?.rawValue, instrument: nil, merchantRefNum: merchantRefNum, createdAt: createdAt,
            changedAt: changedAt)
    }

    /// A transfer's money on the recipient's account. It has the same id, but belongs to the recipient.
    public func recipientJournal() throws(LedgerRefusal) -> Journal {
        try Journal(id: id.journal, [Posting(from: .transfer, to: .customer, amount: amount)])
    }
}

extension Account {
    /// Whether the balance can grow by an amount within ``Movement/amounts``.
    public func hasRoom(for amount: Money) -> Bool {
        posted.minorUnits <= Self.limit - amount.minorUnits
    }
}
