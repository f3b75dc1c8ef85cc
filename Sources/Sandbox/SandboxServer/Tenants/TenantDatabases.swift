import Issuing
import Logging
import Sandbox

/// The work on the databases of tenants: names change at once, and files are created and deleted in turn.
actor TenantDatabases {
    private let sandbox: Sandbox
    private let schema: SandboxSchema
    private let spares: Int
    private let logger: Logger
    /// Ends when all earlier work on files is done.
    private var turns: Task<Void, Never>?
    private var filling: Task<Void, Never>?

    /// - Parameter spares: how many databases are made ahead.
    init(_ sandbox: Sandbox, _ schema: SandboxSchema, spares: Int, logger: Logger) {
        self.sandbox = sandbox
        self.schema = schema
        self.spares = spares
        self.logger = logger
    }

    /// Gives a tenant a database; see ``Sandbox/makeTenantDatabase(_:_:limit:with:)``.
    func make(_ tenant: TenantName, _ beginning: TenantBeginning, limit: Int) async throws -> TenantDatabase {
        if let spare = try await sandbox.takeTenantDatabase(tenant, beginning, limit: limit, with: schema) {
            return spare
        }
        return try await inTurn { [sandbox, schema] in
            try await sandbox.makeTenantDatabase(tenant, beginning, limit: limit, with: schema)
        }
    }

    /// Makes databases ahead until enough are ready, unless that is going on. Callers do not wait for it.
    func fill() {
        guard spares > 0, filling == nil else { return }
        filling = Task.detached { [self, sandbox, schema, spares, logger] in
            do {
                while !Task.isCancelled, try await inTurn({
                    try await sandbox.makeSpareTenantDatabase(of: spares, with: schema)
                }) {}
            } catch {
                logger.warning("no databases of tenants are made ahead", metadata: ["failure": "\(error)"])
            }
            await isFull()
        }
    }

    private func isFull() { filling = nil }

    /// Drops a tenant's database. Returns false if there is none. The deletion of its files is not awaited.
    func drop(_ database: TenantDatabase) async throws(IssuingFailure) -> Bool {
        guard try await sandbox.dropTenantDatabase(database) else { return false }
        removeDropped()
        return true
    }

    /// Deletes the files of dropped databases. Callers do not wait for it.
    func removeDropped() {
        Task.detached { [self, sandbox] in
            await remove("dropped databases of tenants stay") { try await sandbox.removeDroppedTenantDatabases() }
        }
    }

    /// Removes the template of tenants and the databases that belong to no tenant. The databases of tenants stay, so
    /// the next service finds them.
    func close() async {
        filling?.cancel()
        await filling?.value
        await remove("the template of tenants stays") { [sandbox] in try await sandbox.removeTenantTemplate() }
    }

    private func remove(_ warning: Logger.Message, _ work: @escaping @Sendable () async throws -> Void) async {
        do {
            try await inTurn(work)
        } catch {
            logger.warning(warning, metadata: ["failure": "\(error)"])
        }
    }

    /// Does work on files one at a time, because there is only one session for it.
    private func inTurn<Success: Sendable>(
        _ work: @escaping @Sendable () async throws -> Success
    ) async throws -> Success {
        let before = turns
        let task = Task.detached {
            await before?.value
            return try await work()
        }
        turns = Task { _ = await task.result }
        return try await task.value
    }
}
