import Cards
import Hummingbird
import Issuing

extension RequestContext {
    /// The card that a path names. A malformed id is treated like an unknown one.
    package func cardID() throws(IssuingFailure) -> CardID {
        guard let id = parameters.get("cardId").flatMap({ CardID($0) }) else { throw .refused(.card(.notFound)) }
        return id
    }
}

extension BusinessContext {
    /// The customer that a path names. A malformed id is treated like an unknown one.
    func customer() throws(IssuingFailure) -> NamedCustomer {
        guard let id = parameters.get("customerId").flatMap({ CustomerID($0) }) else {
            throw .refused(.customer(.notFound))
        }
        return NamedCustomer(id, in: brand)
    }
}
