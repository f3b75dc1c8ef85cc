import Cards
import Issuing
import IssuingTestSupport
import Ledger
import Sandbox
import Testing
import TestSupport

/// The bank's reports, as a service without a simulated bank gets them.
@Suite("Reports of the bank")
struct BankReportTests {
    private func report(
        _ report: BankReport, _ movement: Movement, of customer: CustomerID, _ fixture: IssuingFixture
    ) async throws -> Movement {
        try await fixture.issuing.record(report, about: movement.id, of: customer)
    }

    @Test("A confirmed deposit is on the account once, however often the bank reports it")
    func deposit() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let deposit = try await fixture.advance(
            fixture.deposit(1000, to: customer), to: .pending, .processing)
        for _ in 1...2 {
            #expect(try await report(.done, deposit, of: customer, fixture).status == .completed)
            #expect(try await fixture.funds(of: customer) == .init(posted: 1000, available: 1000))
        }
        #expect(await refusal { try await report(.refused, deposit, of: customer, fixture) }
            == .movement(.reportNotAccepted(.deposit, status: .completed)))
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A deposit that has not arrived fails, and puts nothing on the account")
    func refusedDeposit() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let deposit = try await fixture.advance(
            fixture.deposit(1000, to: customer), to: .pending, .processing)
        let failed = try await report(.refused, deposit, of: customer, fixture)
        #expect(failed.status == .failed && failed.statusReason == .depositNotConfirmed)
        #expect(try await fixture.funds(of: customer)?.posted == 0)
        #expect(try await report(.refused, deposit, of: customer, fixture) == failed)
    }

    @Test("The money of a withdrawal is taken when the bank has paid it, and free again when it could not")
    func withdrawal() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.customer(with: 5000)
        let paid = try await fixture.advance(fixture.withdrawal(1000, from: customer), to: .pending, .processing)
        let refused = try await fixture.advance(fixture.withdrawal(500, from: customer), to: .pending, .processing)
        #expect(try await fixture.funds(of: customer) == .init(posted: 5000, available: 3500))
        #expect(try await report(.done, paid, of: customer, fixture).status == .completed)
        let failed = try await report(.refused, refused, of: customer, fixture)
        #expect(failed.status == .failed && failed.statusReason == .withdrawalNotPaid)
        #expect(try await fixture.funds(of: customer) == .init(posted: 4000, available: 4000))
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A report about a movement that the bank was not asked to make is refused")
    func notAsked() async throws {
        let fixture = try await IssuingFixture.make()
        let (customer, other) = (try await fixture.customer(with: 5000), try await fixture.enrol())
        let preview = try await fixture.deposit(1000, to: customer)
        #expect(await refusal { try await report(.done, preview, of: customer, fixture) }
            == .movement(.reportNotAccepted(.deposit, status: .preview)))
        let transfer = try await fixture.advance(
            fixture.transfer(100, from: customer, to: other), to: .pending, .processing)
        #expect(await refusal { try await report(.refused, transfer, of: customer, fixture) }
            == .movement(.reportNotAccepted(.transfer, status: .processing)))
        #expect(await refusal { try await report(.done, preview, of: other, fixture) }
            == .movement(.notFound(.deposit)))
    }

    @Test("Of two opposite reports at once, one counts")
    func race() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.customer(with: 1000)
        for _ in 1...5 {
            let withdrawal = try await fixture.advance(
                fixture.withdrawal(10, from: customer), to: .pending, .processing)
            async let done = try? report(.done, withdrawal, of: customer, fixture)
            async let refused = try? report(.refused, withdrawal, of: customer, fixture)
            _ = await (done, refused)
            #expect([.completed, .failed].contains(try await fixture.stored(withdrawal).status))
        }
        let funds = try #require(try await fixture.funds(of: customer))
        #expect(funds.posted == funds.available)
        #expect(try await fixture.ledgerFindings() == [])
    }
}
