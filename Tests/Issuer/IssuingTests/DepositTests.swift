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

@Suite("Deposits")
struct DepositTests {
    @Test("A preview moves nothing; its steps make a transaction, and then the money arrives")
    func steps() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let preview = try await fixture.deposit(1000, reference: "order 1", to: customer)
        #expect(preview.status == .preview && preview.transaction == nil && preview.account == nil)
        #expect(try await fixture.stored(preview) == preview)
        #expect(try await fixture.funds(of: customer) == nil)
        #expect(try await fixture.transactions(of: customer) == [])

        let pending = try await fixture.advance(preview, to: .pending)
        let open = try #require(try await fixture.transactions(of: customer).first)
        #expect(pending.status == .pending && pending.transaction == open.id && pending.slip == open.slip)
        #expect(pending.account == open.account && open.balance == nil)
        #expect(open.kind == .deposit && open.direction == .credit && open.status == .pending)
        #expect(open.amount.minorUnits == 1000 && open.merchantRefNum == "order 1")

        #expect(try await fixture.advance(preview, to: .processing).status == .processing)
        #expect(try await fixture.transactions(of: customer).map(\.status) == [.processing])
        #expect(try await fixture.funds(of: customer) == .init(posted: 0, available: 0))

        let later = try await fixture.server(now: IssuingFixture.now + 60)
        try await later.issuing.settleWhatIsDue()
        let done = try #require(try await fixture.transactions(of: customer).first)
        #expect(done.id == open.id && done.status == .completed && done.balance?.minorUnits == 1000)
        #expect(done.createdAt == IssuingFixture.now && done.changedAt == IssuingFixture.now + 60)
        #expect(try await fixture.stored(preview).status == .completed)
        #expect(try await fixture.funds(of: customer) == .init(posted: 1000, available: 1000))
        try await later.issuing.settleWhatIsDue()
        #expect(try await fixture.funds(of: customer)?.posted == 1000)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test(
        "A preview is forgotten after a day, and its number is free; what has a transaction stays",
        arguments: [false, true])
    func forgottenPreview(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let customer = try await fixture.enrol()
        let pending = try await fixture.advance(fixture.deposit(reference: "kept", to: customer), to: .pending)
        let preview = try await fixture.deposit(reference: "free", to: customer)
        let before = try await fixture.server(now: IssuingFixture.now + Movement.previewLifetimeSeconds - 1)
        try await before.issuing.settleWhatIsDue()
        #expect(try await fixture.stored(preview) == preview)
        let after = try await fixture.server(now: IssuingFixture.now + Movement.previewLifetimeSeconds)
        try await after.issuing.settleWhatIsDue()
        #expect(await refusal { try await after.advance(preview, to: .pending) } == .movement(.notFound(.deposit)))
        #expect(try await fixture.stored(pending) == pending)
        #expect(try await fixture.texts("SELECT merchant_ref_num FROM money.used_merchant_reference") == ["kept"])
        #expect(try await after.deposit(2000, reference: "free", to: customer).amount.minorUnits == 2000)
    }

    @Test("If no bank confirms deposits, they stay PROCESSING")
    func withoutBank() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let deposit = try await fixture.advance(fixture.deposit(to: customer), to: .pending, .processing)
        var issuing = fixture.issuing
        issuing.playsBank = false
        try await issuing.settleWhatIsDue()
        #expect(try await fixture.stored(deposit).status == .processing)
    }

    /// The steps before, the step that is refused, and the status in the refusal.
    static let outOfOrder: [(taken: [Movement.Step], step: Movement.Step, status: Movement.Status)] = [
        ([], .processing, .preview), ([.pending], .pending, .pending),
        ([.pending, .processing], .pending, .processing), ([.pending, .processing], .processing, .processing),
    ]

    @Test("A step that is not the next one is refused, and changes nothing", arguments: outOfOrder)
    func order(taken: [Movement.Step], step: Movement.Step, status: Movement.Status) async throws {
        let fixture = try await IssuingFixture.make()
        let deposit = try await fixture.deposit(to: fixture.enrol())
        for step in taken { try await fixture.advance(deposit, to: step) }
        let before = try await fixture.contents()
        let refused = await refusal { try await fixture.advance(deposit, to: step) }
        #expect(refused == .movement(.stepNotAccepted(.deposit, status: status, step: step)))
        #expect(try await fixture.contents() == before)
    }

    @Test("A completed deposit takes no step")
    func final() async throws {
        let fixture = try await IssuingFixture.make()
        let deposit = try await fixture.advance(
            fixture.deposit(to: fixture.enrol()), to: .pending, .processing)
        try await fixture.issuing.settleWhatIsDue()
        for step in Movement.Step.allCases {
            let refused = await refusal { try await fixture.advance(deposit, to: step) }
            #expect(refused == .movement(.stepNotAccepted(.deposit, status: .completed, step: step)))
        }
    }

    @Test("The same request with the same merchantRefNum finds the first deposit; another one is refused")
    func reference() async throws {
        let fixture = try await IssuingFixture.make()
        let (customer, other) = (try await fixture.enrol(), try await fixture.enrol())
        let first = try await fixture.deposit(reference: "r", to: customer)
        #expect(try await fixture.deposit(reference: "r", to: customer) == first)
        let pending = try await fixture.advance(first, to: .pending)
        #expect(try await fixture.deposit(reference: "r", to: customer) == pending)
        let taken = Refusal.movement(.merchantRefNumTaken(.deposit))
        #expect(await refusal { try await fixture.deposit(1001, reference: "r", to: customer) } == taken)
        #expect(await refusal { try await fixture.deposit(1000, "USD", reference: "r", to: customer) } == taken)
        #expect(await refusal { try await fixture.deposit(reference: "r", to: other) } == taken)
        #expect(try await fixture.texts("SELECT count(*)::text FROM money.movement") == ["1"])
        #expect(try await fixture.deposit(to: customer).id != fixture.deposit(to: customer).id)

        try await fixture.issuing.database.execute(script: "INSERT INTO brand VALUES ('elsewhere')")
        let stranger = try await fixture.enrol(in: "elsewhere")
        let theirs = try await fixture.deposit(1001, reference: "r", to: stranger, of: "elsewhere")
        #expect(theirs.id != first.id)
    }

    @Test("Of many equal requests at once, one begins the deposit; its steps and its completion happen once")
    func atOnce() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let begun = try await race(16, in: fixture) { server, _ in
            try await server.deposit(reference: "r", to: customer)
        }.map { try $0.get() }
        #expect(Set(begun.map(\.id)).count == 1)
        let deposit = try #require(begun.first)
        for step in Movement.Step.allCases {
            let results = try await race(16, in: fixture) { server, _ in try await server.advance(deposit, to: step) }
            #expect(results.filter { (try? $0.get()) != nil }.count == 1, "\(step)")
        }
        let settled = try await race(8, in: fixture) { server, _ in try await server.issuing.settleWhatIsDue() }
        for result in settled { _ = try result.get() }
        #expect(try await fixture.funds(of: customer) == .init(posted: 1000, available: 1000))
        #expect(try await fixture.transactions(of: customer).count == 1)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A deposit that does not fit on the account is refused, or fails if the account has filled meanwhile")
    func full() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.customer(with: 1)
        let late = try await fixture.advance(fixture.deposit(to: customer), to: .pending, .processing)
        let early = try await fixture.deposit(to: customer)
        // Leaves no room for 1000. The ledger does not add up until this is undone.
        let change = Account.limit - 999 - 1
        try await fixture.issuing.database.execute(script: "UPDATE money.account SET posted = posted + \(change)")
        #expect(await refusal { try await fixture.advance(early, to: .pending) } == .account(.balanceTooLarge))
        try await fixture.issuing.settleWhatIsDue()
        let failed = try await fixture.stored(late)
        #expect(failed.status == .failed && failed.statusReason == .depositNotConfirmed)
        let transaction = try #require(try await fixture.transactions(of: customer).first)
        #expect(transaction.status == .failed && transaction.statusReason == "DW-DEPOSIT-NOT-CONFIRMED")
        try await fixture.issuing.database.execute(script: "UPDATE money.account SET posted = posted - \(change)")
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("Another customer's deposit and another brand's customer are not found")
    func strangers() async throws {
        let fixture = try await IssuingFixture.make()
        let (customer, other) = (try await fixture.enrol(), try await fixture.enrol())
        let deposit = try await fixture.deposit(to: customer)
        let issuing = fixture.issuing
        let theirs = NamedCustomer(other, in: DemoUniverse.brand)
        let missing = Refusal.movement(.notFound(.deposit))
        #expect(await refusal {
            try await issuing.advanceMovement(deposit.id, .deposit, of: theirs, to: .pending)
        } == missing)
        let ours = NamedCustomer(customer, in: DemoUniverse.brand)
        #expect(await refusal {
            try await issuing.advanceMovement(deposit.id, .transfer, of: ours, to: .pending)
        } == .movement(.notFound(.transfer)))
        for stranger in [NamedCustomer(customer, in: "elsewhere"), NamedCustomer(CustomerID(9), in: "demo")] {
            #expect(await refusal {
                try await issuing.advanceMovement(deposit.id, .deposit, of: stranger, to: .pending)
            } == .customer(.notFound))
        }
        #expect(await refusal { try await fixture.deposit(to: customer, of: "elsewhere") } == .customer(.notFound))
    }
}
