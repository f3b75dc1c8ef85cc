import Issuing
import Postgres

extension Database {
    /// The obstacle that prevents the card service from working: a database that does not answer, or that has another
    /// schema than this program. Nil if there is none.
    func obstacle() async -> String? {
        do {
            let pending = try await neededMigrations(IssuingSchema.migrations)
            guard !pending.isEmpty else { return nil }
            let names = pending.map { "\($0.version) \($0.name)" }.joined(separator: ", ")
            return "migrations are pending: \(names); run tessera migrate"
        } catch {
            return "the database does not answer: \(error.kind.rawValue)"
        }
    }
}
