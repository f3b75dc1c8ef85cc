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
import Validation

@Suite("Transfers between customers")
struct TransferTests {
    @Test("A transfer holds the money when it is confirmed, and moves it for both customers at once")
    func steps() async throws {
        let fixture = try await IssuingFixture.make()
        let (sender, recipient) = (try await fixture.customer(with: 5000), try await fixture.enrol())
        let preview = try await fixture.transfer(1000, reference: "t", from: sender, to: recipient)
        #expect(preview.status == .preview && preview.transaction == nil && preview.account != nil)
        let pending = try await fixture.advance(preview, to: .pending)
        #expect(try await fixture.funds(of: sender) == .init(posted: 5000, available: 5000))
        let out = try #require(try await fixture.transactions(of: sender).first)
        #expect(out.kind == .transferOut && out.direction == .debit && out.status == .pending)
        #expect(out.id == pending.transaction && out.slip == pending.slip && out.merchantRefNum == "t")
        #expect(try await fixture.advance(preview, to: .processing).status == .processing)
        #expect(try await fixture.funds(of: sender) == .init(posted: 5000, available: 4000))
        #expect(try await fixture.funds(of: recipient) == nil)
        #expect(try await fixture.ledgerFindings() == [], "the hold is that of the transfer")

        try await fixture.issuing.settleWhatIsDue()
        #expect(try await fixture.stored(preview).status == .completed)
        #expect(try await fixture.funds(of: sender) == .init(posted: 4000, available: 4000))
        #expect(try await fixture.funds(of: recipient) == .init(posted: 1000, available: 1000))
        let sent = try #require(try await fixture.transactions(of: sender).first)
        #expect(sent.id == out.id && sent.status == .completed && sent.balance?.minorUnits == 4000)
        let received = try #require(try await fixture.transactions(of: recipient).first)
        #expect(received.kind == .transferIn && received.direction == .credit && received.status == .completed)
        #expect(received.slip == sent.slip && received.merchantRefNum == "t" && received.balance?.minorUnits == 1000)
        let onTheWay = try await fixture.sandbox.trialBalance().lines.filter { $0.account == .transfer }
        #expect(onTheWay.allSatisfy { $0.balance == 0 })
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("Customers and the brand can use the same merchantRefNum independently")
    func numbers() async throws {
        let fixture = try await IssuingFixture.make()
        let (sender, recipient) = (try await fixture.customer(with: 5000), try await fixture.customer(with: 5000))
        func begin(_ amount: Int, as sender: CustomerID, to recipient: CustomerID) async throws -> Movement {
            let order = try MovementOrder.transfer(
                amount: amount, currencyCode: "EUR", merchantRefNum: "n", recipient: recipient.description,
                reason: "OTHER", description: nil
            ).accepted()
            let evidence = fixture.evidence(.createTransfer, nil, as: sender)
            return try await fixture.issuing.beginMovement(order, evidence: evidence, request: .unkeyed()).done()
        }
        let own = try await begin(100, as: sender, to: recipient)
        #expect(try await begin(100, as: sender, to: recipient) == own)
        #expect(await refusal { try await begin(101, as: sender, to: recipient) }
            == .movement(.merchantRefNumTaken(.transfer)))
        #expect(try await begin(200, as: recipient, to: sender).id != own.id)
        let brands = try await fixture.transfer(300, reference: "n", from: sender, to: recipient)
        #expect(brands.id != own.id)

        // The brand finds its own number, and not the equal numbers of its customers.
        for movement in [own, brands] { try await fixture.advance(movement, to: .pending) }
        var filter = TransactionFilter()
        filter.merchantRefNum = "n"
        let found = try await fixture.issuing.transactionsOfMovement(
            in: DemoUniverse.brand, matching: filter, limit: 50, offset: 0)
        #expect(found.total == 1 && found.records.map(\.amount.minorUnits) == [300])
    }

    @Test("Without the money, a transfer gets no transaction; if the money is gone later, the transfer fails")
    func missingMoney() async throws {
        let fixture = try await IssuingFixture.make()
        let (sender, recipient) = (try await fixture.customer(with: 1000), try await fixture.enrol())
        let large = try await fixture.transfer(1001, from: sender, to: recipient)
        #expect(await refusal { try await fixture.advance(large, to: .pending) }
            == .movement(.notEnoughBalance(.transfer)))
        let first = try await fixture.advance(fixture.transfer(600, from: sender, to: recipient), to: .pending)
        let second = try await fixture.advance(fixture.transfer(600, from: sender, to: recipient), to: .pending)
        try await fixture.advance(first, to: .processing)
        let failed = try await fixture.advance(second, to: .processing)
        #expect(failed.status == .failed && failed.statusReason == .insufficientFunds)
        let transaction = try #require(try await fixture.transactions(of: sender).first)
        #expect(transaction.id == second.transaction && transaction.status == .failed)
        #expect(transaction.statusReason == "INSUFFICIENT_FUNDS" && transaction.balance == nil)
        try await fixture.issuing.settleWhatIsDue()
        #expect(try await fixture.funds(of: sender) == .init(posted: 400, available: 400))
        #expect(try await fixture.funds(of: recipient) == .init(posted: 600, available: 600))
        for step in Movement.Step.allCases {
            let refused = await refusal { try await fixture.advance(failed, to: step) }
            #expect(refused == .movement(.stepNotAccepted(.transfer, status: .failed, step: step)))
        }
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A transfer needs another customer of the brand, and an account in its currency")
    func refusals() async throws {
        let fixture = try await IssuingFixture.make()
        let (sender, recipient) = (try await fixture.customer(with: 1000), try await fixture.enrol())
        try await fixture.issuing.database.execute(script: "INSERT INTO brand VALUES ('elsewhere')")
        let stranger = try await fixture.enrol(in: "elsewhere")
        let before = try await fixture.contents()
        for nobody in [stranger, CustomerID(999)] {
            #expect(await refusal { try await fixture.transfer(from: sender, to: nobody) }
                == .movement(.recipientNotFound))
        }
        let dollar = try #require(Currency("USD"))
        #expect(await refusal { try await fixture.transfer(1000, "USD", from: sender, to: recipient) }
            == .movement(.currencyNotHeld(.transfer, dollar)))
        guard case .invalidFields(let errors) = await refusal({ try await fixture.transfer(from: sender, to: sender) })
        else {
            Issue.record("A transfer to oneself has an invalid field.")
            return
        }
        #expect(errors.map(\.field) == ["recipient.customerId"])
        #expect(try await fixture.contents() == before)
    }

    @Test("A merchantRefNum belongs to one deposit or transfer")
    func reference() async throws {
        let fixture = try await IssuingFixture.make()
        let (sender, recipient) = (try await fixture.customer(with: 1000), try await fixture.enrol())
        let first = try await fixture.transfer(reference: "r", from: sender, to: recipient)
        #expect(try await fixture.transfer(reference: "r", from: sender, to: recipient) == first)
        let other = try await fixture.enrol()
        let taken = Refusal.movement(.merchantRefNumTaken(.transfer))
        #expect(await refusal { try await fixture.transfer(reference: "r", from: sender, to: other) } == taken)
        #expect(await refusal { try await fixture.deposit(reference: "r", to: sender) }
            == .movement(.merchantRefNumTaken(.deposit)))
    }

    @Test("A transfer that does not fit on the recipient's account fails, and its money is available again")
    func full() async throws {
        let fixture = try await IssuingFixture.make()
        let (sender, recipient) = (try await fixture.customer(with: 1000), try await fixture.customer(with: 1))
        let transfer = try await fixture.advance(
            fixture.transfer(from: sender, to: recipient), to: .pending, .processing)
        let change = Account.limit - 999 - 1
        let filled = "UPDATE money.account SET posted = posted"
        let ofRecipient = "WHERE customer_id = \(recipient)"
        try await fixture.issuing.database.execute(script: "\(filled) + \(change) \(ofRecipient)")
        try await fixture.issuing.settleWhatIsDue()
        try await fixture.issuing.database.execute(script: "\(filled) - \(change) \(ofRecipient)")
        let failed = try await fixture.stored(transfer)
        #expect(failed.status == .failed && failed.statusReason == .transferTooLarge)
        #expect(try await fixture.funds(of: sender) == .init(posted: 1000, available: 1000))
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("32 simultaneous transfers in both directions all end, and no money is lost")
    func bothDirections() async throws {
        let fixture = try await IssuingFixture.make()
        let pair = [try await fixture.customer(with: 2000), try await fixture.customer(with: 2000)]
        let played = try await race(32, in: fixture) { server, number in
            let (sender, recipient) = (pair[number % 2], pair[1 - number % 2])
            let transfer = try await server.transfer(300, from: sender, to: recipient)
            try await server.advance(transfer, to: .pending)
            let confirmed = try await server.advance(transfer, to: .processing)
            try await server.issuing.settleWhatIsDue()
            return confirmed
        }
        for case .failure(let refused) in played { #expect(refused == .movement(.notEnoughBalance(.transfer))) }
        try await fixture.issuing.settleWhatIsDue()
        let counts = try await fixture.texts(
            "SELECT status || ' ' || count(*) FROM money.movement GROUP BY status ORDER BY status")
        #expect(!counts.contains { $0.hasPrefix("PROCESSING") }, "\(counts)")
        var total: Int64 = 0
        for customer in pair {
            let funds = try #require(try await fixture.funds(of: customer))
            #expect(funds.posted == funds.available && funds.posted >= 0)
            total += funds.posted
        }
        #expect(total == 4000)
        #expect(try await fixture.ledgerFindings() == [])
    }
}
