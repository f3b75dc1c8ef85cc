import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

@Suite("Clients and refresh tokens")
struct TokenGrantTests {
    @Test("A client is accepted only with its secret and its brand", arguments: [
        ("demo-app", "demo-secret", true, false), ("demo-backend", "demo-backend-secret", false, true),
    ])
    func clientSecret(id: String, secret: String, mayExchange: Bool, isBusiness: Bool) async throws {
        let issuing = try await IssuingFixture.shared().issuing
        let client = try #require(await issuing.client(id, of: "demo", secret: secret))
        #expect((client.brand, client.id) == ("demo", id))
        #expect((client.mayExchange, client.isBusiness) == (mayExchange, isBusiness))
        for wrong in ["", secret.uppercased(), secret + " ", String(secret.dropLast()), secret + "\u{0}"] {
            #expect(try await issuing.client(id, of: "demo", secret: wrong) == nil)
        }
        #expect(try await issuing.client(id, of: "other", secret: secret) == nil)
        #expect(try await issuing.client("nobody", of: "demo", secret: secret) == nil)
    }

    @Test("A customer belongs to one brand")
    func customerBrand() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        #expect(try await fixture.issuing.isCustomer(customer, of: "demo"))
        #expect(try await fixture.issuing.isCustomer(customer, of: "other") == false)
        #expect(try await fixture.issuing.isCustomer(CustomerID(999), of: "demo") == false)
    }

    @Test("A refresh token is exchanged for the next generation")
    func renewedToken() async throws {
        let grant = try await Grant.make()
        for generation in 1...4 {
            let next = try #require(try await grant.renew(generation))
            #expect(next.generation == generation + 1)
            #expect(next.id == grant.family.id)
            #expect(next.customer == grant.family.customer)
            #expect(next.scope == "cards pci-dss-1")
        }
    }

    @Test("A refresh token that is used twice ends its family")
    func reusedToken() async throws {
        let grant = try await Grant.make()
        _ = try await grant.renew(1)
        #expect(try await grant.renew(1) == nil, "it was used")
        #expect(try await grant.renew(2) == nil, "the newest one ends with the family")
        let other = try await Grant.make()
        #expect(try await other.renew(1) != nil, "another family lives on")
    }

    @Test("A generation that was never issued is refused and ends nothing")
    func unknownGeneration() async throws {
        let grant = try await Grant.make()
        for generation in [2, 99, Int.max] {
            #expect(try await grant.renew(generation) == nil)
        }
        #expect(try await grant.renew(1)?.generation == 2)
    }

    @Test("A refresh token is valid for 30 minutes after the last renewal")
    func tokenLifetime() async throws {
        let grant = try await Grant.make()
        #expect(try await grant.renew(1, after: 1799.999) != nil)
        #expect(try await grant.renew(2, after: 1799.999 + 1799.999) != nil)
        #expect(try await grant.renew(3, after: 1799.999 + 1799.999 + 1800) == nil)
        let unused = try await Grant.make()
        #expect(try await unused.renew(1, after: 1800) == nil)
    }

    @Test("A family ends after its lifetime, even if it is renewed regularly")
    func familyLifetime() async throws {
        let grant = try await Grant.make()
        let day = RefreshFamily.familyLifetimeSeconds
        for generation in 1...95 {
            let renewed = try #require(try await grant.renew(generation, after: TimeInterval(generation) * 900))
            #expect(renewed.expiresAt <= IssuingFixture.now + day)
        }
        let last = try #require(try await grant.renew(96, after: day - 1))
        #expect(last.expiresAt == IssuingFixture.now + day)
        #expect(try await grant.renew(97, after: day) == nil)
    }

    @Test("A renewal checks again whether the client and the customer are allowed", arguments: [
        "UPDATE client SET may_exchange = false WHERE client_id = 'demo-app'",
        "UPDATE client SET is_business = true WHERE client_id = 'demo-app'",
        "DELETE FROM refresh_family; DELETE FROM client WHERE client_id = 'demo-app'",
        "UPDATE customer SET brand = 'other'", "DELETE FROM customer WHERE customer_id > 30000000",
    ])
    func changedClientOrCustomer(change: String) async throws {
        let grant = try await Grant.make(on: .make())
        _ = try #require(try await grant.renew(1))
        try await grant.fixture.issuing.database.execute(
            script: "INSERT INTO brand VALUES ('other'); \(change)")
        #expect(try await grant.renew(2) == nil)
    }

    @Test("A refresh token is valid only for its client")
    func otherClient() async throws {
        let grant = try await Grant.make()
        let other = try #require(
            await grant.fixture.issuing.client("demo-backend", of: "demo", secret: "demo-backend-secret"))
        #expect(try await grant.renew(1, for: other) == nil)
        #expect(try await grant.renew(1) != nil)
        let issuing = grant.fixture.issuing
        let unknown = try await issuing.renewRefreshFamily(issuing.entropy.id(), generation: 1, for: grant.client)
        guard case .notGood = unknown else { return #expect(Bool(false), "\(unknown)") }
    }

    @Test("A renewal with another scope is refused, and the token stays valid")
    func differentScope() async throws {
        let grant = try await Grant.make()
        let renewal = try await grant.fixture.issuing.renewRefreshFamily(
            grant.family.id, generation: 1, scope: "cards", for: grant.client)
        guard case .scopeDiffers = renewal else { return #expect(Bool(false), "\(renewal)") }
        #expect(try await grant.renew(1)?.generation == 2)
        let reuse = try await grant.fixture.issuing.renewRefreshFamily(
            grant.family.id, generation: 1, scope: "cards", for: grant.client)
        guard case .notGood = reuse else { return #expect(Bool(false), "\(reuse)") }
        #expect(try await grant.renew(2) == nil, "it was used again, for any purpose")
    }

    @Test("Of 20 simultaneous renewals, one succeeds, and the reuse ends the family")
    func simultaneousRenewals() async throws {
        let grant = try await Grant.make()
        let renewals = try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await grant.renew(1)?.generation } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(renewals.compactMap(\.self) == [2])
        #expect(try await grant.renew(2) == nil, "nineteen of them were copies")
    }

    private struct Grant {
        let fixture: IssuingFixture
        let client: Client
        let family: RefreshFamily

        static func make(on own: IssuingFixture? = nil) async throws -> Grant {
            var fixture = try await IssuingFixture.shared()
            if let own { fixture = own }
            let client = try #require(await fixture.issuing.client("demo-app", of: "demo", secret: "demo-secret"))
            let family = try await fixture.issuing.exchangeToken(
                for: client, scope: "cards pci-dss-1", .vouched(for: fixture.enrol()))
            return Grant(fixture: fixture, client: client, family: family)
        }

        func renew(
            _ generation: Int, after seconds: TimeInterval = 0, for other: Client? = nil
        ) async throws -> RefreshFamily? {
            let server = seconds == 0 ? fixture : try await fixture.server(now: IssuingFixture.now + seconds)
            let renewal = try await server.issuing.renewRefreshFamily(
                family.id, generation: generation, for: other ?? client)
            return if case .renewed(let family) = renewal { family } else { nil }
        }
    }
}
