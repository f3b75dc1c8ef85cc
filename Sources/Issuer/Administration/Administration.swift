import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres

/// What an issuer's operators do, and no customer or partner: brands and their clients, programs and their terms,
/// exchange rates, enrolment, and events in the life of a card that happen outside the service.
public struct Administration: Sendable {
    package let issuing: Issuing
    /// The waiting change that the next use case makes; nil if it needs no second operator.
    var approved: WaitingChange?

    public init(_ issuing: Issuing) { self.issuing = issuing }

    /// The service's time.
    public var now: Date { issuing.clock.now() }
}

/// The parts that every use case may need.
extension Administration {
    var database: Database { issuing.database }
    var clock: ServiceClock { issuing.clock }

    func reading<Output>(_ query: Query<Output>) async throws(IssuingFailure) -> [Output] {
        try await issuing.reading(query)
    }

    func writing<Output>(_ query: Query<Output>) async throws(IssuingFailure) -> [Output] {
        try await issuing.writing(query)
    }
}
