import Authorizing
import Cards
import Foundation
import HTTPService
import Identifiers
import Issuing
import Ledger
import Validation

extension PathParameters {
    /// The card that a path names. A malformed id is treated like an unknown one.
    package func cardID() throws(IssuingFailure) -> CardID {
        guard let id = get("cardId").flatMap({ CardID($0) }) else { throw .refused(.card(.notFound)) }
        return id
    }

    /// The account that a path names, likewise.
    package func accountID() throws(IssuingFailure) -> AccountID {
        guard let id = get("accountId").flatMap({ AccountID($0) }) else { throw .refused(.account(.notFound)) }
        return id
    }

    /// The transaction that a path names, likewise.
    func transactionID() throws(IssuingFailure) -> TransactionID {
        guard let id = get("transactionId").flatMap({ TransactionID($0) }) else {
            throw .refused(.account(.transactionNotFound))
        }
        return id
    }

    /// The authorization that a path names, likewise.
    func authorizationID() throws(IssuingFailure) -> AuthorizationID {
        guard let id = get("authorizationId").flatMap({ AuthorizationID($0) }) else {
            throw .refused(.account(.authorizationNotFound))
        }
        return id
    }

    /// The dispute that a path names, likewise.
    package func disputeID() throws(IssuingFailure) -> DisputeID {
        guard let id = get("disputeId").flatMap({ DisputeID($0) }) else { throw .refused(.dispute(.notFound)) }
        return id
    }

    /// The file of a dispute that a path names, likewise.
    package func evidenceID() throws(IssuingFailure) -> EvidenceID {
        guard let id = get("evidenceId").flatMap({ EvidenceID($0) }) else {
            throw .refused(.dispute(.evidenceNotFound))
        }
        return id
    }
}

extension CustomerContext {
    /// The account that the path names, for its own customer.
    func account() throws(IssuingFailure) -> AskedAccount { .own(try parameters.accountID(), of: customer) }
}

extension BusinessContext {
    /// The account that the path names, for the brand of its customer.
    func account() throws(IssuingFailure) -> AskedAccount { .inBrand(try parameters.accountID(), brand) }

    /// The customer that a path names. A malformed id is treated like an unknown one.
    func customer() throws(IssuingFailure) -> NamedCustomer {
        guard let id = parameters.get("customerId").flatMap({ CustomerID($0) }) else {
            throw .refused(.customer(.notFound))
        }
        return NamedCustomer(id, in: brand)
    }
}
