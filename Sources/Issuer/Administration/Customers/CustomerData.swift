import Cards
import Issuing
import Postgres
import Validation

extension Administration {
    /// What the database keeps about a customer, except secrets and what ends by itself within days: a person's right
    /// of access (Regulation (EU) 2016/679, article 15).
    ///
    /// - Parameters:
    ///   - isWhole: whether it is all of that; otherwise only the personal data, devices, cards and accounts.
    ///   - write: gets each row as a line of JSON with the table and its columns.
    /// - Returns: whether there is such a customer.
    public func export(
        _ customer: CustomerID, isWhole: Bool, to write: (String) -> Void
    ) async throws(IssuingFailure) -> Bool {
        let isKnown = try await database.transaction { tx throws(IssuingFailure) in
            guard let held = try tx.run(CustomerDataStatements.hold(.id(customer))).first else { return false }
            _ = try tx.commit(
                issuing.recording(
                    .customerDataShown, about: held.brand, of: customer, detail: isWhole ? "all rows" : nil))
            return true
        }
        guard isKnown else { return false }
        for table in CustomerTable.all where isWhole || table.isShown {
            var place = table.start
            while true {
                let page = try await reading(
                    table.page(
                        .id(customer), .textArray(place), .textArray(CustomerTable.secrets),
                        .integer(CustomerTable.pageSize)))
                for row in page { write("{\"table\": \"\(table.name)\", \"row\": \(row.json)}") }
                guard page.count == CustomerTable.pageSize, let last = page.last else { break }
                place = last.place
            }
        }
        return true
    }
}
