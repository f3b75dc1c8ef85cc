import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Withdrawals")
struct WithdrawalTests {
    @Test("A withdrawal holds the money when it is confirmed, and the bank pays it out of the safeguarded money")
    func steps() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.customer(with: 5000)
        let before = try await fixture.safeguarded()
        let preview = try await fixture.withdrawal(1000, reference: "w", from: customer)
        #expect(preview.status == .preview && preview.transaction == nil && preview.account != nil)
        #expect(preview.instrument == .init(option: "BANK_TRANSFER", type: "SEPA_BANK_ACCOUNT", id: "1001"))
        let pending = try await fixture.advance(preview, to: .pending)
        #expect(try await fixture.funds(of: customer) == .init(posted: 5000, available: 5000))
        let open = try #require(try await fixture.transactions(of: customer).first)
        #expect(open.kind == .withdrawal && open.direction == .debit && open.status == .pending)
        #expect(open.id == pending.transaction && open.merchantRefNum == "w")
        try await fixture.advance(preview, to: .processing)
        #expect(try await fixture.funds(of: customer) == .init(posted: 5000, available: 4000))
        #expect(try await fixture.ledgerFindings() == [], "the hold is that of the withdrawal")

        for _ in 1...2 { try await fixture.issuing.settleWhatIsDue() }
        #expect(try await fixture.stored(preview).status == .completed)
        #expect(try await fixture.funds(of: customer) == .init(posted: 4000, available: 4000))
        #expect(try await fixture.safeguarded() == before - 1000)
        let paid = try #require(try await fixture.transactions(of: customer).first)
        #expect(paid.id == open.id && paid.status == .completed && paid.balance?.minorUnits == 4000)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("Without the money, a withdrawal gets no transaction; if the money is gone later, it fails")
    func missingMoney() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.customer(with: 1000)
        let large = try await fixture.withdrawal(1001, from: customer)
        #expect(await refusal { try await fixture.advance(large, to: .pending) }
            == .movement(.notEnoughBalance(.withdrawal)))
        let first = try await fixture.advance(fixture.withdrawal(600, from: customer), to: .pending)
        let second = try await fixture.advance(fixture.withdrawal(600, from: customer), to: .pending)
        try await fixture.advance(first, to: .processing)
        let failed = try await fixture.advance(second, to: .processing)
        #expect(failed.status == .failed && failed.statusReason == .insufficientFunds)
        try await fixture.issuing.settleWhatIsDue()
        #expect(try await fixture.funds(of: customer) == .init(posted: 400, available: 400))
        for step in Movement.Step.allCases {
            let refused = await refusal { try await fixture.advance(failed, to: step) }
            #expect(refused == .movement(.stepNotAccepted(.withdrawal, status: .failed, step: step)))
        }
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A withdrawal needs an account in its currency and an unused merchantRefNum")
    func refusals() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.customer(with: 1000)
        let first = try await fixture.withdrawal(reference: "r", from: customer)
        #expect(try await fixture.withdrawal(reference: "r", from: customer) == first)
        let before = try await fixture.contents()
        let dollar = try #require(Currency("USD"))
        #expect(await refusal { try await fixture.withdrawal(1000, "USD", from: customer) }
            == .movement(.currencyNotHeld(.withdrawal, dollar)))
        #expect(await refusal { try await fixture.withdrawal(reference: "r", to: "1002", from: customer) }
            == .movement(.merchantRefNumTaken(.withdrawal)))
        #expect(await refusal { try await fixture.deposit(reference: "r", to: customer) }
            == .movement(.merchantRefNumTaken(.deposit)))
        #expect(await refusal { try await fixture.withdrawal(from: customer, of: "elsewhere") } == .customer(.notFound))
        #expect(try await fixture.contents() == before)
    }

    @Test("If no bank pays, a withdrawal stays PROCESSING, and its money stays held")
    func withoutBank() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.customer(with: 1000)
        let withdrawal = try await fixture.advance(fixture.withdrawal(from: customer), to: .pending, .processing)
        var issuing = fixture.issuing
        issuing.playsBank = false
        try await issuing.settleWhatIsDue()
        #expect(try await fixture.stored(withdrawal).status == .processing)
        #expect(try await fixture.funds(of: customer) == .init(posted: 1000, available: 0))
    }

    @Test("Of 16 simultaneous withdrawals with money for 5, 5 are paid, and no money is lost")
    func atOnce() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.customer(with: 1700)
        let played = try await race(16, in: fixture) { server, _ in
            let withdrawal = try await server.withdrawal(300, from: customer)
            try await server.advance(withdrawal, to: .pending)
            let confirmed = try await server.advance(withdrawal, to: .processing)
            try await server.issuing.settleWhatIsDue()
            return confirmed
        }
        for case .failure(let refused) in played { #expect(refused == .movement(.notEnoughBalance(.withdrawal))) }
        try await fixture.issuing.settleWhatIsDue()
        let completed = try await fixture.texts(
            "SELECT count(*)::text FROM money.movement WHERE status = 'COMPLETED'")
        #expect(completed == ["5"])
        #expect(try await fixture.funds(of: customer) == .init(posted: 200, available: 200))
        #expect(try await fixture.ledgerFindings() == [])
    }
}

extension IssuingFixture {
    /// The customers' money at the bank, summed over all currencies.
    fileprivate func safeguarded() async throws -> Int64 {
        let lines = try await sandbox.trialBalance().lines.filter { $0.account == .safeguarding }
        return lines.reduce(0) { $0 + Int64($1.balance) }
    }
}
