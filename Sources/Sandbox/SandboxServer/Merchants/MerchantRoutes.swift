import CardAPI
import CardSecrets
import CardServer
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Payments
import Sandbox
import Validation

/// Makes and shows merchants.
struct MerchantRoutes {
    let sandbox: Sandbox
    let merchants: MerchantsServer

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.createMerchant, create),
            (SandboxOperations.listMerchants, list),
            (SandboxOperations.getMerchant, show),
            (SandboxOperations.setMerchantSettings, set),
        ] + MerchantKeyRoutes(merchants: merchants).routes + MerchantPaymentRoutes(merchants: merchants).routes
            + SealedPaymentRoute(sandbox: sandbox, merchants: merchants).routes
    }

    @Sendable private func create(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(MerchantBody.self)
        let freshID = sandbox.issuing.entropy.digits(Self.freshIDLength)
        let merchant = try body.accepted { $0.draft(freshID: freshID) }
        guard try await merchants.payments.merchant(merchant.id) == nil else {
            throw Problem(
                .operationNotAllowed, "There is a merchant \(merchant.id) already; choose another merchantId.")
        }
        let prepared = try await merchants.prepare(merchant, at: sandbox.clock.now())
        try await merchants.add(prepared)
        return Response(
            status: .created, json: MerchantAnswer(prepared.equipped, below: context.base.pathPrefix),
            headers: [.cacheControl: "no-store"])
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let found = try await merchants.payments.merchants(limit: Self.listLimit)
        return Response(status: .ok, json: MerchantListAnswer(merchants: found))
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let merchant = try await merchants.named(in: context)
        return Response(
            status: .ok,
            json: MerchantAnswer(try await merchants.equipment(of: merchant), below: context.base.pathPrefix))
    }

    @Sendable private func set(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(MerchantSettingsBody.self)
        let merchant = try await merchants.named(in: context)
        let name = context.parameters.get("gateway") ?? ""
        guard let gateway = merchants.gateways.first(where: { $0.gateway.name == name }) else {
            let names = merchants.gateways.map(\.gateway.name).joined(separator: ", ")
            throw Problem(.entityNotFound, "There is no such gateway; there are \(names).")
        }
        let errors = try await merchants.set(body.bytes, of: merchant, at: gateway)
        guard errors.isEmpty else { throw Problem(fieldErrors: errors) }
        return Response(status: .noContent)
    }

    private static let freshIDLength = 12
    private static let listLimit: Int32 = 1000
}

extension MerchantAnswer {
    /// - Parameter pathPrefix: the beginning of a tenant's paths.
    init(_ equipped: EquippedMerchant, below pathPrefix: String) {
        self.init(
            merchant: equipped.merchant,
            gateways: equipped.gateways.map { found in
                MerchantGatewayAnswer(
                    gateway: found.gateway, pathPrefix: pathPrefix, credentials: found.credentials, keys: found.keys)
            })
    }
}
