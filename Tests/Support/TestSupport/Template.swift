import Postgres
import Synchronization

/// A database that is prepared once for each test process. Scratch databases are copies of it, because copying a
/// migrated schema takes 0.1 seconds, and migrating one takes longer.
///
/// ```swift
/// extension Template {
///     static let migrated = Template { database in … }
/// }
/// ```
public final class Template: Sendable {
    private let prepare: @Sendable (Database) async throws -> Void
    private let preparing = Mutex<Task<ScratchDatabase, any Error>?>(nil)

    /// - Parameter prepare: fills the empty database.
    public init(prepare: @escaping @Sendable (Database) async throws -> Void) {
        self.prepare = prepare
    }

    func name() async throws -> String {
        let task = preparing.withLock { preparing in
            if let preparing { return preparing }
            let task = Task { [prepare] in
                let scratch = try await ScratchDatabase.make(copying: "template1", holdsSchema: true)
                let database = try scratch.database
                try await prepare(database)
                // Postgres does not copy a database that has connections.
                await database.shutDown()
                return scratch
            }
            preparing = task
            return task
        }
        return try await task.value.name
    }
}
