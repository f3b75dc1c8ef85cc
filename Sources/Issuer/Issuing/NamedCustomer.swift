import Cards
import Postgres

/// A customer whom a business names by number. Until the number is found in the business's own brand, the customer may
/// belong to any brand.
///
/// A use case for a business takes this type. A use case for a customer takes a `CustomerID`, which a token proves. So
/// no use case can forget the check. It costs little, because the look-up is sent with the first statements of the
/// work.
public struct NamedCustomer: Sendable {
    /// Only for use in the round trip that also looks the customer up. Use the results only if the customer was found.
    let unproven: CustomerID
    let brand: String

    public init(_ customer: CustomerID, in brand: String) {
        unproven = customer
        self.brand = brand
    }

    /// Finds no row if the customer belongs to another brand.
    var lookup: Query<Customer> {
        CustomerStatements.findInBrand(.id(unproven), .text(brand))
    }

    func proven(by found: [Customer]) throws(IssuingFailure) -> CustomerID {
        guard let customer = found.first else { throw .refused(.customer(.notFound)) }
        return customer.id
    }
}

extension Issuing {
    /// Reads the customer's data while the customer is being looked up.
    ///
    /// - Parameter isList: whether the data may come from a standby. The primary says whose customer it is.
    func reading<Output>(
        _ query: Query<Output>, of customer: NamedCustomer, isList: Bool = false
    ) async throws(IssuingFailure) -> [Output] {
        async let people = reading(customer.lookup)
        async let rows = isList ? listing(query) : reading(query)
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
