import Authorizing
import Postgres

extension Issuing {
    /// The answer that a message of a card network would get now, and the findings of all checks. Nothing is written,
    /// so a payment that is made afterwards may get another answer.
    ///
    /// It waits for payments of the same account, as the message itself would.
    package func explain(_ message: NetworkMessage) async throws(IssuingFailure) -> Decision {
        let request: NetworkRequest
        do throws(MalformedRequest) {
            request = try message.fields.read()
        } catch {
            return Decision(error)
        }
        return try await database.transaction { tx throws(IssuingFailure) in
            var found = try read(request, of: message, in: tx)
            found.spent = try readSpending(of: request, found, in: tx)
            return Decision(try facts(about: request, of: message, found))
        }
    }
}
