import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Sandbox

/// Where the service is found, for a console and for the commands that it shows.
struct AboutRoute {
    let sandbox: Sandbox
    /// Knows the listeners.
    let addresses: Tenants

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
                brands: try await sandbox.brands()))
    }
}

struct AboutAnswer: AnswerBody {
    let publicURL, sandboxURL: String
    let merchantsURL, tenant: String?
    let brands: [String]

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
        .member("version", { _ in OpenAPIDocument.version }, example: "0.1.0", "The version of the service."),
    ]
}

extension SandboxOperations {
    static let getAbout = HTTPContract.Operation.sandbox(
        "getAbout", "Get the service's addresses",
        """
        Returns the addresses at which the caller reaches the Card service, the sandbox and the gateways, and the \
        names of the brands. With it, a client needs only the sandbox's address.
        """, .monitoring, .get, "/about", answer: AboutAnswer.schema, errors: [.hostShouldBeValid])
}
