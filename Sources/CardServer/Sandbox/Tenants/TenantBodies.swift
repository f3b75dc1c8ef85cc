import CardAPI
import Cards
import Issuing

/// A tenant to be made. Nothing is required: a name is found, time runs, chance is chance.
struct TenantBody: CardAPI.RequestBody {
    var name: String?
    var seed: Int?
    var now: String?

    static let members: [BodyMember<TenantBody>] = [
        .string("name", \.name, example: "checkout-suite", "Part of its addresses; any that is free if absent."),
        .integer("seed", \.seed, example: "7", "Makes ids, card numbers and codes the same for the same requests."),
        .string(
            "now", \.now, example: "2029-12-01T00:00:00Z",
            "Where its clock stands still; absent, it runs, and with a seed it stands at 2026-01-01T00:00:00Z."),
    ]
}

/// All that a test run has to know.
struct TenantAnswer: JSONWritable {
    let name: String
    let baseURL: String
    let sandboxURL: String
    let path: String
    let clock: ClockAnswer

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("baseUrl", baseURL + path)
            json.member("sandboxUrl", sandboxURL + path + "/sandbox")
            json.member("brand", DemoUniverse.brand)
            json.member("clients", DemoUniverse.clients.map(Client.init))
            json.member("customers", DemoUniverse.customers.map(\.id.description))
            json.member("clock", clock)
        }
    }

    private struct Client: JSONWritable {
        let client: DemoUniverse.Client

        init(_ client: DemoUniverse.Client) { self.client = client }

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("clientId", client.id)
                json.member("clientSecret", client.secret)
                json.member("mayExchange", client.mayExchange)
                json.member("isBusiness", client.isBusiness)
            }
        }
    }
}

struct TenantListAnswer: JSONWritable {
    let names: [String]

    func write(to json: inout JSONWriter) {
        json.object { json in json.member("tenants", names) }
    }
}
