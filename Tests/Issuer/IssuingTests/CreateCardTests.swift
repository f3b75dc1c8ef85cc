import Cards
import CardSecrets
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

@Suite("Creating a card")
struct CreateCardTests {
    @Test("A new card has the status and the currency of its program", arguments: [
        (DemoProgram.virtualMastercard, CardStatus.active), (.physicalMastercard, .issued), (.digitalVisa, .digital),
        (.virtualUS, .active), (.physicalUS, .issued),
    ])
    func newCard(program: DemoProgram, status: CardStatus) async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol(country: program.isUS ? "US" : "BG")
        let card = try await fixture.issue(program, to: customer, externalID: "order 7")
        #expect(card.standing == Standing(status))
        #expect(card.customer == customer)
        #expect(card.program == program.rawValue)
        #expect(card.currency == (program.isUS ? "USD" : "EUR"))
        #expect(card.externalID == "order 7")
        #expect(card.createdAt == IssuingFixture.now)
        #expect(card.activatedAt == nil)
        #expect((card.deliveryAddress != nil) == program.isPhysical)
        #expect(try await fixture.reread(card) == card)
        #expect(try await fixture.history(of: card) == [
            Change(
                number: 1, actor: .issuer, occasion: .event, from: nil, to: status, reason: nil, at: IssuingFixture.now)
        ])
    }

    @Test(
        "A card's number starts with its program's prefix and has a valid check digit",
        arguments: DemoProgram.allCases)
    func cardNumber(program: DemoProgram) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(program, to: fixture.enrol(country: program.isUS ? "US" : "BG"))
        let plastic = try await fixture.sandbox.plastic(of: card.id)
        let prefixes = try await fixture.texts(
            "SELECT pan_prefix FROM program WHERE program_name = $1", .text(program.rawValue))
        let prefix = try #require(prefixes.first)
        let number = plastic.pan.reveal { $0 }
        #expect(number.hasPrefix(prefix))
        #expect(card.bin == String(number.prefix(6)))
        #expect(card.lastFour == String(number.suffix(4)))
        #expect(number.count == 16 && PAN(number) != nil, "a PAN has 16 digits and a check digit that is right")
        #expect(card.expiry == Expiry(month: 3, year: 2029))
        #expect(plastic.cardholderName == "ADA BYRON")
    }

    @Test("An application for a program of the seed is accepted")
    func seedProgram() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let application = CardApplication(
            programName: "SKRILL-PHYSICAL-MC-EEA", currency: "BGN", mobile: "+1 123456789", pin: .weak,
            externalID: nil, userAgent: nil,
            deliveryAddress: DeliveryAddress.Draft(
                address1: "Tsarigradsko Shose 73", city: "Sofia", countryCode: "BG", postalCode: "1000"),
            termsAndConditionsAccepted: nil, eDisclosureAccepted: nil)
        let answered = try await fixture.issuing.createCard(
            application, pin: PIN("1234"), for: customer, request: .unkeyed())
        let card = try #require(answered.value)
        #expect(card.currency == "BGN")
        #expect(card.mobile == "+1 123456789")
        #expect(card.deliveryAddress?.city == "Sofia")
        #expect(card.isPINSet)
    }

    @Test("Without a mobile number the card gets the customer's")
    func defaultMobile() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualMastercard, to: fixture.enrol())
        #expect(card.mobile == "+359 881234567")
    }

    @Test("A customer can have 5 cards of a program, and a sixth is refused")
    func cardLimit() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        func left(of program: DemoProgram) async throws -> Int? {
            try await fixture.issuing.programs(for: customer, cardType: nil)
                .first { $0.program.name == program.rawValue }?.allowableCards
        }
        for issued in 0..<5 {
            #expect(try await left(of: .virtualMastercard) == 5 - issued)
            _ = try await fixture.issue(.virtualMastercard, to: customer)
        }
        #expect(try await left(of: .virtualMastercard) == 0)
        #expect(await refusal { try await fixture.issue(.virtualMastercard, to: customer) }
            == .application(.cardLimitExceeded))
        #expect(try await left(of: .virtualVisa) == 5)
        _ = try await fixture.issue(.virtualVisa, to: customer)
    }

    @Test("Cancelled cards still count towards the limit")
    func cancelledCards() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        for _ in 0..<5 {
            let card = try await fixture.issue(.virtualMastercard, to: customer)
            _ = try await fixture.move(card, to: .cancelled)
        }
        #expect(await refusal { try await fixture.issue(.virtualMastercard, to: customer) }
            == .application(.cardLimitExceeded))
    }

    @Test("A PIN is encrypted for its own card number")
    func encryptedPIN() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let cards = [
            try await fixture.issue(.virtualMastercard, to: customer, pin: "4071"),
            try await fixture.issue(.virtualMastercard, to: customer, pin: "4071"),
        ]
        var sealed: [SealedPIN] = []
        for card in cards {
            #expect(try await fixture.opensPIN(of: card) == "4071")
            sealed.append(try await fixture.sealedPIN(of: card))
        }
        #expect(sealed[0] != sealed[1], "the same PIN on two cards looks alike")
        let other = try await fixture.sandbox.plastic(of: cards[1].id).pan
        #expect(throws: VaultFailure.self) { try fixture.issuing.vault.open(sealed[0], of: other) }
    }

    @Test("All invalid fields are reported at once")
    func invalidFields() async throws {
        let fixture = try await IssuingFixture.shared()
        let application = CardApplication(
            programName: DemoProgram.virtualUS.rawValue, currency: "JPY", mobile: "12", pin: .weak,
            externalID: "", userAgent: nil, deliveryAddress: .home(in: "BG"),
            termsAndConditionsAccepted: false, eDisclosureAccepted: nil)
        let american = try await fixture.enrol(country: "US")
        let refused = await refusal {
            try await fixture.issuing.createCard(application, pin: PIN("1234"), for: american, request: .unkeyed())
        }
        #expect(refused?.fields == [
            "mobile", "externalId", "currency", "cardPin", "deliveryAddress", "termsAndConditionsAccepted",
            "eDisclosureAccepted", "deliveryAddress.state",
        ])
        let european = try await fixture.enrol(country: "DE")
        let elsewhere = await refusal { try await fixture.issue(.virtualUS, to: european) }
        #expect(elsewhere?.fields.first == "programName")
    }

    @Test("An application for an unknown customer is refused")
    func unknownCustomer() async throws {
        let fixture = try await IssuingFixture.shared()
        let nobody = CustomerID(999)
        #expect(await refusal { try await fixture.issue(.virtualMastercard, to: nobody) } == .customer(.notFound))
    }

    @Test("A customer's cards of one currency have one account, which the first of them opens")
    func accounts() async throws {
        let fixture = try await IssuingFixture.make()
        let (first, second) = (try await fixture.enrol(), try await fixture.enrol())
        for program in [DemoProgram.virtualVisa, .virtualMastercard, .physicalMastercard] {
            #expect(try await fixture.issue(program, to: first).account.description == "100000001")
        }
        #expect(try await fixture.issue(.virtualVisa, to: second).account.description == "100000002")
        #expect(try await fixture.issue(.virtualVisa, to: first, in: "PLN").account.description == "100000003")
        #expect(
            try await fixture.texts("SELECT concat_ws(' ', account_id, currency, posted, held) FROM money.account")
                .sorted() == ["100000001 EUR 0 0", "100000002 EUR 0 0", "100000003 PLN 0 0"])
        #expect(try await CheckStatements.report(on: fixture.issuing.database).findings.isEmpty)
    }

    @Test("The first cards of a customer, ordered at once, have the same account")
    func firstCardsAtOnce() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let accounts = try await withThrowingTaskGroup(of: AccountID.self) { group in
            for program in [DemoProgram.virtualVisa, .virtualMastercard, .virtualVisa, .virtualMastercard] {
                group.addTask { try await fixture.issue(program, to: customer).account }
            }
            return try await group.reduce(into: Set<AccountID>()) { $0.insert($1) }
        }
        #expect(accounts.count == 1)
        #expect(try await fixture.texts("SELECT count(*)::text FROM money.account") == ["1"])
    }

    /// If a snapshot were restored between the drawing of a number and the storing of its card, the number would be
    /// drawn again.
    @Test("The number of an account is drawn only when its card can be stored")
    func heldAccountNumbers() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let lock = try await TableLock.take("customer", mode: "ACCESS EXCLUSIVE", in: fixture.scratch)
        async let issuing = fixture.issue(.virtualVisa, to: customer)
        try await lock.isWaitedFor()
        #expect(try await fixture.texts("SELECT concat_ws(' ', last_value, is_called) FROM money.next_account_number")
            == ["100000001 f"])
        lock.release()
        #expect(try await issuing.account == AccountID(100_000_001))
    }

    @Test("The same seed issues the same card")
    func seededCard() async throws {
        var numbers: [String] = []
        var cards: [Card] = []
        for seed: UInt64 in [7, 7, 8] {
            let fixture = try await IssuingFixture.make(seed: seed)
            cards.append(try await fixture.issue(.virtualVisa, to: CustomerID(10_000_001)))
            numbers.append(try await fixture.sandbox.plastic(of: cards[cards.count - 1].id).pan.reveal { $0 })
        }
        #expect(cards[0] == cards[1] && numbers[0] == numbers[1])
        #expect(cards[0].id != cards[2].id && numbers[0] != numbers[2])
    }
}

extension IssuingFixture {
    func sealedPIN(of card: Card) async throws -> SealedPIN {
        let statement = Statement(
            "evidence_pin", "SELECT pin_block, pin_key_version FROM card WHERE customer_id = $1 AND card_id = $2"
        ) { row throws(PostgresFailure) in
            SealedPIN(block: try row.bytes("pin_block"), keyVersion: try row.integer("pin_key_version"))
        }
        let found = try await issuing.database.read(
            statement(.bigint(card.customer.rawValue), .uuid(card.id.rawValue)))
        return try #require(found.first)
    }

    /// The PIN in the card's row, opened with the card's number.
    func opensPIN(of card: Card) async throws -> String {
        let pan = try await sandbox.plastic(of: card.id).pan
        return try issuing.vault.open(try await sealedPIN(of: card), of: pan).reveal { $0 }
    }
}
