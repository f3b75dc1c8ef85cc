import Cards
import Foundation
import Postgres

extension Issuing {
    /// A new customer of a brand, eligible at once for every program of its region.
    public func enrol(_ enrolment: CustomerEnrolment, in brand: String) async throws(IssuingFailure) -> Customer {
        let draft = try IssuingFailure.refusing { () throws(Refusal) in try enrolment.accepted() }
        let ids = try await writing(Self.enrolment(of: draft, id: nil, in: brand, at: clock.now()))
        guard let id = ids.first else { preconditionFailure("A number that was never given was taken.") }
        return draft.customer(id)
    }

    static func enrolment(
        of person: CustomerEnrolment.Accepted, id: CustomerID?, in brand: String, at now: Date
    ) -> Query<CustomerID> {
        Query(statement: CustomerStatements.enrol, values: person.row(id, in: brand, at: now))
    }
}

extension CustomerEnrolment.Accepted {
    /// As ``CustomerStatements/enrol`` and ``CrowdStatements/customers`` take it.
    func row(_ id: CustomerID?, in brand: String, at now: Date) -> [SQLValue] {
        [.bigint(id?.rawValue), .text(brand), .text(country), .text(firstName), .text(lastName), .text(mobile)]
            + address.values + [.timestamp(now), .text(email)]
    }
}
