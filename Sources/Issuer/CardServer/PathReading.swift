import Cards
import HTTPService
import Issuing

extension PathParameters {
    /// The card that a path names. A malformed id is treated like an unknown one.
    package func cardID() throws(IssuingFailure) -> CardID {
        guard let id = get("cardId").flatMap({ CardID($0) }) else { throw .refused(.card(.notFound)) }
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
