import Cards
import Issuing
import Postgres

/// Proof that a database is a sandbox's. Only an empty database can be marked.
///
/// The mark is a table of the schema `sandbox`, which is installed together with it, and so is the schema `merchants`.
/// A production database has neither.
///
/// A sandbox shows card numbers and deletes everything on request. Only a marked database provides this value, and
/// without it a sandbox and its simulated networks cannot be created.
public struct SandboxMark: Sendable {
    /// The name of the database.
    public let database: String

    fileprivate init(_ database: String) { self.database = database }

    /// The mark of a database; nil if it has none.
    public init?(of database: Database) async throws(PostgresFailure) {
        guard let name = try await database.read(SandboxStatements.mark()).first else { return nil }
        self.init(name)
    }

    /// Marks an empty database, or finds its mark.
    ///
    /// Nil if the database has data and no mark. Then this changes nothing. On a cluster, only the machine that the
    /// session is connected to gets the tables of a sandbox and of merchants.
    ///
    /// - Parameter schema: the tables that the database gets with the mark.
    public init?(setOn database: Database, with schema: SandboxSchema) async throws(IssuingFailure) {
        let marked = try await database.transaction { tx throws(IssuingFailure) -> String? in
            if try !tx.run(SandboxStatements.mark()).isEmpty {
                try tx.run(scriptHere: schema.additions, named: "sandbox additions")
                return try tx.commit(SandboxStatements.mark()).first
            }
            // This repeats the check under the lock, because another server may be marking the database.
            let (_, names, empty) = try tx.run(
                SandboxStatements.holdBrands(), SandboxStatements.mark(), SandboxStatements.hasNoBrand())
            if let name = names.first { return name }
            guard empty == [true] else { return nil }
            try tx.run(scriptHere: schema.marking, named: "sandbox schema")
            return try IssuingFailure.requiring(tx.commit(SandboxStatements.mark()).first, "the mark just set")
        }
        guard let marked else { return nil }
        self.init(marked)
    }

    /// Whether a database is a sandbox's, or can still become one. Check this before its schema is changed.
    public static func isPossible(on database: Database) async throws(PostgresFailure) -> Bool {
        guard let found = try await database.read(SandboxStatements.tables()).first, found.any else { return true }
        guard !found.mark else { return true }
        guard found.brand else { return false }
        return try await database.read(SandboxStatements.hasNoBrand()).first == true
    }
}

extension Sandbox {
    /// Ends the transaction unless its database is a sandbox's. Every function that deletes a sandbox's data or moves
    /// its clock calls this, so it cannot harm another database.
    func requireSandbox<Failure>(in tx: Transaction<Failure>) throws(Failure) {
        guard try tx.run(SandboxStatements.mark()).isEmpty else { return }
        throw Failure(
            PostgresFailure(
                .misuse, statement: "sandbox_mark",
                explanation: "the database is not marked as a sandbox's; nothing was changed"))
    }
}
