import Cards
import Hummingbird
import Issuing

extension RequestContext {
    /// The card that a path names. A malformed card id is as unknown as one that no card has.
    package func cardID() throws(IssuingFailure) -> CardID {
        guard let id = parameters.get("cardId").flatMap({ CardID($0) }) else { throw .refused(.card(.notFound)) }
        return id
    }
}

extension BusinessContext {
    /// The customer that a path names. A malformed customer id is as unknown as one that no customer of the brand has.
    func customer() throws(IssuingFailure) -> NamedCustomer {
        guard let id = parameters.get("customerId").flatMap({ CustomerID($0) }) else {
            throw .refused(.customer(.notFound))
        }
        return NamedCustomer(id, in: brand)
    }
}
