import Cards
import Postgres

/// A customer as a business names it: a number that may be anybody's until it was found in the business's own brand.
///
/// A use case for a business takes this where the one for a customer takes a `CustomerID`, which a token vouches for.
/// So none can forget to look, and it costs little: the look-up goes along with the first statements of the work.
public struct NamedCustomer: Sendable {
    /// Good for asking in the round trip that also looks the customer up; what comes back counts once that found one.
    let unproven: CustomerID
    private let brand: String

    public init(_ customer: CustomerID, in brand: String) {
        unproven = customer
        self.brand = brand
    }

    /// Finds nobody if the customer is another brand's.
    var lookup: Query<Customer> {
        CustomerStatements.findInBrand(.id(unproven), .text(brand))
    }

    func proven(by found: [Customer]) throws(IssuingFailure) -> CustomerID {
        guard let customer = found.first else { throw .refused(.customer(.notFound)) }
        return customer.id
    }
}

extension Issuing {
    /// Reads what is a customer's while it is seen whose customer that is.
    func reading<Output>(
        _ query: Query<Output>, of customer: NamedCustomer
    ) async throws(IssuingFailure) -> [Output] {
        async let people = reading(customer.lookup)
        async let rows = reading(query)
        do {
            _ = try customer.proven(by: try await people)
            return try await rows
        } catch let failure as IssuingFailure {
            throw failure
        } catch {
            preconditionFailure("Reading throws nothing else.")
        }
    }
}
