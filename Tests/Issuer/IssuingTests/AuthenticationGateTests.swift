import Administration
import Cards
import CardSecrets
import Crypto
import Foundation
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

/// Tests which requests an authentication event lets through, and how often.
@Suite("Requests that need an authentication event")
struct AuthenticationGateTests {
    @Test("A verified event lets exactly one request through")
    func singleUseEvent() async throws {
        let fixture = try await IssuingFixture.make(asking: ProtectedOperation.allCases)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let event = try await fixture.event { try await fixture.lock(card) }
        #expect(event.event.expiresAt == IssuingFixture.now + 900)
        #expect(event.offers.map(\.verification) == [.smsCode, .push])
        #expect(event.offers.map(\.target) == ["+359 *******67", nil])

        let again = try await fixture.event { try await fixture.lock(card, presenting: event.event.reference) }
        #expect(again.event.reference != event.event.reference, "an event that nobody answered opens nothing")

        let reference = try await fixture.verified(event)
        #expect(try await fixture.lock(card, presenting: reference).standing.status == .locked)
        let next = try await fixture.event { try await fixture.lock(card, presenting: reference) }
        #expect(![reference, again.event.reference].contains(next.event.reference))
        #expect(try await fixture.path(of: card) == [.active, .locked])
    }

    @Test("An event is valid for one customer, card, operation and body, for 15 minutes")
    func eventScope() async throws {
        let fixture = try await IssuingFixture.make(asking: ProtectedOperation.allCases)
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.virtualVisa, to: customer)
        let other = try await fixture.issue(.virtualVisa, to: customer)
        let stranger = try await fixture.enrol()
        let strangers = try await fixture.issue(.virtualVisa, to: stranger)
        let reference = try await fixture.verified(try await fixture.event { try await fixture.lock(card) })
        let misspelt = AuthenticationReference(
            eventID: reference.eventID, walletOperationID: fixture.issuing.entropy.id())
        let pin = try #require(PIN("4071"))
        let tries: [@Sendable () async throws -> Card] = [
            { try await fixture.lock(other, presenting: reference) },
            { try await fixture.lock(card, presenting: reference, digest: "another body") },
            { try await fixture.lock(card, presenting: misspelt) },
            { try await fixture.lock(strangers, presenting: reference, as: stranger) },
            { try await fixture.issuing.setPIN(
                pin, of: card.id, by: .update, evidence: fixture.evidence(.setPIN, card, presenting: reference)) },
        ]
        for attempt in tries {
            let event = try await fixture.event { try await attempt() }
            #expect(event.event.reference != reference && event.event.status == .open)
        }
        let late = try await fixture.server(now: IssuingFixture.now + 900)
        _ = try await fixture.event { try await late.lock(card, presenting: reference) }
        let inTime = try await fixture.server(now: IssuingFixture.now + 899)
        #expect(try await inTime.lock(card, presenting: reference).standing.status == .locked)
    }

    @Test("Of 20 simultaneous requests with one event, one succeeds")
    func simultaneousUse() async throws {
        let fixture = try await IssuingFixture.make(asking: [.setPIN, .updateCard])
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let pin = try #require(PIN("4071"))
        @Sendable func set(_ reference: AuthenticationReference?) async throws -> Card {
            try await fixture.issuing.setPIN(
                pin, of: card.id, by: .update, evidence: fixture.evidence(.updateCard, card, presenting: reference))
        }
        let reference = try await fixture.verified(try await fixture.event { try await set(nil) })
        let through = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { await refusal { try await set(reference) } == nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(through == 1)
    }

    @Test("A refused request does not use its event")
    func refusedRequest() async throws {
        let fixture = try await IssuingFixture.make(asking: ProtectedOperation.allCases)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let reference = try await fixture.verified(try await fixture.event { try await fixture.lock(card) })
        _ = try await fixture.administration.record(.suspend, on: card.id)
        #expect(await refusal { try await fixture.lock(card, presenting: reference) }
            == .card(.transitionNotAllowed(from: .suspended, to: .locked, accepted: [])))
        _ = try await fixture.administration.record(.resume, on: card.id)
        #expect(try await fixture.lock(card, presenting: reference).standing.status == .locked)
    }

    @Test("A brand that requires no authentication has no events")
    func noAuthentication() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        #expect(try await fixture.lock(card).standing.status == .locked)
        #expect(try await fixture.texts("SELECT count(*)::text FROM authentication_event") == ["0"])
    }

    @Test("A brand without a policy requires authentication")
    func missingPolicy() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.issuing.database.execute(script: "DELETE FROM authentication_policy")
        _ = try await fixture.event { try await fixture.lock(card) }
    }

    @Test("Another customer's card is not found, and no event is created")
    func strangersCard() async throws {
        let fixture = try await IssuingFixture.make(asking: ProtectedOperation.allCases)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let stranger = try await fixture.enrol()
        #expect(await refusal { try await fixture.lock(card, as: stranger) } == .card(.notFound))
        #expect(try await fixture.texts("SELECT count(*)::text FROM authentication_event") == ["0"])
    }

    @Test("A customer has at most 200 events")
    func eventLimit() async throws {
        let fixture = try await IssuingFixture.make(asking: ProtectedOperation.allCases)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        for _ in 0..<205 { _ = try await fixture.event { try await fixture.lock(card) } }
        #expect(try await fixture.texts("SELECT count(*)::text FROM authentication_event") == ["200"])
    }

    @Test("Events and challenges are deleted after 15 minutes, messages after 7 days")
    func retention() async throws {
        let fixture = try await IssuingFixture.make(asking: ProtectedOperation.allCases)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.verified(try await fixture.event { try await fixture.lock(card) })
        let tables = ["authentication_event", "authentication_challenge", "message"]
        func counts() async throws -> [String] {
            try await fixture.texts(tables.map { "SELECT count(*)::text FROM \($0)" }.joined(separator: " UNION ALL "))
        }
        try await fixture.server(now: IssuingFixture.now + 899).issuing.settleWhatIsDue()
        #expect(try await counts() == ["1", "1", "1"])
        try await fixture.server(now: IssuingFixture.now + 900).issuing.settleWhatIsDue()
        #expect(try await counts() == ["0", "0", "1"])
        try await fixture.server(now: IssuingFixture.now + 7 * 86_400).issuing.settleWhatIsDue()
        #expect(try await counts() == ["0", "0", "0"])
    }

    // MARK: Trusted devices

    @Test("A trusted device's signature replaces an event once")
    func deviceSignature() async throws {
        let fixture = try await IssuingFixture.make(asking: ProtectedOperation.allCases)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let device = try await fixture.trustedDevice(of: card.customer)
        #expect(try await fixture.issuing.trustedDevices(of: card.customer).map(\.id) == [device.id])
        let now = IssuingFixture.now

        let strange = (id: device.id, key: P256.Signing.PrivateKey())
        let unknown = (id: fixture.issuing.entropy.id(TrustedDeviceID.self), key: device.key)
        for claim in [
            try DeviceClaim.signing("lock", at: now, by: strange), try .signing("lock", at: now, by: unknown),
            try .signing("lock", at: now + 301, by: device), try .signing("lock", at: now - 301, by: device),
        ] {
            _ = try await fixture.event { try await fixture.lock(card, device: claim) }
        }
        let claim = try DeviceClaim.signing("lock", at: now - 300, by: device)
        #expect(try await fixture.lock(card, device: claim).standing.status == .locked)
        _ = try await fixture.event { try await fixture.lock(card, device: claim) }
        #expect(try await fixture.issuing.trustedDevices(of: card.customer).map(\.lastUsedAt) == [now - 300])
        let later = try DeviceClaim.signing("lock", at: now - 299, by: device)
        #expect(await refusal { try await fixture.lock(card, device: later) }
            == .card(.transitionNotAllowed(from: .locked, to: .locked, accepted: [.cancelled, .active])))

        try await fixture.distrust(device.id, of: card.customer)
        _ = try await fixture.event { try await fixture.lock(card, device: later) }
        #expect(await refusal { try await fixture.distrust(device.id, of: card.customer) }
            == .device(.notFound))
    }

    @Test("A trusted device cannot authorize another device, or anything if the policy forbids it")
    func deviceRestrictions() async throws {
        let fixture = try await IssuingFixture.make(asking: ProtectedOperation.allCases)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let device = try await fixture.trustedDevice(of: card.customer)
        let claim = try DeviceClaim.signing("trust", at: IssuingFixture.now, by: device)
        let key = try #require(DevicePublicKey(x963: Array(device.key.publicKey.x963Representation)))
        let event = try await fixture.event {
            try await fixture.issuing.trustDevice(
                named: "Another", key: key,
                evidence: fixture.evidence(.trustDevice, nil, device: claim, as: card.customer), request: .unkeyed())
        }
        #expect(event.offers.map(\.verification).contains(.biometric))

        var policy = AuthenticationPolicy.standard
        policy.acceptsTrustedDevices = false
        try await fixture.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        _ = try await fixture.event { try await fixture.lock(card, device: claim) }
    }

    @Test("A customer has at most 10 trusted devices, even with simultaneous requests")
    func trustedDeviceLimit() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let key = try #require(DevicePublicKey(x963: Array(P256.Signing.PrivateKey().publicKey.x963Representation)))
        @Sendable func trust() async throws -> Answered<TrustedDevice> {
            try await fixture.issuing.trustDevice(
                named: "Phone", key: key, evidence: .none(of: customer, for: .trustDevice), request: .unkeyed())
        }
        let refused = await withTaskGroup(of: Refusal?.self) { group in
            for _ in 0..<15 { group.addTask { await refusal { try await trust() } } }
            return await group.reduce(into: [Refusal]()) { list, refusal in refusal.map { list.append($0) } }
        }
        #expect(refused == Array(repeating: .device(.limitExceeded), count: 5))
        #expect(try await fixture.issuing.trustedDevices(of: customer).count == 10)
    }
}
