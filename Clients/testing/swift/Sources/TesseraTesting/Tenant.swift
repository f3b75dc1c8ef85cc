import Foundation

/// A complete service for one test at a time: `url` for the Card service, `sandboxURL` for the sandbox.
public struct Tenant: Sendable {
    public let name, brand: String
    public let url, sandboxURL: String
    /// The address of the gateways; nil if the service has none.
    public let merchantsURL: String?
    public let customers: [String]

    /// Of each request to the sandbox.
    private let headers: [String: String]
    private let clients: [JSON]

    @TaskLocal static var ofTest: Tenant?

    private struct None: Error, CustomStringConvertible {
        let description = "This test has no tenant: add the trait .tessera to it or to its suite."
    }

    /// The tenant of the test that runs, by the trait `.tessera`.
    public static var current: Tenant {
        get throws {
            guard let tenant = ofTest else { throw None() }
            return tenant
        }
    }

    init(_ made: JSON, headers: [String: String]) {
        func text(_ member: String) -> String { made[member]?.text ?? "" }
        (name, brand, url, sandboxURL) = (text("name"), text("brand"), text("baseUrl"), text("sandboxUrl"))
        merchantsURL = made["merchantsUrl"]?.text
        customers = made["customers"]?.elements.map(\.text) ?? []
        clients = made["clients"]?.elements ?? []
        self.headers = headers
    }

    /// Calls the sandbox, such as `POST /customers`.
    @discardableResult
    public func sandbox(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
        try await call(method, sandboxURL + path, body, headers: headers)
    }

    /// An access token of a customer, by default of the first one.
    public func token(of customer: String? = nil) async throws -> String {
        try await token([
            "grant_type=urn:ietf:params:oauth:grant-type:token-exchange",
            "subject_token=\(customer ?? customers.first ?? "")",
            "subject_token_type=urn:tessera:token-type:customer-id",
        ], by: "mayExchange")
    }

    /// An access token of the brand's backend.
    public func businessToken() async throws -> String {
        try await token(["grant_type=client_credentials"], by: "isBusiness")
    }

    private func token(_ form: [String], by right: String) async throws -> String {
        let client = clients.first { $0[right] == true }
        let credentials = "\(client?["clientId"]?.text ?? ""):\(client?["clientSecret"]?.text ?? "")"
        let own = [
            "Content-Type": "application/x-www-form-urlencoded",
            "Authorization": "Basic \(Data(credentials.utf8).base64EncodedString())",
        ]
        let address = "\(url)/digitalwallets/v1/auth/brands/\(brand)/token"
        let body = Data(form.joined(separator: "&").utf8)
        return try await send("POST", address, body, headers: headers.merging(own) { $1 })["access_token"]?.text ?? ""
    }

    /// Takes a snapshot of all data.
    public func snapshot(_ name: String) async throws {
        try await sandbox("POST", "/snapshots", ["name": .string(name)])
    }

    /// Brings back the data of a snapshot.
    public func restore(_ name: String) async throws { try await sandbox("POST", "/snapshots/\(name)/restore") }

    /// Clears the journal and the faults, which belong to no snapshot.
    public func forget() async throws {
        try await sandbox("DELETE", "/requests")
        try await sandbox("DELETE", "/faults")
    }

    /// The plan of faults with the count of strikes.
    public func faults() async throws -> JSON { try await sandbox("GET", "/faults") }

    /// Causes faults while the work runs: `withFaults(["fault": "STATUS", "status": 503]) { … }`.
    public func withFaults<Result>(_ rules: JSON..., work: () async throws -> Result) async throws -> Result {
        try await withPlan(["rules": .array(rules)], work: work)
    }

    /// Causes faults by a plan, the body of `PUT /sandbox/faults`, while the work runs.
    public func withPlan<Result>(_ plan: JSON, work: () async throws -> Result) async throws -> Result {
        try await sandbox("PUT", "/faults", plan)
        return try await run(work) { try await sandbox("DELETE", "/faults") }
    }

    /// Freezes the clock at a time, such as `2029-12-01T00:00:00Z`, while the work runs.
    public func withClock<Result>(at now: String, work: () async throws -> Result) async throws -> Result {
        try await withClock(["now": .string(now)], work: work)
    }

    /// Moves the clock by the members of `PUT /sandbox/clock`, such as `["advanceSeconds": 60]`, while the work runs.
    /// It is frozen unless they say otherwise. Afterwards it goes on from where it was.
    public func withClock<Result>(
        _ change: [String: JSON], work: () async throws -> Result
    ) async throws -> Result {
        let (before, begin) = (try await sandbox("GET", "/clock"), ContinuousClock.now)
        try await sandbox("PUT", "/clock", .object(change.merging(["frozen": true]) { given, _ in given }))
        return try await run(work) {
            let isFrozen = before["frozen"] ?? false
            let passed = isFrozen == true ? 0 : (ContinuousClock.now - begin) / .seconds(1)
            let now = try Date(before["now"]?.text ?? "", strategy: .iso8601) + passed
            try await sandbox("PUT", "/clock", ["now": .string(now.formatted(.iso8601)), "frozen": isFrozen])
        }
    }

    /// The end comes also if the work fails, and then it is the work's error that counts.
    private func run<Result>(
        _ work: () async throws -> Result, end: () async throws -> Void
    ) async throws -> Result {
        let result: Result
        do {
            result = try await work()
        } catch {
            try? await end()
            throw error
        }
        try await end()
        return result
    }

    /// Throws ``Unexpected`` unless the operation was called so often by requests that have these members.
    ///
    /// - Returns: the numbers of the matching requests.
    @discardableResult
    public func verify(_ operation: String, times: Int, where members: JSON? = nil) async throws -> [Int] {
        let pattern = members.map { ["where": $0] } ?? [:]
        return try await verify(operation, pattern.merging(["times": .number(Double(times))]) { $1 })
    }

    /// Throws ``Unexpected`` unless the journal has the expected requests. The members are those of
    /// `POST /sandbox/requests/verify`.
    ///
    /// - Returns: the numbers of the matching requests.
    @discardableResult
    public func verify(_ operation: String, _ expectation: [String: JSON]) async throws -> [Int] {
        let body = expectation.merging(["operation": .string(operation)]) { $1 }
        let answer = try await sandbox("POST", "/requests/verify", .object(body))
        guard answer["holds"] == true else { throw Unexpected(operation, expectation, answer) }
        return answer["numbers"]?.elements.compactMap { Int($0.text) } ?? []
    }
}
