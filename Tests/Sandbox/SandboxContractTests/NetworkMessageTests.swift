import CardAPI
import CardClient
import ContractTestSupport
import Testing

@Suite("The card network's messages at the sandbox", .timeLimit(.minutes(20)))
struct NetworkMessageTests {
    private static func purchase(_ reference: String, with pan: String, amount: String = "1234") -> String {
        """
        {"networkReference":"\(reference)","kind":"AUTHORIZATION","pan":"\(pan)","amount":\(amount),\
        "currencyCode":"EUR","merchant":{"name":"Café","mcc":"5812","city":"Berlin","country":"DE"},\
        "panEntryMethod":"ECOMMERCE"}
        """
    }

    /// The number of a new card with 50 EUR.
    private func loadedCard(at service: LiveService) async throws -> String {
        let card = try await service.cards(of: .ivana).create(.virtual)
        let load = #"{"amount":5000,"currencyCode":"EUR"}"#
        #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
        return try await service.plastic(of: card).pan
    }

    private func available(at service: LiveService) async throws -> Int? {
        var query = ProfileQuery()
        query.inclusions = ["ACCOUNTS"]
        return try await service.cards(of: .ivana).profile(query).accounts?.first?.availableBalance
    }

    @Test("A message gets the same answer as at the network's listener, and pays once")
    func sameAnswer() async throws {
        try await withSandboxService { service in
            let message = Self.purchase("N1", with: try await loadedCard(at: service))
            let answer = try await service.sandbox("POST", "/network/messages", message)
            #expect(answer.status == 200 && answer.text.contains(#""responseCode":"00""#), "\(answer.text)")
            #expect(try await service.network(message).text == answer.text)
            #expect(try await available(at: service) == 3766)
        }
    }

    @Test("The journal has the messages of the network's listener, without their secrets")
    func recorded() async throws {
        try await withSandboxService { service in
            let pan = try await loadedCard(at: service)
            let answer = try await service.network(Self.purchase("N1", with: pan))
            #expect(answer.text.contains(#""responseCode":"00""#), "\(answer.text)")
            let journal = try await service.journal("?path=/network/messages").text
            #expect(journal.contains(#""operation":"sendNetworkMessage""#), "\(journal)")
            #expect(journal.contains(#""networkReference":"N1""#) && journal.contains(#""pan":"hidden""#))
            #expect(journal.contains(#""responseCode":"00""#) && !journal.contains(pan))
        }
    }

    @Test("The answers at the network's listener are counted by kind and response code")
    func counted() async throws {
        try await withSandboxService { service in
            let pan = try await loadedCard(at: service)
            for reference in ["N1", "N2"] { _ = try await service.network(Self.purchase(reference, with: pan)) }
            _ = try await service.network(Self.purchase("N3", with: pan, amount: "9999999"))
            _ = try await service.network(Self.purchase("N4", with: pan).replacing("AUTHORIZATION", with: "GIFT"))
            let metrics = try await service.ask("GET", "/metrics").text
            for line in [
                #"{code="00",kind="AUTHORIZATION"} 2"#, #"{code="51",kind="AUTHORIZATION"} 1"#,
                #"{code="12",kind="none"} 1"#,
            ] { #expect(metrics.contains("\nnetwork_answers_total\(line)\n"), "\(line)") }
            #expect(!metrics.contains("GIFT"))
        }
    }

    @Test("A tenant has a network of its own")
    func tenant() async throws {
        try await withSandboxService { service in
            #expect(try await service.sandbox("POST", "/tenants", #"{"name":"blue"}"#).status == 201)
            let tenant = service.tenant("blue")
            let message = Self.purchase("N1", with: try await loadedCard(at: tenant))
            let paid = try await tenant.sandbox("POST", "/network/messages", message)
            #expect(paid.text.contains(#""responseCode":"00""#), "\(paid.text)")
            let elsewhere = try await service.sandbox("POST", "/network/messages", message)
            #expect(elsewhere.text.contains(#""responseCode":"14""#), "\(elsewhere.text)")
        }
    }

    @Test("A member of a wrong type is 400, and pays nothing")
    func wrongType() async throws {
        try await withSandboxService { service in
            let pan = try await loadedCard(at: service)
            let message = Self.purchase("N1", with: pan, amount: #""1234""#)
            let refused = try await service.sandbox("POST", "/network/messages", message)
            #expect(refused.status == 400 && refused.text.contains(#""field":"amount""#), "\(refused.text)")
            #expect(!refused.text.contains(pan))
            #expect(try await available(at: service) == 5000)
        }
    }
}
