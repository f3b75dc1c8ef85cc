import Administration
import Cards
import CardSecrets
import Crypto
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport
import Validation

/// The refusal that is returned if several apply. The name of each test lists the checks in their order.
@Suite("Precedence of refusals") struct PrecedenceTests {
    @Test("Creating a card: customer, key, fields, authentication, cards left")
    func creation() async throws {
        let fixture = try await IssuingFixture.make(seed: 41, asking: [.createCard])
        let customer = try await fixture.enrol()
        for _ in 0..<5 { _ = try await fixture.issue(.virtualMastercard, to: customer) }
        let wrong = CardApplication.ordering(.virtualUS)

        let nobody = CustomerID(999)
        #expect(await refusal { try await fixture.create(wrong, for: nobody) } == .customer(.notFound))
        try await fixture.useKey("taken", of: customer)
        let taken = IdempotentRequest<Card>.keyed("taken", digest: "another")
        #expect(await refusal { try await fixture.create(wrong, for: customer, taken) } == .idempotency(.keyReused))
        #expect(await refusal { try await fixture.create(wrong, for: customer) }?.isOfFields == true)
        let full = CardApplication.ordering(.virtualMastercard)
        let event = try await fixture.event { try await fixture.create(full, for: customer) }
        let reference = try await fixture.verified(event)
        #expect(
            await refusal { try await fixture.create(full, for: customer, presenting: reference) }
                == .application(.cardLimitExceeded))
    }

    @Test("Changing a status: card, authentication, transition")
    func status() async throws {
        let fixture = try await IssuingFixture.make(seed: 42, asking: [.updateCard])
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.virtualVisa, to: customer)
        _ = try await fixture.administration.record(.suspend, on: card.id)
        #expect(await refusal { try await fixture.lock(card, as: fixture.enrol()) } == .card(.notFound))
        let reference = try await fixture.verified(try await fixture.event { try await fixture.lock(card) })
        #expect(
            await refusal { try await fixture.lock(card, presenting: reference) }
                == .card(.transitionNotAllowed(from: .suspended, to: .locked, accepted: [])))
    }

    @Test("Activating a card: key, card, authentication, status and type, digits")
    func activation() async throws {
        let fixture = try await IssuingFixture.make(seed: 43, asking: [.activateCard])
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.virtualVisa, to: customer)
        try await fixture.useKey("taken", of: customer)

        func activate(
            _ id: CardID, _ request: IdempotentRequest<Issuing.ActivationOutcome> = .unkeyed(),
            presenting event: AuthenticationReference? = nil
        ) async throws {
            _ = try await fixture.issuing.activateCard(
                id, lastFour: "0000", cvv: "000",
                evidence: fixture.evidence(.activateCard, card, presenting: event), request: request)
        }
        let unknown = fixture.issuing.entropy.id(CardID.self)
        #expect(
            await refusal { try await activate(unknown, .keyed("taken", digest: "another")) }
                == .idempotency(.keyReused))
        #expect(await refusal { try await activate(unknown) } == .card(.notFound))
        let reference = try await fixture.verified(try await fixture.event { try await activate(card.id) })
        #expect(
            await refusal { try await activate(card.id, presenting: reference) }
                == .card(.activationNotAllowed(status: .active, type: .virtual)))
    }

    @Test("Replacing a card: fields, authentication, reason")
    func replacement() async throws {
        let fixture = try await IssuingFixture.make(seed: 44, asking: [.replaceCard])
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.move(card, to: .cancelled, by: .business)
        let address = DeliveryAddress.Draft.home(in: "BG")

        #expect(await refusal { try await fixture.replace(card, .lost, address: address) }?.isOfFields == true)
        _ = try await fixture.event { try await fixture.replace(card, .lost) }
    }

    @Test("Setting a PIN: weak PIN, call for the region, authentication, used-up tries, status")
    func pin() async throws {
        let fixture = try await IssuingFixture.make(seed: 45, asking: [.setPIN])
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.issuing.database.execute(
            script: "UPDATE card SET wrong_pins = 3, wrong_tries_in_all = 9, status = 'LOCKED', returns_to = 'ACTIVE'")
        var policy = AuthenticationPolicy.standard
        policy.operations = [.updateCard, .setPIN]
        try await fixture.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)

        func set(_ pin: String, by call: PINRule.Call, for operation: ProtectedOperation) async throws -> Card {
            try await fixture.issuing.setPIN(
                #require(PIN(pin)), of: card.id, by: call, evidence: fixture.evidence(operation, card))
        }
        #expect(
            await refusal { try await set("1234", by: .separate, for: .setPIN) } == .invalidFields([PINRule.weak]))
        #expect(await refusal { try await set("4071", by: .separate, for: .setPIN) } == .pin(.isSetByUpdate))
        _ = try await fixture.event { try await set("4071", by: .update, for: .updateCard) }
        policy.operations = [.setPIN]
        try await fixture.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        _ = try await fixture.event { try await set("4071", by: .update, for: .updateCard) }
        policy.operations = [.replaceCard]
        try await fixture.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        #expect(await refusal { try await set("4071", by: .update, for: .updateCard) } == .pin(.triesUsedUpForGood))
        try await fixture.issuing.database.execute(script: "UPDATE card SET wrong_pins = 0")
        #expect(
            await refusal { try await set("4071", by: .update, for: .updateCard) }
                == .pin(.notAllowed(status: .locked, isPINSet: false)))
    }

    @Test("Showing details: authentication, status, missing PIN, waiting views")
    func secureViews() async throws {
        let fixture = try await IssuingFixture.make(seed: 46, asking: [.secureDetails])
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())

        func show(_ content: SecureView.Content, for operation: ProtectedOperation = .cardDetails) async throws {
            let views = Array(repeating: SecureView(content: content), count: SecureView.waitingLimit + 1)
            _ = try await fixture.issuing.createSecureViews(
                views, of: card.id, evidence: fixture.evidence(operation, card))
        }
        #expect(await refusal { try await show(.pin) } == .secureView(.noPIN))
        #expect(await refusal { try await show(.pan) } == .secureView(.tooManyWaiting))
        _ = try await fixture.move(card, to: .locked)
        #expect(await refusal { try await show(.pin) } == .secureView(.notAllowed(status: .locked)))
        _ = try await fixture.event { try await show(.pan, for: .secureDetails) }
    }

    @Test("Tokenizing a card: fields, authentication, status, existing token")
    func tokenization() async throws {
        let fixture = try await IssuingFixture.make(seed: 47)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("a-token", for: card)
        #expect(
            await refusal { try await fixture.tokenize(card) }
                == .tokenization(.alreadyTokenized(.google, found: "a-token")))
        _ = try await fixture.move(card, to: .locked)
        #expect(await refusal { try await fixture.tokenize(card) } == .tokenization(.notAllowed(status: .locked)))

        var policy = AuthenticationPolicy.standard
        policy.operations = [.tokenizeCard, .completeTokenization]
        try await fixture.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        _ = try await fixture.event { try await fixture.tokenize(card) }
        _ = try await fixture.event { try await fixture.complete(card, as: "a-token", status: .initiated) }
        #expect(await refusal { try await fixture.tokenize(card, .google(device: nil)) }?.isOfFields == true)
    }

    @Test("A bulk order: key, fields, unfinished orders")
    func bulkOrder() async throws {
        let fixture = try await IssuingFixture.make(seed: 48)
        let good = [Asked(customer: try await fixture.enrol(), program: .virtualVisa)]
        _ = try await fixture.order(good, request: .keyed("taken"))
        try await fixture.issuing.database.execute(script: """
            INSERT INTO bulk_order (order_id, brand, status, number_of_cards, created_at, sealed_applications,
                                    applications_key_version)
            SELECT gen_random_uuid(), brand, status, number_of_cards, created_at, sealed_applications,
                   applications_key_version
            FROM bulk_order, generate_series(2, \(BulkOrder.maximumUnfinished))
            """)
        let wrong = [Asked(customer: CustomerID(999), program: .virtualVisa)]
        #expect(
            await refusal { try await fixture.order(wrong, request: .keyed("taken", digest: "another")) }
                == .idempotency(.keyReused))
        #expect(await refusal { try await fixture.order(wrong) }?.isOfFields == true)
        #expect(await refusal { try await fixture.order(good) } == .bulkOrder(.tooMany))
    }

    @Test("Trusting a device: limit, authentication. Distrusting one: device, authentication")
    func devices() async throws {
        let fixture = try await IssuingFixture.make(seed: 49, asking: [.trustDevice])
        let customer = try await fixture.enrol()
        #expect(
            await refusal {
                try await fixture.issuing.distrustDevice(
                    nil, evidence: fixture.evidence(.trustDevice, nil, as: customer))
            } == .device(.notFound))
        try await fixture.issuing.database.execute(script: """
            INSERT INTO trusted_device (customer_id, device_id, name, public_key, created_at)
            SELECT \(customer), gen_random_uuid(), 'Phone', decode('04' || repeat('00', 64), 'hex'), '2026-03-01Z'
            FROM generate_series(1, \(TrustedDevice.allowed))
            """)
        let key = try #require(DevicePublicKey(x963: Array(P256.Signing.PrivateKey().publicKey.x963Representation)))
        #expect(
            await refusal {
                try await fixture.issuing.trustDevice(
                    named: "Phone", key: key, evidence: fixture.evidence(.trustDevice, nil, as: customer),
                    request: .unkeyed())
            } == .device(.limitExceeded))
    }

    @Test("A card event: plastic before status, finally used-up tries before a blocked PIN")
    func events() async throws {
        let fixture = try await IssuingFixture.make(seed: 50)
        let customer = try await fixture.enrol()
        let virtual = try await fixture.issue(.virtualVisa, to: customer)
        _ = try await fixture.move(virtual, to: .locked)
        #expect(
            await refusal { try await fixture.administration.record(.chipAndPIN, on: virtual.id) }
                == .event(.needsPlastic(.chipAndPIN)))
        let digital = try await fixture.issue(.digitalVisa, to: customer)
        try await fixture.issuing.database.execute(script: "UPDATE card SET wrong_pins = 3, wrong_tries_in_all = 9")
        #expect(
            await refusal { try await fixture.administration.record(.chipAndPIN, on: digital.id) }
                == .pin(.triesUsedUpForGood))
    }

    @Test("A challenge or attempt: expired event, outsourced authentication, closed verification")
    func authentication() async throws {
        let fixture = try await IssuingFixture.make(seed: 51, asking: [.updateCard])
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let event = try await fixture.event { try await fixture.lock(card) }
        try await fixture.issuing.database.execute(script: """
            INSERT INTO authentication_factor (customer_id, verification, wrong_attempts, wrong_in_a_row, challenges)
            VALUES (\(card.customer), 'PASSWORD', 100, 0, 0)
            """)
        #expect(
            await refusal { try await fixture.challenge(event, by: .password) }
                == .authentication(.isClosed(.password)), "it is not among the ways that are offered, either")
        #expect(
            await refusal { try await fixture.attempt(.password("secret"), at: event) }
                == .authentication(.isClosed(.password)), "no challenge was sent, either")
        try await fixture.issuing.database.execute(script: "UPDATE authentication_event SET mode = 'OUTSOURCED'")
        #expect(
            await refusal { try await fixture.challenge(event, by: .password) } == .authentication(.isOutsourced))
        let late = try await fixture.server(now: IssuingFixture.now + 900)
        #expect(
            await refusal { try await late.challenge(event, by: .password) }
                == .authentication(.eventIsOver("has expired")))
    }

    @Test("Creating a transfer: customer, key, fields, authentication, number, recipient, currency")
    func transfer() async throws {
        let fixture = try await IssuingFixture.make(seed: 49, asking: [.createTransfer])
        let (sender, recipient) = (try await fixture.customer(with: 1000), try await fixture.enrol())
        let nobody = CustomerID(999)
        try await fixture.useKey("taken", of: sender)

        func begin(
            _ reference: String = "used", _ currency: String = "USD", as sender: CustomerID, to recipient: CustomerID,
            _ request: IdempotentRequest<Movement> = .unkeyed(), presenting event: AuthenticationReference? = nil
        ) async throws {
            let order = try MovementOrder.transfer(
                amount: 1000, currencyCode: currency, merchantRefNum: reference, recipient: recipient.description,
                reason: "OTHER", description: nil
            ).accepted()
            _ = try await fixture.issuing.beginMovement(
                order, evidence: fixture.evidence(.createTransfer, nil, presenting: event, as: sender),
                request: request)
        }
        func verified() async throws -> AuthenticationReference {
            try await fixture.verified(try await fixture.event { try await begin(as: sender, to: nobody) })
        }
        try await begin("used", "EUR", as: sender, to: recipient, presenting: verified())
        #expect(await refusal { try await begin(as: nobody, to: nobody) } == .customer(.notFound))
        let taken = IdempotentRequest<Movement>.keyed("taken", digest: "another")
        #expect(await refusal { try await begin(as: sender, to: sender, taken) } == .idempotency(.keyReused))
        #expect(await refusal { try await begin(as: sender, to: sender) }?.isOfFields == true)
        let event = try await verified()
        #expect(await refusal { try await begin(as: sender, to: nobody, presenting: event) }
            == .movement(.merchantRefNumTaken(.transfer)))
        #expect(await refusal { try await begin("new", as: sender, to: nobody, presenting: event) }
            == .movement(.recipientNotFound))
        let dollar = try #require(Currency("USD"))
        #expect(await refusal { try await begin("new", as: sender, to: recipient, presenting: event) }
            == .movement(.currencyNotHeld(.transfer, dollar)))
    }
}

extension Refusal {
    fileprivate var isOfFields: Bool {
        guard case .invalidFields(let errors) = self else { return false }
        return !errors.isEmpty
    }
}

extension IssuingFixture {
    fileprivate func create(
        _ application: CardApplication, for customer: CustomerID, _ request: IdempotentRequest<Card> = .unkeyed(),
        presenting event: AuthenticationReference? = nil
    ) async throws {
        _ = try await issuing.createCard(
            application, pin: nil, evidence: evidence(.createCard, nil, presenting: event, as: customer),
            request: request)
    }

    /// Uses a key for a request that succeeds.
    fileprivate func useKey(_ key: String, of customer: CustomerID) async throws {
        _ = try await issuing.createCard(
            .ordering(.virtualVisa), pin: nil, for: NamedCustomer(customer, in: DemoUniverse.brand),
            request: .keyed(key))
    }
}
