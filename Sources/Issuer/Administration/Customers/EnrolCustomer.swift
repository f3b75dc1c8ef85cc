import Cards
import Foundation
import Issuing
import Postgres

extension Administration {
    /// Adds a customer to a brand. The customer is eligible at once for every program of the region.
    public func enrol(_ enrolment: CustomerEnrolment, in brand: String) async throws(IssuingFailure) -> Customer {
        let id = try await database.transaction { tx throws(IssuingFailure) in
            var ids: [CustomerID] = []
            for _ in EnrolmentStatements.attempts where ids.isEmpty {
                ids = try tx.run(Self.enrolment(of: enrolment, id: nil, in: brand, at: clock.now()))
            }
            let id = try EnrolmentStatements.number(ids)
            _ = try tx.commit(issuing.recording(.customerEnrolled, about: brand, of: id))
            return id
        }
        return enrolment.customer(id)
    }

    /// - Parameter id: nil for the next number. A number that is taken gives no row; then send it again
    ///   (``EnrolmentStatements/attempts``).
    package static func enrolment(
        of person: CustomerEnrolment, id: CustomerID?, in brand: String, at now: Date
    ) -> Query<CustomerID> {
        let values = EnrolmentStatements.enrolled.values(
            of: EnrolmentStatements.New(person: person, brand: brand, createdAt: now))
        guard let id else { return Query(statement: NewCustomerStatements.enrol, values: values) }
        return Query(statement: NewCustomerStatements.enrolAs, values: values + [.id(id)])
    }
}
