import TesseraTesting
import Testing

@Suite(.tessera)
struct ExampleTests {
    private static let cards = "/digitalwallets/v1/profile/prepaid/cards"

    private let tessera: Tenant

    init() throws { tessera = try Tenant.current }

    /// Your code, which is under test.
    @discardableResult
    private func orderCard(url: String, token: String) async throws -> JSON {
        let order: JSON = ["programName": "DEMO-VIRTUAL-VISA-EEA", "currency": "EUR"]
        return try await call("POST", url + Self.cards, order, token: token)
    }

    @Test("An order makes one card")
    func order() async throws {
        try await orderCard(url: tessera.url, token: tessera.token())
        try await tessera.verify("createCard", times: 1, where: ["status": 201, "body": ["currency": "EUR"]])
    }

    @Test("A card expires")
    func expiry() async throws {
        let card = try await orderCard(url: tessera.url, token: tessera.token())
        try await tessera.withClock(at: "2040-01-01T00:00:00Z") {
            let address = "\(tessera.url)\(Self.cards)/\(card["cardId"]?.text ?? "")"
            let shown = try await call("GET", address, token: tessera.token())
            #expect(shown["status"] == "EXPIRED")
        }
    }

    @Test("A slow answer is waited for")
    func patience() async throws {
        try await tessera.withFaults(["operation": "createCard", "fault": "LATENCY", "milliseconds": 20]) {
            try await orderCard(url: tessera.url, token: tessera.token())
            let plan = try await tessera.faults()
            #expect(plan["rules"]?.elements.first?["strikes"] == 1)
        }
    }
}
