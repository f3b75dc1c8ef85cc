import Administration
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport

@Suite("Clients and their secrets")
struct ClientTests {
    private static let (brand, client) = (DemoUniverse.brand, DemoUniverse.clients[0])

    private func accepts(_ secret: String, _ fixture: IssuingFixture) async throws -> Bool {
        try await fixture.issuing.client(Self.client.id, of: Self.brand, secret: secret) != nil
    }

    @Test("While a secret is replaced, both are accepted; then only the new one")
    func rotation() async throws {
        let fixture = try await IssuingFixture.make()
        let secret = try #require(
            try await fixture.administration.rotateSecret(
                of: Self.client.id, in: Self.brand, keepingEarlierFor: 60))
        for accepted in [secret, Self.client.secret] { #expect(try await accepts(accepted, fixture)) }
        let state = try await fixture.administration.clients(of: Self.brand).first { $0.id == Self.client.id }
        #expect(state?.earlierSecretEndsAt == IssuingFixture.now + 60)
        let later = try await fixture.server(now: IssuingFixture.now + 60)
        #expect(try await accepts(secret, later))
        #expect(try await !accepts(Self.client.secret, later))
    }

    @Test("A secret that has leaked ends at once, and so does the one before it")
    func leak() async throws {
        let fixture = try await IssuingFixture.make()
        let administration = fixture.administration
        let second = try #require(
            try await administration.rotateSecret(of: Self.client.id, in: Self.brand, keepingEarlierFor: 60))
        let third = try #require(
            try await administration.rotateSecret(of: Self.client.id, in: Self.brand, keepingEarlierFor: 0))
        #expect(try await accepts(third, fixture))
        for old in [second, Self.client.secret] { #expect(try await !accepts(old, fixture)) }
    }

    @Test("A disabled client gets no token and renews none, until it is enabled")
    func disabled() async throws {
        let fixture = try await IssuingFixture.make()
        let administration = fixture.administration
        let known = try #require(
            try await fixture.issuing.client(Self.client.id, of: Self.brand, secret: Self.client.secret))
        let family = try await fixture.issuing.openRefreshFamily(for: known)
        #expect(try await administration.set(isDisabled: true, of: Self.client.id, in: Self.brand))
        #expect(try await !accepts(Self.client.secret, fixture))
        let refused = try await fixture.issuing.renewRefreshFamily(family.id, generation: 1, for: known)
        #expect(refused.isNotGood)
        #expect(try await administration.set(isDisabled: false, of: Self.client.id, in: Self.brand))
        #expect(try await accepts(Self.client.secret, fixture))
        let renewed = try await fixture.issuing.renewRefreshFamily(family.id, generation: 1, for: known)
        #expect(!renewed.isNotGood)
    }

    @Test("Revoking ends the grants from before, and not those after it")
    func revocation() async throws {
        let fixture = try await IssuingFixture.make()
        let known = try #require(
            try await fixture.issuing.client(Self.client.id, of: Self.brand, secret: Self.client.secret))
        let before = try await fixture.issuing.openRefreshFamily(for: known)
        #expect(try await fixture.administration.revokeTokens(of: Self.client.id, in: Self.brand))
        let later = try await fixture.server(now: IssuingFixture.now + 1)
        let after = try await later.issuing.openRefreshFamily(for: known)
        #expect(try await later.issuing.renewRefreshFamily(before.id, generation: 1, for: known).isNotGood)
        #expect(try await !later.issuing.renewRefreshFamily(after.id, generation: 1, for: known).isNotGood)
    }

    @Test("An unknown client is not found, and neither is an unknown brand")
    func unknown() async throws {
        let fixture = try await IssuingFixture.make()
        let administration = fixture.administration
        #expect(try await administration.rotateSecret(of: "nobody", in: Self.brand, keepingEarlierFor: 0) == nil)
        #expect(try await !administration.set(isDisabled: true, of: "nobody", in: Self.brand))
        #expect(try await !administration.revokeTokens(of: "nobody", in: Self.brand))
        #expect(await refusal { try await administration.clients(of: "nobody") } == .brand(.notFound))
        #expect(await refusal { try await fixture.enrol(in: "nobody") } == .brand(.notFound))
    }
}

extension RefreshFamily.Renewal {
    fileprivate var isNotGood: Bool { if case .notGood = self { true } else { false } }
}
