import CardAPI
import Foundation
import HTTPContract

extension Wallet {
    /// Which transactions to list. One of `accountID` and `merchantRefNum` is required.
    public struct TransactionHistoryParameters: Sendable, Hashable {
        public var accountID: String?
        public var merchantRefNum: String?
        /// The number that all transactions of one operation have.
        public var slipID: String?
        /// The maximum number of transactions, 1 to 50; 10 if nil.
        public var limit: Int?
        /// The index of the first transaction, from 0.
        public var offset: Int?
        /// Times of creation, both included, in whole seconds.
        public var startDate: Date?
        public var endDate: Date?
        public var status: TransactionStatus?
        public var type: TransactionType?
        public var cardID: String?

        public init(
            accountID: String? = nil, merchantRefNum: String? = nil, slipID: String? = nil, limit: Int? = nil,
            offset: Int? = nil, startDate: Date? = nil, endDate: Date? = nil, status: TransactionStatus? = nil,
            type: TransactionType? = nil, cardID: String? = nil
        ) {
            (self.accountID, self.merchantRefNum, self.slipID) = (accountID, merchantRefNum, slipID)
            (self.limit, self.offset) = (limit, offset)
            (self.startDate, self.endDate) = (startDate, endDate)
            (self.status, self.type, self.cardID) = (status, type, cardID)
        }
    }

    /// One page of transactions, newest first.
    public struct TransactionList: Sendable, Hashable {
        public let transactions: [Transaction]
        public let meta: PagingResultMeta

        public init(transactions: [Transaction], meta: PagingResultMeta) {
            self.transactions = transactions
            self.meta = meta
        }
    }

    /// Money that came to an account or left it. All amounts are in minor units: 1234 is 12.34 EUR, or 1234 JPY.
    public struct Transaction: Sendable, Hashable, Identifiable {
        public var id: String
        /// The same for all transactions of one operation.
        public var slipID: String
        public var customerID: String
        public var accountID: String
        public var type: TransactionType
        /// Above 0; the direction says where it went.
        public var amount: Int
        public var currencyCode: String
        public var direction: TransactionDirection
        /// The fees that are part of the amount.
        public var fees: [SimpleFeePayment] = []
        public var paymentType: PaymentType?
        public var status: TransactionStatus
        public var statusReason: String?
        /// The account's total after it; nil until money has moved.
        public var balance: Int?
        public var creationTime: Date
        public var lastChangeDate: Date

        public init(
            id: String, slipID: String, customerID: String, accountID: String, type: TransactionType, amount: Int,
            currencyCode: String, direction: TransactionDirection, status: TransactionStatus, creationTime: Date,
            lastChangeDate: Date
        ) {
            (self.id, self.slipID, self.customerID, self.accountID) = (id, slipID, customerID, accountID)
            (self.type, self.amount, self.currencyCode, self.direction) = (type, amount, currencyCode, direction)
            (self.status, self.creationTime, self.lastChangeDate) = (status, creationTime, lastChangeDate)
        }
    }

    /// A fee in a transaction or an authorization, in minor units.
    public struct SimpleFeePayment: Sendable, Hashable {
        public let amount: Int
        public let currency: String
        public let paymentReason: FeePaymentReason

        public init(amount: Int, currency: String, paymentReason: FeePaymentReason) {
            self.amount = amount
            self.currency = currency
            self.paymentReason = paymentReason
        }
    }

    public enum TransactionStatus: String, WalletWord {
        /// The customer must do something.
        case pending = "PENDING"
        case processing = "PROCESSING"
        /// The money has moved.
        case completed = "COMPLETED"
        case failed = "FAILED"
        case cancelled = "CANCELLED"
        /// Only of deposits.
        case refunded = "REFUNDED"
        case declined = "DECLINED"
        case unknown = "UNKNOWN"
    }

    public enum TransactionType: String, WalletWord {
        case deposit = "DEPOSIT"
        case withdrawal = "WITHDRAWAL"
        case transferIn = "TRANSFER_IN"
        case transferOut = "TRANSFER_OUT"
        /// A payment with a card, or its refund.
        case prepaidCard = "PREPAID_CARD"
        case chargeback = "CHARGEBACK"
        case chargebackReversal = "CHARGEBACK_REVERSAL"
        case unknown = "UNKNOWN"
    }

    public enum TransactionDirection: String, WalletWord {
        /// The account has received the amount.
        case credit = "CREDIT"
        case debit = "DEBIT"
        case unknown = "UNKNOWN"
    }

    public enum PaymentType: String, WalletWord {
        case card = "CARD"
        case bankTransfer = "BANK_TRANSFER"
        case rapidTransfer = "RAPID_TRANSFER"
        case transfer = "TRANSFER"
        case unknown = "UNKNOWN"
    }

    public enum FeePaymentReason: String, WalletWord {
        case senderFee = "SENDER_FEE"
        case recipientFee = "RECIPIENT_FEE"
        case depositFee = "DEPOSIT_FEE"
        case withdrawalFee = "WITHDRAWAL_FEE"
        case merchantFee = "MERCHANT_FEE"
        case paysafeFee = "PAYSAFE_FEE"
        case atmFee = "ATM_FEE"
        case fxFee = "FX_FEE"
        case otherFee = "OTHER_FEE"
        case unknown = "UNKNOWN"
    }
}

extension Wallet.TransactionHistoryParameters {
    var query: TransactionListQuery {
        var query = TransactionListQuery()
        (query.accountId, query.merchantRefNum, query.slipId) = (accountID, merchantRefNum, slipID)
        (query.cardId, query.type, query.status) = (cardID, type?.rawValue, status?.rawValue)
        (query.startDate, query.endDate) = (startDate.map(Timestamp.init), endDate.map(Timestamp.init))
        query.limit = limit ?? query.limit
        query.offset = offset ?? query.offset
        return query
    }
}

extension Wallet.TransactionList {
    init(_ body: TransactionListBody) {
        transactions = body.transactions.map(Wallet.Transaction.init)
        meta = Wallet.PagingResultMeta(body.meta)
    }
}

extension Wallet.Transaction {
    init(_ body: TransactionBody) {
        self.init(
            id: body.id, slipID: body.slipId, customerID: body.customerId, accountID: body.accountId,
            type: Wallet.TransactionType(word: body.type), amount: body.amount, currencyCode: body.currencyCode,
            direction: Wallet.TransactionDirection(word: body.direction),
            status: Wallet.TransactionStatus(word: body.status), creationTime: Date(body.creationTime),
            lastChangeDate: Date(body.lastChangeDate))
        fees = body.fees?.map(Wallet.SimpleFeePayment.init) ?? []
        paymentType = body.paymentType.map(Wallet.PaymentType.init(word:))
        (statusReason, balance) = (body.statusReason, body.balance)
    }
}

extension Wallet.SimpleFeePayment {
    init(_ body: FeeBody) {
        self.init(
            amount: body.amount, currency: body.currency,
            paymentReason: Wallet.FeePaymentReason(word: body.paymentReason))
    }
}
