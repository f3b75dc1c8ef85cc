import CardAPI
import Foundation
import HTTPContract

extension Wallet {
    /// A claim about a cleared payment.
    public struct DisputeRequest: Sendable, Hashable {
        public var authorizationID: String
        public var reason: DisputeReason
        /// In minor units of the account's currency; all that was cleared, if nil.
        public var amount: Int?
        /// The reason in the customer's words.
        public var description: String?

        public init(
            authorizationID: String, reason: DisputeReason, amount: Int? = nil, description: String? = nil
        ) {
            (self.authorizationID, self.reason) = (authorizationID, reason)
            (self.amount, self.description) = (amount, description)
        }
    }

    /// Which disputes to list.
    public struct DisputeParameters: Sendable, Hashable {
        public var authorizationID: String?
        public var status: DisputeStatus?
        /// The maximum number of disputes, 1 to 50; 10 if nil.
        public var limit: Int?
        /// The index of the first dispute, from 0.
        public var offset: Int?

        public init(
            authorizationID: String? = nil, status: DisputeStatus? = nil, limit: Int? = nil, offset: Int? = nil
        ) {
            (self.authorizationID, self.status) = (authorizationID, status)
            (self.limit, self.offset) = (limit, offset)
        }
    }

    /// One page of disputes, newest first. They have no history and no files.
    public struct DisputeList: Sendable, Hashable {
        public let disputes: [Dispute]
        public let meta: PagingResultMeta
    }

    /// A dispute, and where its money is. All amounts are in minor units.
    public struct Dispute: Sendable, Hashable, Identifiable {
        public let id: String
        public let customerID: String
        public let accountID: String
        public let authorizationID: String
        public let cardID: String
        public let status: DisputeStatus
        public let reason: DisputeReason
        public let description: String?
        /// The claim.
        public let amount: Int
        /// What is still disputed. Refunds make it less than the claim.
        public let disputedAmount: Int
        /// What the customer has got by the dispute. It can be taken back until the end.
        public let creditedAmount: Int
        public let currencyCode: String
        /// The end of the time for the next step; nil if nobody has one.
        public let deadline: Date?
        public let creationTime: Date
        public let lastChangeDate: Date
        /// The steps, the first one first; nil in a list.
        public let history: [DisputeLine]?
        /// The files, oldest first; nil in a list.
        public let evidence: [DisputeEvidence]?
    }

    /// A step of a dispute.
    public struct DisputeLine: Sendable, Hashable {
        public let step: DisputeStep
        public let actor: DisputeActor
        /// The status after the step.
        public let status: DisputeStatus
        public let disputedAmount: Int
        public let note: String?
        public let time: Date
    }

    /// A file that supports a dispute: a PDF, a JPEG, a PNG or a text, of at most 256 KiB.
    public struct DisputeEvidenceRequest: Sendable, Hashable {
        public var fileName: String
        /// Such as `application/pdf`.
        public var mediaType: String
        /// The file in Base64.
        public var content: String

        public init(fileName: String, mediaType: String, content: String) {
            (self.fileName, self.mediaType, self.content) = (fileName, mediaType, content)
        }
    }

    /// A file of a dispute without its content.
    public struct DisputeEvidence: Sendable, Hashable, Identifiable {
        public let id: String
        /// Who has added it.
        public let actor: DisputeActor
        public let fileName: String
        public let mediaType: String
        /// In bytes.
        public let size: Int
        public let creationTime: Date
    }

    /// A file of a dispute.
    public struct DisputeEvidenceContent: Sendable, Hashable {
        public let fileName: String
        public let mediaType: String
        /// The file in Base64.
        public let content: String
    }

    public enum DisputeStatus: String, WalletWord {
        case open = "OPEN"
        case chargeback = "CHARGEBACK"
        case represented = "REPRESENTED"
        case preArbitration = "PRE_ARBITRATION"
        case arbitration = "ARBITRATION"
        case won = "WON"
        case lost = "LOST"
        case withdrawn = "WITHDRAWN"
        case unknown = "UNKNOWN"
    }

    public enum DisputeReason: String, WalletWord {
        case fraud = "FRAUD"
        case notReceived = "NOT_RECEIVED"
        case notAsDescribed = "NOT_AS_DESCRIBED"
        case cancelled = "CANCELLED"
        case creditNotProcessed = "CREDIT_NOT_PROCESSED"
        case duplicate = "DUPLICATE"
        case incorrectAmount = "INCORRECT_AMOUNT"
        case cashNotDispensed = "CASH_NOT_DISPENSED"
        case other = "OTHER"
        case unknown = "UNKNOWN"
    }

    public enum DisputeStep: String, WalletWord {
        case open = "OPEN"
        case reject = "REJECT"
        case chargeBack = "CHARGE_BACK"
        case represent = "REPRESENT"
        case preArbitrate = "PRE_ARBITRATE"
        case arbitrate = "ARBITRATE"
        case accept = "ACCEPT"
        case ruleForIssuer = "RULE_FOR_ISSUER"
        case ruleForAcquirer = "RULE_FOR_ACQUIRER"
        case withdraw = "WITHDRAW"
        case refund = "REFUND"
        /// A deadline has passed.
        case timeOut = "TIME_OUT"
        case unknown = "UNKNOWN"
    }

    public enum DisputeActor: String, WalletWord {
        case customer = "CUSTOMER"
        /// The brand, for its customer.
        case business = "BUSINESS"
        case issuer = "ISSUER"
        /// The merchant's bank.
        case acquirer = "ACQUIRER"
        case scheme = "SCHEME"
        case clock = "CLOCK"
        case unknown = "UNKNOWN"
    }
}

extension Wallet.DisputeRequest {
    var body: CreateDisputeBody {
        var body = CreateDisputeBody()
        (body.authorizationId, body.reason) = (authorizationID, reason.rawValue)
        (body.amount, body.description) = (amount, description)
        return body
    }
}

extension Wallet.DisputeParameters {
    var query: DisputeListQuery {
        var query = DisputeListQuery()
        (query.authorizationId, query.status) = (authorizationID, status?.rawValue)
        query.limit = limit ?? query.limit
        query.offset = offset ?? query.offset
        return query
    }
}

extension Wallet.DisputeEvidenceRequest {
    var body: AddEvidenceBody {
        var body = AddEvidenceBody()
        (body.fileName, body.mediaType, body.content) = (fileName, mediaType, content)
        return body
    }
}

extension Wallet.DisputeList {
    init(_ body: DisputeListBody) {
        self.init(
            disputes: body.disputes.map(Wallet.Dispute.init), meta: Wallet.PagingResultMeta(body.meta))
    }
}

extension Wallet.Dispute {
    init(_ body: DisputeBody) {
        self.init(
            id: body.id, customerID: body.customerId, accountID: body.accountId,
            authorizationID: body.authorizationId, cardID: body.cardId,
            status: Wallet.DisputeStatus(word: body.status), reason: Wallet.DisputeReason(word: body.reason),
            description: body.description, amount: body.amount, disputedAmount: body.disputedAmount,
            creditedAmount: body.creditedAmount, currencyCode: body.currencyCode,
            deadline: body.deadline.map { Date($0) }, creationTime: Date(body.creationTime),
            lastChangeDate: Date(body.lastChangeDate), history: body.history?.map(Wallet.DisputeLine.init),
            evidence: body.evidence?.map(Wallet.DisputeEvidence.init))
    }
}

extension Wallet.DisputeLine {
    init(_ body: DisputeLineBody) {
        self.init(
            step: Wallet.DisputeStep(word: body.step), actor: Wallet.DisputeActor(word: body.actor),
            status: Wallet.DisputeStatus(word: body.status), disputedAmount: body.disputedAmount, note: body.note,
            time: Date(body.time))
    }
}

extension Wallet.DisputeEvidence {
    init(_ body: EvidenceBody) {
        self.init(
            id: body.id, actor: Wallet.DisputeActor(word: body.actor), fileName: body.fileName,
            mediaType: body.mediaType, size: body.size, creationTime: Date(body.creationTime))
    }
}
