import Audit
import HTTPContract
import HTTPService
import Identifiers
import Issuing

extension ServiceContext {
    /// The caller for the audit trail: according to the request's token, if it has a valid one.
    func caller() -> AuditCaller {
        var caller = AuditCaller(
            requestID: requestID, address: base.clientAddress, operation: operation?.name ?? base.route?.path)
        if case .success(let identity) = authentication {
            (caller.client, caller.brand, caller.tokenID) = (identity.client, identity.brand, identity.tokenID)
            if case .customer(let customer) = identity.subject { caller.customer = customer.description }
        }
        return caller
    }

    /// The same for a client that has proved to be it with its secret.
    func caller(_ client: Client) -> AuditCaller {
        var caller = caller()
        (caller.client, caller.brand) = (client.id, client.brand)
        return caller
    }
}
