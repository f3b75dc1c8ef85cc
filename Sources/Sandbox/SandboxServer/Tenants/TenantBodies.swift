import CardAPI
import Cards
import CardServer
import HTTPContract
import Identifiers
import Sandbox

/// The request for a new tenant. No member is required: by default, the service chooses the name, the clock runs, and
/// random numbers are really random.
struct TenantBody: RequestBody {
    var name: String?
    var brand: String?
    var seed: Int?
    var now: String?

    static let members: [BodyMember<TenantBody>] = [
        .string(
            "name", \.name, example: "checkout-suite",
            "The tenant's name, a part of its addresses; chosen by the service if absent."),
        .string("brand", \.brand, example: "acme", "The name of the tenant's brand; demo if absent."),
        .integer(
            "seed", \.seed, in: exactIntegers, example: "7",
            "The seed for ids, card numbers and codes. With the same seed and name, the same requests get the same."),
        .string(
            "now", \.now, example: "2029-12-01T00:00:00Z",
            "The time to freeze the clock at. If absent, the clock runs; with a seed, it is frozen in 2026."),
    ]
}

/// All data that a test run needs.
struct TenantAnswer: AnswerBody {
    let name: String
    let baseURL: String
    let sandboxURL: String
    /// Nil if there is no listener for merchants.
    let merchantsURL: String?
    let path: String
    let brand: String
    let clock: ClockAnswer

    static let members: [AnswerMember<TenantAnswer>] = [
        .member("name", \.name, example: "checkout-suite", "The tenant's name."),
        .member(
            "baseUrl", { $0.baseURL + $0.path }, example: "http://127.0.0.1:8080/tenants/checkout-suite",
            "The base address of the tenant's Card service."),
        .member(
            "sandboxUrl", { $0.sandboxURL + $0.path + "/sandbox" },
            example: "http://127.0.0.1:8081/tenants/checkout-suite/sandbox",
            "The base address of the tenant's sandbox."),
        .member(
            "merchantsUrl", { answer in answer.merchantsURL.map { $0 + answer.path } },
            example: "http://127.0.0.1:8082/tenants/checkout-suite",
            "The address before the paths of the gateways, such as /cardpointe; absent without a merchants' port."),
        .member("brand", \.brand, example: "demo", "The tenant's brand."),
        .member(
            "clients", { _ in DemoUniverse.clients.map(TenantClientAnswer.init) }, "The clients that can get tokens."),
        .member(
            "customers", { _ in DemoUniverse.customers.map(\.id.description) }, example: "10000001",
            "The ids of the tenant's customers."),
        .member("clock", \.clock, "The tenant's clock."),
    ]
}

struct TenantClientAnswer: AnswerBody {
    let client: DemoUniverse.Client

    init(_ client: DemoUniverse.Client) { self.client = client }

    static let members: [AnswerMember<TenantClientAnswer>] = [
        .member("clientId", \.client.id, example: "demo-app", "The client's id."),
        .member(
            "clientSecret", \.client.secret, example: "demo-secret",
            "The client's secret; the same in every demo universe."),
        .member("mayExchange", \.client.mayExchange, example: "true", "Whether the client can get customers' tokens."),
        .member(
            "isBusiness", \.client.isBusiness, example: "false",
            "Whether the client's own tokens are business tokens."),
    ]
}

struct TenantListAnswer: AnswerBody {
    let names: [String]

    static let members: [AnswerMember<TenantListAnswer>] = [
        .member("tenants", \.names, example: "checkout-suite", "The names of the tenants.")
    ]
}
