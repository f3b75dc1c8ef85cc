import Cards
import CardSecrets
import Crypto
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Challenges and attempts")
struct AttemptTests {
    private struct Bench {
        let fixture: IssuingFixture
        let card: Card
        let event: RequiredAuthentication
    }

    private static func bench(seed: UInt64 = 1, pin: String? = nil) async throws -> Bench {
        let fixture = try await IssuingFixture.make(seed: seed, asking: ProtectedOperation.allCases)
        let card = try await fixture.issue(.virtualVisa, to: CustomerID(10_000_001), pin: pin)
        return Bench(fixture: fixture, card: card, event: try await fixture.event { try await fixture.lock(card) })
    }

    /// A code that differs from the one that was sent.
    private static func wrong(_ code: String) -> String {
        (code.first == "0" ? "1" : "0") + code.dropFirst()
    }

    // MARK: Counting

    @Test("After 5 wrong attempts a challenge stays failed, and a new one can be verified")
    func fiveWrongAttempts() async throws {
        let bench = try await Self.bench()
        let (fixture, event) = (bench.fixture, bench.event)
        _ = try await fixture.challenge(event)
        let code = try await fixture.code(of: event)
        for count in 1...5 {
            let outcome = try await fixture.attempt(.code(Self.wrong(code), by: .smsCode), at: event)
            #expect(outcome.status == (count < 5 ? .rejected : .failed) && outcome.attempts == count)
        }
        let right = try await fixture.attempt(.code(code, by: .smsCode), at: event)
        #expect(right.status == .failed && right.attempts == 5)
        _ = try await fixture.event { try await fixture.lock(bench.card, presenting: event.event.reference) }

        let reference = try await fixture.verified(event)
        #expect(try await fixture.lock(bench.card, presenting: reference).standing.status == .locked)
    }

    @Test("A wrong attempt after a right one withdraws the verification")
    func wrongAfterRight() async throws {
        let bench = try await Self.bench()
        let (fixture, event) = (bench.fixture, bench.event)
        let reference = try await fixture.verified(event)
        let code = try await fixture.code(of: event)
        #expect(try await fixture.attempt(.code(Self.wrong(code), by: .smsCode), at: event).status == .rejected)
        _ = try await fixture.event { try await fixture.lock(bench.card, presenting: reference) }
        #expect(try await fixture.attempt(.code(code, by: .smsCode), at: event).attempts == 3)
        #expect(try await fixture.lock(bench.card, presenting: reference).standing.status == .locked)
    }

    @Test("Of 100 simultaneous wrong attempts, only 5 are evaluated and counted")
    func simultaneousWrongAttempts() async throws {
        let bench = try await Self.bench()
        let (fixture, event) = (bench.fixture, bench.event)
        _ = try await fixture.challenge(event)
        let code = try await fixture.code(of: event)
        let outcomes = try await withThrowingTaskGroup(of: AttemptOutcome.self) { group in
            for _ in 0..<100 {
                group.addTask { try await fixture.attempt(.code(Self.wrong(code), by: .smsCode), at: event) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0.status == .rejected }.map(\.attempts).sorted() == [1, 2, 3, 4])
        #expect(outcomes.filter { $0.status == .failed }.map(\.attempts) == Array(repeating: 5, count: 96))
        let evaluated = try await fixture.texts(
            "SELECT wrong_attempts::text FROM authentication_factor WHERE customer_id = 10000001")
        #expect(evaluated == ["5"], "no more than the allowed were looked at")
        #expect(try await fixture.texts("SELECT attempts::text FROM authentication_challenge") == ["5"])
        #expect(try await fixture.attempt(.code(code, by: .smsCode), at: event).status == .failed)
    }

    @Test("An attempt that is repeated with its idempotency key counts once")
    func repeatedAttempt() async throws {
        let bench = try await Self.bench()
        _ = try await bench.fixture.challenge(bench.event)
        let reference = bench.event.event.reference
        for number in 0..<3 {
            let answered = try await bench.fixture.issuing.attempt(
                .code("no", by: .smsCode), at: reference, of: bench.card.customer, request: .keyed("once"))
            #expect(answered.isReplayed == (number > 0))
        }
        #expect(try await bench.fixture.texts("SELECT attempts::text FROM authentication_challenge") == ["1"])
    }

    // MARK: Challenges

    @Test("After 5 challenges an event has a cooldown")
    func challengeCooldown() async throws {
        let bench = try await Self.bench()
        let (fixture, event) = (bench.fixture, bench.event)
        var policy = AuthenticationPolicy.standard
        policy.cooldownSeconds = 60
        try await fixture.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        for count in 1...5 {
            let sent = try await fixture.challenge(event)
            #expect(sent.currentChallenges == count && sent.allowableChallenges == 5)
        }
        #expect(await refusal { try await fixture.challenge(event) }
            == .authentication(.challengesUsedUp(secondsLeft: 60)))
        let early = try await fixture.server(now: IssuingFixture.now + 59)
        #expect(await refusal { try await early.challenge(event) }
            == .authentication(.challengesUsedUp(secondsLeft: 1)))
        let late = try await fixture.server(now: IssuingFixture.now + 60)
        #expect(try await late.challenge(event).currentChallenges == 1)
        #expect(try await fixture.sandbox.messages(to: bench.card.customer).count == 6)
    }

    @Test("Only the latest challenge of an event can be verified")
    func latestChallenge() async throws {
        let bench = try await Self.bench()
        let (fixture, event) = (bench.fixture, bench.event)
        _ = try await fixture.challenge(event)
        let first = try await fixture.code(of: event)
        _ = try await fixture.challenge(event, by: .emailCode)
        let second = try await fixture.code(of: event)
        #expect(await refusal { try await fixture.attempt(.code(first, by: .smsCode), at: event) }
            == .invalidFields([AuthenticationRule.notChallenged(.emailCode)]))
        #expect(try await fixture.attempt(.code(first, by: .emailCode), at: event).status == .rejected)
        #expect(try await fixture.attempt(.code(second, by: .emailCode), at: event).status == .verified)
        let targets = try await fixture.sandbox.messages(to: bench.card.customer).map(\.target)
        #expect(targets == ["ivana@example.com", "+359 881234567"])
    }

    @Test("A challenge that was not sent or not offered, or whose time is over, is not verified")
    func unavailableChallenge() async throws {
        let bench = try await Self.bench()
        let (fixture, event) = (bench.fixture, bench.event)
        #expect(await refusal { try await fixture.attempt(.push, at: event) } == .authentication(.challengeNotSent))
        #expect(await refusal { try await fixture.challenge(event, by: .passkey) }
            == .invalidFields([AuthenticationRule.notOffered(among: event.offers.map(\.verification))]))
        _ = try await fixture.challenge(event)
        let code = try await fixture.code(of: event)
        let slow = try await fixture.server(now: IssuingFixture.now + 300)
        let outcome = try await slow.attempt(.code(code, by: .smsCode), at: event)
        #expect(outcome.status == .failed && outcome.attempts == 0)
        let late = try await fixture.server(now: IssuingFixture.now + 900)
        #expect(await refusal { try await late.challenge(event) } == .authentication(.eventIsOver("has expired")))
        #expect(await refusal { try await late.attempt(.push, at: event) }
            == .authentication(.eventIsOver("has expired")))
        let reference = try await fixture.verified(event)
        _ = try await fixture.lock(bench.card, presenting: reference)
        #expect(await refusal { try await fixture.challenge(event) } == .authentication(.eventIsOver("has been used")))
    }

    // MARK: Verifications

    @Test("An authenticator's code is accepted once")
    func authenticatorCode() async throws {
        let bench = try await Self.bench()
        let (fixture, event) = (bench.fixture, bench.event)
        let authenticator = TimeBasedCode(seed: Secret(Array("12345678901234567890".utf8)))
        let code = authenticator.code(at: IssuingFixture.now)
        _ = try await fixture.challenge(event, by: .authenticatorCode)
        let wrong = Self.wrong(code)
        #expect(try await fixture.attempt(.code(wrong, by: .authenticatorCode), at: event).status == .rejected)
        #expect(try await fixture.attempt(.code(code, by: .authenticatorCode), at: event).status == .verified)
        #expect(try await fixture.attempt(.code(code, by: .authenticatorCode), at: event).status == .rejected)
        let next = try await fixture.server(now: IssuingFixture.now + 30)
        let newer = authenticator.code(at: IssuingFixture.now + 30)
        #expect(try await next.attempt(.code(newer, by: .authenticatorCode), at: event).status == .verified)
    }

    @Test("Only the customer's exact password is accepted")
    func password() async throws {
        let bench = try await Self.bench()
        _ = try await bench.fixture.challenge(bench.event, by: .password)
        for wrong in ["", "demo-passwor", "demo-password ", "Demo-password"] {
            #expect(try await bench.fixture.attempt(.password(wrong), at: bench.event).status == .rejected)
        }
        #expect(try await bench.fixture.attempt(.password("demo-password"), at: bench.event).status == .verified)
    }

    @Test("The wallet PIN is an authentication factor, and a card's PIN is not")
    func walletPINFactor() async throws {
        let bench = try await Self.bench(pin: "4071")
        let (fixture, event) = (bench.fixture, bench.event)
        #expect(!event.offers.map(\.verification).contains(.pin), "the card's PIN is offered")
        #expect(await refusal { try await fixture.challenge(event, by: .pin) }
            == .invalidFields([AuthenticationRule.notOffered(among: event.offers.map(\.verification))]))

        let customer = NamedCustomer(bench.card.customer, in: DemoUniverse.brand)
        try await fixture.issuing.setWalletPIN("402817", of: customer)
        let next = try await fixture.event { try await fixture.lock(bench.card) }
        #expect(next.offers.last == AuthenticationOffer(.pin))
        _ = try await fixture.challenge(event, by: .pin)
        for wrong in ["", "4071", "402818", "4028170", "demo-password"] {
            #expect(try await fixture.attempt(.pin(wrong), at: event).status != .verified)
        }
        #expect(try await fixture.reread(bench.card).wrongPINs == 0, "a card has nothing to do with it")
        _ = try await fixture.challenge(event, by: .pin)
        #expect(try await fixture.attempt(.pin("402817"), at: event).status == .verified)
        _ = try await fixture.challenge(event, by: .password)
        #expect(try await fixture.attempt(.password("402817"), at: event).status == .rejected)
        #expect(try await fixture.attempt(.password("demo-password"), at: event).status == .verified)
    }

    @Test("A new wallet PIN replaces the old one and resets its wrong attempts")
    func newWalletPIN() async throws {
        let bench = try await Self.bench()
        let (fixture, event) = (bench.fixture, bench.event)
        let customer = NamedCustomer(bench.card.customer, in: DemoUniverse.brand)
        try await fixture.issuing.setWalletPIN("402817", of: customer)
        _ = try await fixture.challenge(event, by: .pin)
        for _ in 1...3 { _ = try await fixture.attempt(.pin("111222"), at: event) }
        let wrong = "SELECT count(*)::text FROM authentication_factor WHERE verification = 'PIN' AND wrong_attempts > 0"
        #expect(try await fixture.texts(wrong) == ["1"])
        let before = try await fixture.meansBesidePIN()
        try await fixture.issuing.setWalletPIN("938205", of: customer)
        #expect(try await fixture.meansBesidePIN() == before)
        #expect(try await fixture.texts(wrong) == ["0"])
        #expect(try await fixture.attempt(.pin("402817"), at: event).status == .rejected)
        _ = try await fixture.challenge(event, by: .pin)
        #expect(try await fixture.attempt(.pin("938205"), at: event).status == .verified)

        let stranger = NamedCustomer(bench.card.customer, in: "elsewhere")
        #expect(await refusal { try await fixture.issuing.setWalletPIN("402817", of: stranger) }
            == .customer(.notFound))
        let nobody = NamedCustomer(CustomerID(999), in: DemoUniverse.brand)
        #expect(await refusal { try await fixture.issuing.setWalletPIN("402817", of: nobody) } == .customer(.notFound))
    }

    @Test("A push is approved or declined on the phone, and polling is not an attempt")
    func pushAnswer() async throws {
        let bench = try await Self.bench()
        let (fixture, event) = (bench.fixture, bench.event)
        _ = try await fixture.challenge(event, by: .push)
        let message = try #require(try await fixture.sandbox.messages(to: bench.card.customer).first)
        #expect(message.channel == .push && message.code == nil)
        for _ in 1...20 {
            let waiting = try await fixture.attempt(.push, at: event)
            #expect(waiting.status == .rejected && waiting.attempts == 0, "asking for the answer is no attempt")
        }
        #expect(try await fixture.sandbox.answerPush(message.id, approving: false).attempt.outcome.status == .rejected)
        _ = try await fixture.event { try await fixture.lock(bench.card, presenting: event.event.reference) }
        #expect(try await fixture.sandbox.answerPush(message.id, approving: true).attempt.outcome.status == .verified)
        #expect(try await fixture.attempt(.push, at: event).status == .verified, "asking does not spoil it")
        #expect(try await fixture.lock(bench.card, presenting: event.event.reference).standing.status == .locked)
        #expect(await refusal { try await fixture.sandbox.answerPush(nil, approving: true) }
            == .message(.notFound))
        let other = try await fixture.event { try await fixture.lock(bench.card) }
        _ = try await fixture.challenge(other, by: .smsCode)
        let code = try #require(try await fixture.sandbox.messages(to: bench.card.customer).first)
        #expect(await refusal { try await fixture.sandbox.answerPush(code.id, approving: true) }
            == .message(.isNoPush))
    }

    @Test("A push cannot be answered after a later challenge")
    func supersededPush() async throws {
        let bench = try await Self.bench()
        _ = try await bench.fixture.challenge(bench.event, by: .push)
        let message = try #require(try await bench.fixture.sandbox.messages(to: bench.card.customer).first)
        _ = try await bench.fixture.challenge(bench.event, by: .smsCode)
        #expect(await refusal { try await bench.fixture.sandbox.answerPush(message.id, approving: true) }
            == .message(.pushIsOver))
    }

    @Test("Only the signature of a trusted device for this challenge is accepted")
    func trustedDeviceSignature() async throws {
        let bench = try await Self.bench()
        let (fixture, event) = (bench.fixture, bench.event)
        let device = try await fixture.trustedDevice(of: bench.card.customer)
        let challenge = try await fixture.challenge(event, by: .biometric)
        let message = BiometricMessage(event: event.event.reference, nonce: try #require(challenge.nonce))
        let signature = Array(try device.key.signature(for: message.bytes).derRepresentation)
        let strange = Array(try P256.Signing.PrivateKey().signature(for: message.bytes).derRepresentation)
        for (id, bytes) in [(device.id, strange), (fixture.issuing.entropy.id(), signature), (device.id, [1, 2])] {
            #expect(try await fixture.attempt(.biometric(device: id, signature: bytes), at: event).status == .rejected)
        }
        #expect(try await fixture.attempt(.biometric(device: device.id, signature: signature), at: event).status
            == .verified)
        _ = try await fixture.challenge(event, by: .biometric)
        #expect(try await fixture.attempt(.biometric(device: device.id, signature: signature), at: event).status
            == .rejected, "the next challenge is another")
    }

    @Test("A passkey's assertion is accepted once, and only for this challenge")
    func passkeyAssertion() async throws {
        let bench = try await Self.bench()
        let (fixture, customer) = (bench.fixture, bench.card.customer)
        let key = P256.Signing.PrivateKey()
        let publicKey = try #require(DevicePublicKey(x963: Array(key.publicKey.x963Representation)))
        let means = try await fixture.issuing.set(
            AuthenticationSecrets(passkey: (credentialID: [7, 7], key: publicKey)), of: customer)
        #expect(means.hasPasskey && means.hasPassword, "what was there stays")
        let challenge = try await fixture.challenge(bench.event, by: .passkey)
        #expect(challenge.relyingPartyID == "wallet.example" && challenge.credentialIDs == [[7, 7]])
        func assertion(_ nonce: [UInt8], count: UInt8) throws -> PasskeyAssertion {
            let data = Array(SHA256.hash(data: Array("wallet.example".utf8))) + [0x05, 0, 0, 0, count]
            let client = Array(#"""
                {"type":"webauthn.get","challenge":"\#(Base64url.encode(nonce))","origin":"https://wallet.example"}
                """#.utf8)
            let signature = try key.signature(for: data + SHA256.hash(data: client)).derRepresentation
            return PasskeyAssertion(
                credentialID: [7, 7], authenticatorData: data, clientDataJSON: client, signature: Array(signature))
        }
        let nonce = try #require(challenge.nonce)
        let strange = try assertion([UInt8](repeating: 0, count: 32), count: 1)
        #expect(try await fixture.attempt(.passkey(strange), at: bench.event).status == .rejected)
        #expect(try await fixture.attempt(.passkey(assertion(nonce, count: 1)), at: bench.event).status == .verified)
        #expect(try await fixture.attempt(.passkey(assertion(nonce, count: 1)), at: bench.event).status == .rejected,
            "an authenticator that counts never says a number twice")
        #expect(try await fixture.texts("SELECT sign_count::text FROM passkey") == ["1"])
    }

    // MARK: The partner decides

    @Test("In outsourced mode the partner decides about its own events, at most 5 rejections")
    func outsourcedDecision() async throws {
        let bench = try await Self.bench()
        let fixture = bench.fixture
        var policy = AuthenticationPolicy.standard
        policy.mode = .outsourced
        try await fixture.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        let event = try await fixture.event { try await fixture.lock(bench.card) }
        let reference = event.event.reference
        #expect(event.offers == bench.event.offers && !event.offers.isEmpty)
        #expect(await refusal { try await fixture.challenge(event) } == .authentication(.isOutsourced))
        #expect(await refusal { try await fixture.attempt(.push, at: event) } == .authentication(.isOutsourced))

        @Sendable func decide(
            _ status: AttemptOutcome.Status, _ reference: AuthenticationReference, brand: String = DemoUniverse.brand
        ) async throws -> AttemptOutcome {
            let answered = try await fixture.issuing.decideAuthentication(
                reference, of: brand, as: status, because: nil, by: nil, request: .unkeyed())
            return try #require(answered.value).outcome
        }
        for stranger in [bench.event.event.reference, AuthenticationReference(
            eventID: reference.eventID, walletOperationID: fixture.issuing.entropy.id())] {
            #expect(await refusal { try await decide(.verified, stranger) } == .authentication(.eventNotFound))
        }
        #expect(await refusal { try await decide(.verified, reference, brand: "other") }
            == .authentication(.eventNotFound))
        #expect(try await decide(.verified, reference) == AttemptOutcome(.verified, reason: nil, attempts: 1))
        #expect(try await decide(.rejected, reference) == AttemptOutcome(.rejected, reason: nil, attempts: 2))
        _ = try await fixture.event { try await fixture.lock(bench.card, presenting: reference) }
        #expect(try await decide(.verified, reference).attempts == 3)
        #expect(try await fixture.lock(bench.card, presenting: reference).standing.status == .locked)

        let failing = try await fixture.event { try await fixture.lock(bench.card) }.event.reference
        for count in 1...5 {
            #expect(try await decide(.rejected, failing).status == (count < 5 ? .rejected : .failed))
        }
        #expect(await refusal { try await decide(.verified, failing) } == .authentication(.eventIsOver("has failed")))
    }
}

extension IssuingFixture {
    /// Every customer's means of authentication, without the hash of the PIN.
    fileprivate func meansBesidePIN() async throws -> [String] {
        try await texts("SELECT (to_jsonb(m) - 'pin_hash')::text FROM authentication_means m ORDER BY customer_id")
    }
}
