import Audit
import Cards
import Foundation
import HTTPContract
import HTTPService
import Identifiers
import Issuing
import Ledger

/// A request to the administration.
struct AdministrationContext: ServiceRequestContext {
    var base: RequestContext
    /// Nil until the token was checked.
    var caller: NamedOperator?

    init(_ base: RequestContext) { self.base = base }

    /// The caller for the audit trail.
    var auditCaller: AuditCaller {
        AuditCaller(
            operatorName: caller?.name, requestID: requestID, address: base.clientAddress,
            operation: operation?.name ?? base.route?.path)
    }
}

// What a path names. A malformed id or name is treated like an unknown one.
extension AdministrationContext {
    var brand: String { name("brand") }
    var client: String { name("client") }

    func customerID() throws(IssuingFailure) -> CustomerID {
        guard let id = parameters.get("customerId").flatMap({ CustomerID($0) }) else {
            throw .refused(.customer(.notFound))
        }
        return id
    }

    func movementID() throws(IssuingFailure) -> MovementID {
        guard let id = parameters.get("movementId").flatMap({ MovementID($0) }) else {
            throw .refused(.movement(.notFound(.deposit)))
        }
        return id
    }

    /// Empty, which is nobody's name, if the text has U+0000, which Postgres does not accept.
    private func name(_ parameter: String) -> String {
        let name = parameters.get(parameter).flatMap(\.removingPercentEncoding) ?? ""
        return name.utf8.contains(0) ? "" : name
    }
}
