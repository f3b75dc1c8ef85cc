import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Wallets and their restrictions")
struct ManageWalletsTests {
    @Test("Creating a wallet makes a customer with accounts, and repeating the identifiers changes nothing")
    func created() async throws {
        let fixture = try await IssuingFixture.make()
        let wallet = try await fixture.wallet("e1", "Ada@example.com", in: ["USD", "EUR"])
        #expect(wallet.accounts.map(\.currency.code) == ["EUR", "USD"])
        #expect(wallet.person.restrictions == .none && wallet.person.email == "Ada@example.com")
        let before = try await fixture.contents()
        #expect(try await fixture.wallet("e1", "ada@EXAMPLE.com", in: ["JPY"]) == wallet)
        for (id, email) in [("e1", "b@example.com"), ("e2", "ADA@example.com")] {
            #expect(await refusal { try await fixture.wallet(id, email) } == .customer(.exists))
        }
        #expect(try await fixture.contents() == before)
        let card = try await fixture.issue(.virtualVisa, to: wallet.person.id)
        #expect(wallet.accounts.map(\.id).contains(card.account))
        try await fixture.issuing.database.execute(script: "INSERT INTO brand VALUES ('other')")
        #expect(try await fixture.wallet("e1", "ada@example.com", of: "other").person.id != wallet.person.id)
    }

    @Test("A wallet whose number is taken a hundred times is not created, and the failure says so")
    func takenNumbers() async throws {
        let fixture = try await IssuingFixture.make()
        try await fixture.issuing.database.execute(script: """
            INSERT INTO customer (customer_id, brand, country, first_name, last_name, mobile, created_at)
            SELECT 30000000 + n, 'demo', 'BG', 'A', 'B', '+1 1', '2026-01-01Z' FROM generate_series(1, 101) n
            """)
        let failure = await #expect(throws: IssuingFailure.self) { try await fixture.wallet("e1", "a@example.com") }
        #expect("\(try #require(failure))".contains("100 customer numbers in a row are taken"))
        #expect(try await fixture.wallet("e1", "a@example.com").person.id == CustomerID(30_000_102))
    }

    @Test("16 simultaneous requests create the same customer once, and give an identifier to one customer")
    func atOnce() async throws {
        let fixture = try await IssuingFixture.make()
        let same = try await race(16, in: fixture) { server, _ in try await server.wallet("e1", "a@example.com") }
        #expect(Set(try same.map { try $0.get().person.id }).count == 1)
        let others = try await race(16, in: fixture) { server, number in
            try await server.wallet("e2", "\(number)@example.com")
        }
        #expect(others.filter { (try? $0.get()) != nil }.count == 1)
        for case .failure(let refused) in others { #expect(refused == .customer(.exists)) }
        #expect(try await fixture.texts("SELECT count(*)::text FROM customer_identifier") == ["4"])
    }

    @Test("Simultaneous changes and restrictions are all kept")
    func changesAtOnce() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.wallet("e1", "a@example.com").person.id
        let named = NamedCustomer(customer, in: DemoUniverse.brand)
        let changed = try await race(8, in: fixture) { server, number in
            var change = PersonFields()
            if number % 2 == 0 { change.title = "Dr." } else { change.city = "Varna" }
            _ = try await server.issuing.updatePerson(named, by: change)
            return try await server.issuing.place(number % 2 == 0 ? .sendMoney : .incomingTransactions, on: named)
        }
        _ = try changed.map { try $0.get() }
        let person = try await fixture.issuing.updatePerson(named, by: PersonFields())
        #expect(person.fields.title == "Dr." && person.fields.city == "Varna")
        #expect(Set(person.restrictions.placed) == [.sendMoney, .incomingTransactions])
        #expect(person.restrictions.placed.count == 2)
        #expect(try await fixture.issuing.liftRestrictions(of: named) == .none)
    }

    @Test("Another brand's customer is not found, and nothing changes")
    func strangers() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let (issuing, before) = (fixture.issuing, try await fixture.contents())
        for stranger in [
            NamedCustomer(customer, in: "other"), NamedCustomer(CustomerID(999), in: DemoUniverse.brand),
        ] {
            let attempts: [@Sendable () async throws -> Void] = [
                { _ = try await issuing.updatePerson(stranger, by: PersonFields()) },
                { _ = try await issuing.place(.sendMoney, on: stranger) },
                { _ = try await issuing.liftRestrictions(of: stranger) },
            ]
            for attempt in attempts { #expect(await refusal { try await attempt() } == .customer(.notFound)) }
        }
        #expect(try await fixture.contents() == before)
    }

    @Test("A restricted customer's payments are declined with 57 until the restriction is lifted; reports are booked")
    func payments() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        let customer = NamedCustomer(card.customer, in: DemoUniverse.brand)
        #expect(try await fixture.pay("p1", with: card).answer.code == .approved)
        _ = try await fixture.issuing.place(.incomingTransactions, on: customer)
        #expect(try await fixture.pay("p2", with: card).answer.code == .approved)
        _ = try await fixture.issuing.place(.outgoingTransactions, on: customer)
        let declined = try await fixture.pay("p3", with: card)
        #expect(declined.answer.code == .notAllowedToCard)
        #expect(declined.lines.first { $0.outcome == .failed }?.reason == .customerRestricted)
        #expect(try await fixture.follow("p1", .clearing, "c1", for: card).answer.code == .approved)
        _ = try await fixture.issuing.liftRestrictions(of: customer)
        #expect(try await fixture.pay("p4", with: card).answer.code == .approved)
    }

    @Test("A wallet without a nationality cannot pay out until it has one, even if restrictions are lifted")
    func nationality() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.wallet("e1", "a@example.com", nationality: nil).person.id
        let named = NamedCustomer(customer, in: DemoUniverse.brand)
        _ = try await fixture.sandbox.load(Money(minorUnits: 5000, currency: .euro), for: customer)
        let refused = Refusal.customer(.restricted(.outgoingTransactions))
        #expect(await refusal { try await fixture.withdrawal(from: customer) } == refused)
        #expect(try await fixture.issuing.liftRestrictions(of: named).lacksNationality)
        #expect(await refusal { try await fixture.withdrawal(from: customer) } == refused)
        var change = PersonFields()
        change.nationality = "DE"
        #expect(try await fixture.issuing.updatePerson(named, by: change).restrictions == .none)
        _ = try await fixture.withdrawal(from: customer)
    }

    @Test("A movement is blocked for the sender and for the recipient, at the beginning and at each step")
    func movements() async throws {
        let fixture = try await IssuingFixture.make()
        let (sender, recipient) = (try await fixture.customer(with: 5000), try await fixture.enrol())
        let issuing = fixture.issuing
        let (named, other) = (
            NamedCustomer(sender, in: DemoUniverse.brand), NamedCustomer(recipient, in: DemoUniverse.brand)
        )
        let preview = try await fixture.transfer(from: sender, to: recipient)
        let confirmed = try await fixture.advance(
            fixture.transfer(from: sender, to: recipient), to: .pending, .processing)
        _ = try await issuing.place(.incomingTransactions, on: other)
        #expect(await refusal { try await fixture.transfer(from: sender, to: recipient) }
            == .movement(.recipientIsRestricted))
        #expect(await refusal { try await fixture.advance(preview, to: .pending) }
            == .movement(.recipientIsRestricted))
        #expect(await refusal { try await fixture.deposit(to: recipient) }
            == .customer(.restricted(.incomingTransactions)))
        _ = try await issuing.liftRestrictions(of: other)
        let pending = try await fixture.advance(preview, to: .pending)
        _ = try await issuing.place(.sendMoney, on: named)
        #expect(await refusal { try await fixture.advance(pending, to: .processing) }
            == .customer(.restricted(.sendMoney)))
        #expect(await refusal { try await fixture.transfer(from: sender, to: recipient) }
            == .customer(.restricted(.sendMoney)))
        _ = try await fixture.withdrawal(from: sender)
        try await issuing.settleWhatIsDue()
        #expect(try await fixture.stored(confirmed).status == .completed)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("LOGIN ends refresh tokens and refuses new ones; no other restriction does")
    func login() async throws {
        let fixture = try await IssuingFixture.make()
        let issuing = fixture.issuing
        let client = try #require(await issuing.client("demo-app", of: "demo", secret: "demo-secret"))
        let customer = try await fixture.wallet("e1", "a@example.com").person.id
        _ = try await issuing.place(.allTransactions, on: NamedCustomer(customer, in: DemoUniverse.brand))
        let family = try await issuing.exchangeToken(for: client, scope: "", .vouched(for: customer))
        try await issuing.database.execute(
            script: "UPDATE customer SET restrictions = '{LOGIN}' WHERE customer_id = \(customer)")
        let renewal = try await issuing.renewRefreshFamily(family.id, generation: 1, for: client)
        guard case .notGood = renewal else { return #expect(Bool(false), "\(renewal)") }
        #expect(await refusal { try await issuing.exchangeToken(for: client, scope: "", .vouched(for: customer)) }
            == .customer(.restricted(.login)))
    }
}

extension IssuingFixture {
    fileprivate func wallet(
        _ externalID: String, _ email: String, nationality: String? = "BG", in currencies: [String] = [],
        of brand: String = DemoUniverse.brand
    ) async throws -> CustomerWallet {
        var parts = WalletApplication.Parts()
        (parts.externalID, parts.email, parts.mobile) = (externalID, email, "+359 881234567")
        parts.registrationIP = "192.0.2.50"
        (parts.fields.firstName, parts.fields.lastName) = ("Ada", "Byron")
        (parts.fields.address1, parts.fields.city, parts.fields.zip) = ("Home 1", "Sofia", "1000")
        (parts.fields.countryCode, parts.fields.birthDate) = ("BG", "1981-01-11")
        (parts.fields.nationality, parts.currencies) = (nationality, currencies)
        return try await issuing.createWallet(WalletApplication.read(parts).accepted(), in: brand)
    }
}
