import Administration
import CardAPI
import CardServer
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Payments
import Sandbox

/// The addresses of the service, for a console and for the commands that it shows.
struct AboutRoute {
    let sandbox: Sandbox
    /// Knows the listeners.
    let addresses: Tenants
    let merchants: MerchantsServer?

    @Sendable func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        _ = try EmptyQuery.read(request.target.query)
        let own = try PublicURL(of: request)
        let path = context.base.pathPrefix
        // If the public address is not known, this listener answers the same requests.
        let publicURL = (try? await addresses.publicURL(seenFrom: own)) ?? own
        let merchantsURL = await addresses.merchantsURL(seenFrom: own)
        return Response(
            status: .ok,
            json: AboutAnswer(
                publicURL: publicURL.text + path, sandboxURL: own.text + path,
                merchantsURL: merchantsURL.map { $0.text + path },
                tenant: path.isEmpty ? nil : String(path.dropFirst("/tenants/".count)),
                brands: try await sandbox.administration.brands(), gateways: try gateways()))
    }

    /// Nil without a merchants' side.
    private func gateways() throws -> [AboutGatewayAnswer]? {
        let example = MerchantID(DemoMerchant.id)
        return try merchants?.gateways.map { gateway in
            let credentials = try example.map { try gateway.exampleCredentials(of: $0, at: sandbox.clock.now()) }
            return AboutGatewayAnswer(gateway: gateway, exampleCredentials: credentials ?? [])
        }
    }
}

struct AboutAnswer: AnswerBody {
    let publicURL, sandboxURL: String
    let merchantsURL, tenant: String?
    let brands: [String]
    let gateways: [AboutGatewayAnswer]?

    static let members: [AnswerMember<AboutAnswer>] = [
        .member("publicUrl", \.publicURL, example: "http://127.0.0.1:8080", "The address of the Card service."),
        .member(
            "sandboxUrl", \.sandboxURL, example: "http://127.0.0.1:8081",
            "The address of the sandbox, before `/sandbox`. The Card service and the gateways answer below it, too."),
        .member(
            "merchantsUrl", \.merchantsURL, example: "http://127.0.0.1:8082",
            "The address of the gateways, before their names; absent if they have no listener."),
        .member("tenant", \.tenant, example: "checkout-suite", "The tenant's name; absent outside of one."),
        .member("brands", \.brands, example: "demo", "The first hundred brands, by their names."),
        .member(
            "exampleMerchantId", { $0.gateways == nil ? nil : DemoMerchant.id }, example: DemoMerchant.id,
            "The merchant of the demo universe; absent without gateways."),
        .member("gateways", \.gateways, "The gateways, at all of which each merchant is; absent without any."),
        .member("version", { _ in OpenAPIDocument.version }, example: "0.1.0", "The version of the service."),
    ]
}

struct AboutGatewayAnswer: AnswerBody {
    let gateway: GatewayService
    let exampleCredentials: [GatewayCredential]

    static let members: [AnswerMember<AboutGatewayAnswer>] = [
        .member("name", \.gateway.gateway.name, example: "stitch", "The gateway."),
        .member("title", \.gateway.definition.title, example: "Stitch", "Its name as people write it."),
        .member(
            "wallets", { $0.gateway.wallets.map(\.wallet.rawValue) }, example: "GOOGLE",
            "The wallets whose payments it takes."),
        .member(
            "exampleCredentials", { $0.exampleCredentials.map(GatewayCredentialAnswer.init) },
            "What the clients of the demo universe's merchant identify themselves with. Everybody may know them."),
    ]
}

extension SandboxOperations {
    static let getAbout = Operation.sandbox(
        "getAbout", "Get the service's addresses",
        """
        Returns the addresses at which the caller reaches the Card service, the sandbox and the gateways, and the \
        names of the brands and of the gateways. With it, a client needs only the sandbox's address.
        """, .monitoring, .get, "/about", answer: AboutAnswer.schema, errors: [.hostShouldBeValid])
}
