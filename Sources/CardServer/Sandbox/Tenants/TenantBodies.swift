import CardAPI
import Cards
import HTTPContract
import Sandbox

/// A tenant to be made. Nothing is required: a name is found, time runs, chance is chance.
struct TenantBody: HTTPContract.RequestBody {
    var name: String?
    var brand: String?
    var seed: Int?
    var now: String?

    static let members: [BodyMember<TenantBody>] = [
        .string("name", \.name, example: "checkout-suite", "Part of its addresses; any that is free if absent."),
        .string("brand", \.brand, example: "acme", "Whose everything in it is; demo if absent."),
        .integer(
            "seed", \.seed, in: exactIntegers, example: "7",
            "Makes ids, card numbers and codes the same for the same requests to a tenant of this name."),
        .string(
            "now", \.now, example: "2029-12-01T00:00:00Z",
            "Where its clock stands still; absent, it runs, and with a seed it stands at 2026-01-01T00:00:00Z."),
    ]
}

/// All that a test run has to know.
struct TenantAnswer: AnswerBody {
    let name: String
    let baseURL: String
    let sandboxURL: String
    let path: String
    let brand: String
    let clock: ClockAnswer

    static let members: [AnswerMember<TenantAnswer>] = [
        .member("name", \.name, example: "checkout-suite", "The tenant."),
        .member(
            "baseUrl", { $0.baseURL + $0.path }, example: "http://127.0.0.1:8080/tenants/checkout-suite",
            "What the paths of the Card service come behind."),
        .member(
            "sandboxUrl", { $0.sandboxURL + $0.path + "/sandbox" },
            example: "http://127.0.0.1:8081/tenants/checkout-suite/sandbox", "Its sandbox."),
        .member("brand", \.brand, example: "demo", "Its brand."),
        .member("clients", { _ in DemoUniverse.clients.map(TenantClientAnswer.init) }, "Who may ask for tokens."),
        .member("customers", { _ in DemoUniverse.customers.map(\.id.description) }, example: "10000001", "Its people."),
        .member("clock", \.clock, "Its clock."),
    ]
}

struct TenantClientAnswer: AnswerBody {
    let client: DemoUniverse.Client

    init(_ client: DemoUniverse.Client) { self.client = client }

    static let members: [AnswerMember<TenantClientAnswer>] = [
        .member("clientId", \.client.id, example: "demo-app", "The client."),
        .member("clientSecret", \.client.secret, example: "demo-secret", "What it shows; the same for everyone."),
        .member("mayExchange", \.client.mayExchange, example: "true", "Whether it gets tokens for customers."),
        .member("isBusiness", \.client.isBusiness, example: "false", "Whether its own tokens are for business."),
    ]
}

struct TenantListAnswer: AnswerBody {
    let names: [String]

    static let members: [AnswerMember<TenantListAnswer>] = [
        .member("tenants", \.names, example: "checkout-suite", "By name.")
    ]
}
