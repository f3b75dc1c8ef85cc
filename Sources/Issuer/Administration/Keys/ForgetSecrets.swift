import Cards
import CardSecrets
import Issuing
import Postgres

extension Administration {
    /// Removes the passwords and the wallets' PINs that are still hashed under a version of their key, because their
    /// customers have not authenticated with them since there is a newer one. Their customers must get other ones.
    ///
    /// Each batch is a transaction, with an event of the audit trail for each customer. A run that was killed is simply
    /// repeated.
    ///
    /// - Returns: the number of passwords and PINs.
    public func forgetSecrets(under version: Int) async throws(KeyChangeFailure) -> Int {
        let purpose = KeyPurpose.secretHashing
        try await requireRotation(of: purpose)
        let created = try await lookUp(DataKeyStatements.created())
        try requireSuccessor(of: purpose, version, among: created, at: try await agreedTime())
        let now = clock.now()
        var count = 0
        for column in KeptColumn.all(under: purpose) {
            guard let forget = column.forget else { continue }
            try await forEachPage({ column.page(after: $0, limit: Self.pageSize, at: now) }) {
                page async throws(KeyChangeFailure) in
                let customers = page.filter { $0.version == version }.map(\.place.number)
                for start in stride(from: 0, to: customers.count, by: Self.batchSize) {
                    let batch = Array(customers[start..<min(start + Self.batchSize, customers.count)])
                    count += try await self.forget(batch, by: forget, version)
                }
            }
        }
        return count
    }

    /// One transaction.
    private func forget(
        _ customers: [Int64], by statement: Statement<CustomerID>, _ version: Int
    ) async throws(KeyChangeFailure) -> Int {
        let (issuing, name) = (issuing, Self.name(.secretHashing, version))
        return try await database.transaction { tx throws(KeyChangeFailure) in
            let forgotten = try tx.run(statement(.bigintArray(customers), .integer(version)))
            _ = try tx.commit(issuing.recording(.secretSet, ofEach: forgotten, detail: "removed with \(name)"))
            return forgotten.count
        }
    }
}
