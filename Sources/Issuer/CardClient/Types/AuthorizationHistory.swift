import CardAPI
import Foundation
import HTTPContract

extension Wallet {
    /// Which authorizations to list. Every filter is optional.
    public struct AuthorizationHistoryParameters: Sendable, Hashable {
        public var accountID: String?
        /// The maximum number of authorizations, 1 to 50; 10 if nil.
        public var limit: Int?
        /// The index of the first authorization, from 0.
        public var offset: Int?
        /// Times of creation, both included, in whole seconds.
        public var startDate: Date?
        public var endDate: Date?
        public var status: AuthorizationStatus?
        public var cardID: String?

        public init(
            accountID: String? = nil, limit: Int? = nil, offset: Int? = nil, startDate: Date? = nil,
            endDate: Date? = nil, status: AuthorizationStatus? = nil, cardID: String? = nil
        ) {
            (self.accountID, self.limit, self.offset) = (accountID, limit, offset)
            (self.startDate, self.endDate, self.status, self.cardID) = (startDate, endDate, status, cardID)
        }
    }

    /// One page of authorizations, newest first.
    public struct AuthorizationList: Sendable, Hashable {
        public let authorizations: [Authorization]
        public let meta: PagingResultMeta

        public init(authorizations: [Authorization], meta: PagingResultMeta) {
            self.authorizations = authorizations
            self.meta = meta
        }
    }

    /// A merchant's request to a card, and the issuer's answer. All amounts are in minor units, 0 or above.
    public struct Authorization: Sendable, Hashable, Identifiable {
        public var id: String
        public var customerID: String
        public var accountID: String
        public var cardID: String
        public var creationTime: Date
        public var status: AuthorizationStatus
        public var direction: AuthorizationDirection
        public var type: AuthorizationType
        /// The amount that the merchant asked for, less reversals, in the merchant's currency.
        public var transactionAmount: Int
        public var transactionCurrency: String
        /// The same in the card's currency; nil if there was no exchange rate, as are the next four.
        public var cardAmount: Int?
        public var cardCurrency: String?
        /// Without fees.
        public var netAmount: Int?
        public var netCurrency: String?
        /// With all fees, in the account's currency.
        public var customerAmount: Int?
        public var customerCurrency: String?
        /// The fees in ``customerAmount``.
        public var fees: [SimpleFeePayment] = []
        /// The merchant's category, ISO 18245.
        public var mcc: Int
        public var merchantName: String
        public var merchantCity: String?
        /// ISO 3166-1 alpha-2.
        public var merchantCountry: String
        public var cardPresence: CardPresence
        public var cardholderPresence: CardholderPresence
        public var challenge: Challenge
        public var panEntryMethod: PanEntryMethod
        /// The wallet that paid; nil without one.
        public var mobileWallet: MobileWalletType?
        /// Two characters of ISO 8583, field 39; `00` is an approval.
        public var responseCode: String
        /// Finds its newest transaction in the transaction history; nil until money has moved.
        public var slipID: String?

        /// An authorization without what may be absent.
        public init(
            id: String, customerID: String, accountID: String, cardID: String, creationTime: Date,
            status: AuthorizationStatus, direction: AuthorizationDirection, type: AuthorizationType,
            transactionAmount: Int, transactionCurrency: String, mcc: Int, merchantName: String,
            merchantCountry: String, cardPresence: CardPresence, cardholderPresence: CardholderPresence,
            challenge: Challenge, panEntryMethod: PanEntryMethod, responseCode: String
        ) {
            (self.id, self.customerID, self.accountID, self.cardID) = (id, customerID, accountID, cardID)
            (self.creationTime, self.status, self.direction, self.type) = (creationTime, status, direction, type)
            (self.transactionAmount, self.transactionCurrency) = (transactionAmount, transactionCurrency)
            (self.mcc, self.merchantName, self.merchantCountry) = (mcc, merchantName, merchantCountry)
            (self.cardPresence, self.cardholderPresence) = (cardPresence, cardholderPresence)
            (self.challenge, self.panEntryMethod, self.responseCode) = (challenge, panEntryMethod, responseCode)
        }
    }
}

extension Wallet.AuthorizationHistoryParameters {
    var query: AuthorizationListQuery {
        var query = AuthorizationListQuery()
        (query.accountId, query.cardId, query.status) = (accountID, cardID, status?.rawValue)
        (query.startDate, query.endDate) = (startDate.map(Timestamp.init), endDate.map(Timestamp.init))
        query.limit = limit ?? query.limit
        query.offset = offset ?? query.offset
        return query
    }
}

extension Wallet.AuthorizationList {
    init(_ body: AuthorizationListBody) {
        authorizations = body.authorizations.map(Wallet.Authorization.init)
        meta = Wallet.PagingResultMeta(body.meta)
    }
}

extension Wallet.Authorization {
    init(_ body: AuthorizationBody) {
        self.init(
            id: body.id, customerID: body.customerId, accountID: body.accountId, cardID: body.cardId,
            creationTime: Date(body.creationTime), status: Wallet.AuthorizationStatus(word: body.status),
            direction: Wallet.AuthorizationDirection(word: body.direction),
            type: Wallet.AuthorizationType(word: body.type), transactionAmount: body.transactionAmount,
            transactionCurrency: body.transactionCurrency, mcc: body.mcc, merchantName: body.merchantName,
            merchantCountry: body.merchantCountry, cardPresence: CardPresence(word: body.cardPresence),
            cardholderPresence: CardholderPresence(word: body.cardholderPresence),
            challenge: Challenge(word: body.challenge),
            panEntryMethod: Wallet.PanEntryMethod(word: body.panEntryMethod), responseCode: body.responseCode)
        (cardAmount, cardCurrency) = (body.cardAmount, body.cardCurrency)
        (netAmount, netCurrency) = (body.netAmount, body.netCurrency)
        (customerAmount, customerCurrency) = (body.customerAmount, body.customerCurrency)
        fees = body.fees?.map(Wallet.SimpleFeePayment.init) ?? []
        merchantCity = body.merchantCity
        mobileWallet = body.mobileWallet.map(Wallet.MobileWalletType.init(word:))
        slipID = body.slipId
    }
}
