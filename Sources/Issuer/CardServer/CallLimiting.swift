import CardAPI
import Cards
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing

extension Issuing {
    /// Counts a call with a token, after its audience was checked and before anything is done.
    ///
    /// - Throws: ``UsedUpRate``.
    func admit(_ identity: @autoclosure () throws -> Identity, to operation: Operation) throws {
        guard limitsCalls else { return }
        let identity = try identity()
        let customer: CustomerID? = if case .customer(let id) = identity.subject { id } else { nil }
        try count(
            CountedCall(
                brand: identity.brand, client: identity.client, customer: customer, operation: operation.name))
    }

    /// Counts a token call, after the client's secret was checked.
    func admit(_ client: Client) throws(UsedUpRate) {
        guard limitsCalls else { return }
        try count(
            CountedCall(
                brand: client.brand, client: client.id, customer: nil, operation: Operations.issueToken.name))
    }
}

extension UsedUpRate {
    var message: String {
        let callers =
            switch name {
            case "client": "of one client"
            case "customer": "of one customer"
            default: "of one client to \(name)"
            }
        let calls = perMinute == 1 ? "1 call" : "\(perMinute) calls"
        return "The brand allows \(calls) \(callers) in a minute, and none is left. Wait as long as Retry-After says, "
            + "then send the request again."
    }

    var headers: HTTPFields { .usedUp(name, perMinute: perMinute, retryAfterSeconds: retryAfterSeconds) }
}
