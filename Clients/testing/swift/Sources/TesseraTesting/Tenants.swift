import Foundation
import Synchronization

/// The tenants of a process. Tests of Swift Testing run at the same time in one process, so each takes a tenant of its
/// own, and the next test gets that of one that is done.
public actor Tenants {
    /// Four tenants, with the demo universe.
    public static let shared = Tenants()

    private let limit: Int
    private let beginning: JSON
    private let setUp: @Sendable (Tenant) async throws -> Void
    private let base: String
    private let headers: [String: String]
    private var lentCount = 0
    private var idle: [Tenant] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private static let snapshot = "before-each-test"

    /// - Parameters:
    ///   - limit: how many tests have a tenant at the same time; further ones wait.
    ///   - beginning: what a tenant begins with, such as `["brand": "acme"]`.
    ///   - setUp: puts what all tests need into a new tenant.
    public init(
        limit: Int = 4, beginning: JSON = [:], setUp: @escaping @Sendable (Tenant) async throws -> Void = { _ in }
    ) {
        (self.limit, self.beginning, self.setUp) = (limit, beginning, setUp)
        let variables = ProcessInfo.processInfo.environment
        let url = variables["TESSERA_SANDBOX_URL"] ?? "http://127.0.0.1:8081"
        // Below `tessera exec`, the address is that of a tenant, which cannot have tenants.
        base = url.replacing(/(\/tenants\/[^\/]+)?(\/sandbox)?\/?$/, with: "") + "/sandbox"
        // What the fixtures send is no call of the code under test, so no verification counts it, and no fault
        // strikes it.
        let authorization = variables["TESSERA_SANDBOX_TOKEN"].map { ["Authorization": "Bearer \($0)"] } ?? [:]
        headers = authorization.merging(["Tessera-Tool": "command"]) { $1 }
    }

    /// Runs a test with a tenant that no other test has, as it was after its set-up.
    public nonisolated func withTenant<Result>(_ test: (Tenant) async throws -> Result) async throws -> Result {
        let known = await take()
        var usable = known
        do {
            let tenant = try await ready(known)
            usable = tenant
            let result = try await test(tenant)
            await giveBack(tenant)
            return result
        } catch {
            await giveBack(usable)
            throw error
        }
    }

    /// Waits for a place, and returns the tenant of an earlier test, if there is one.
    private func take() async -> Tenant? {
        if lentCount == limit { await withCheckedContinuation { waiting.append($0) } } else { lentCount += 1 }
        return idle.popLast()
    }

    /// The place goes to the test that has waited for the longest time.
    private func giveBack(_ tenant: Tenant?) {
        if let tenant { idle.append(tenant) }
        if waiting.isEmpty { lentCount -= 1 } else { waiting.removeFirst().resume() }
    }

    private nonisolated func ready(_ known: Tenant?) async throws -> Tenant {
        if let known {
            try await known.restore(Self.snapshot)
            try await known.forget()
            return known
        }
        let tenant = Tenant(try await call("POST", base + "/tenants", beginning, headers: headers), headers: headers)
        Farewell.expect(base + "/tenants/" + tenant.name, headers)
        try await setUp(tenant)
        try await tenant.snapshot(Self.snapshot)
        try await tenant.forget()
        return tenant
    }
}

/// Deletes the tenants when the process ends, because neither Swift Testing nor XCTest says which test is the last one.
private enum Farewell {
    private static let tenants = Mutex<[(url: String, headers: [String: String])]>([])

    static func expect(_ url: String, _ headers: [String: String]) {
        let isFirst = tenants.withLock { all in
            all.append((url, headers))
            return all.count == 1
        }
        if isFirst { atexit { Farewell.deleteAll() } }
    }

    private static func deleteAll() {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            for (url, headers) in tenants.withLock({ $0 }) { _ = try? await call("DELETE", url, headers: headers) }
            done.signal()
        }
        _ = done.wait(timeout: .now() + .seconds(300))
    }
}
