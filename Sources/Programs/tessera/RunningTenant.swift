import HTTPContract

/// A tenant that a command has made for itself.
struct RunningTenant: Decodable, Sendable {
    struct Client: Decodable, Sendable {
        let clientId, clientSecret: String
        let mayExchange, isBusiness: Bool
    }

    /// The optional settings with which a tenant is created.
    struct Beginning: Sendable {
        var name, brand, now: String?
        var seed: Int?

        fileprivate var json: String {
            let members: [(String, JSONValue?)] = [
                ("name", name.map { .string($0) }), ("brand", brand.map { .string($0) }),
                ("now", now.map { .string($0) }), ("seed", seed.map { .number(String($0)) }),
            ]
            return JSONValue.object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } })).jsonText
        }
    }

    let name, baseUrl, sandboxUrl, brand: String
    let merchantsUrl: String?
    let clients: [Client]
    let customers: [String]

    /// Makes a tenant for as long as the work takes. It is deleted however the work ends.
    static func made<Result: Sendable>(
        at sandbox: RunningSandbox, _ beginning: Beginning = .init(),
        for work: (RunningTenant) async throws -> Result
    ) async throws -> Result {
        let tenant: RunningTenant = try await sandbox.ask("POST", "/tenants", .json(beginning.json))
        let result: Result
        do {
            result = try await work(tenant)
        } catch {
            try? await tenant.delete(at: sandbox)
            throw error
        }
        try await tenant.delete(at: sandbox)
        return result
    }

    private func delete(at sandbox: RunningSandbox) async throws {
        try await sandbox.tell("DELETE", "/tenants/\(name)")
    }

    /// The variables by which programs find it: those that the commands of this program read, too.
    var environment: [String: String] {
        var variables = [
            "TESSERA_TENANT": name, "TESSERA_URL": baseUrl, "TESSERA_SANDBOX_URL": sandboxUrl,
            "TESSERA_BRAND": brand,
        ]
        variables["TESSERA_MERCHANTS_URL"] = merchantsUrl
        variables["TESSERA_CUSTOMER"] = customers.first
        if let app = clients.first(where: \.mayExchange) {
            (variables["TESSERA_CLIENT_ID"], variables["TESSERA_CLIENT_SECRET"]) = (app.clientId, app.clientSecret)
        }
        if let backend = clients.first(where: \.isBusiness) {
            (variables["TESSERA_BACKEND_ID"], variables["TESSERA_BACKEND_SECRET"]) =
                (backend.clientId, backend.clientSecret)
        }
        return variables
    }
}
