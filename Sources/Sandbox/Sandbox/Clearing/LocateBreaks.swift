import Authorizing
import Issuing
import Postgres

/// A break of a clearing file, and the payment that it is about.
public struct LocatedBreak: Sendable {
    public let found: ClearingBreak
    /// Nil if no authorization has the id that the break's line names.
    public let authorization: Authorization?
}

extension Sandbox {
    /// Finds the payments of breaks, in the order of the breaks.
    ///
    /// - Parameter breaks: a page of them.
    public func located(_ breaks: [ClearingBreak]) async throws(IssuingFailure) -> [LocatedBreak] {
        let ids = Array(Set(breaks.map(\.authorization)))
        let authorizations = ids.isEmpty ? [] : try await reading(ClearingStatements.authorizations(ids))
        let known = Dictionary(authorizations.map { ($0.id, $0) }) { first, _ in first }
        return breaks.map { LocatedBreak(found: $0, authorization: known[$0.authorization]) }
    }
}
