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
import Validation

@Suite("Disputes")
struct DisputeTests {
    private static let day = TimeInterval(86_400)

    /// A card whose purchase of 12.34 is cleared, so that 37.66 are left of 50.00.
    private func begin(
        _ program: DemoProgram = .virtualMastercard, credit: Bool = true, bearsLosses: Bool = false,
        onCluster: Bool = false
    ) async throws -> (fixture: IssuingFixture, card: Card, payment: AuthorizationID) {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        try await fixture.setDisputeTerms(program, givesProvisionalCredit: credit, bearsLosses: bearsLosses)
        let card = try await fixture.loadedCard(program)
        let payment = try await fixture.purchase(with: card)
        #expect(try await fixture.checkedBalance(of: card) == 3766)
        return (fixture, card, payment)
    }

    @Test(
        "After each step to the end, the ledger adds up and the statement ends with the account's balance",
        arguments: [true, false], [DisputeStatus.won, .lost])
    func wholeWay(_ credit: Bool, _ end: DisputeStatus) async throws {
        let (fixture, card, payment) = try await begin(credit: credit)
        let opened = try await fixture.dispute(payment, of: card)
        #expect(opened.status == .open && opened.amount.minorUnits == 1234)
        let meanwhile: Int64 = credit ? 5000 : 3766
        #expect(try await fixture.checkedBalance(of: card) == meanwhile)
        try await fixture.take(.chargeBack, by: .issuer, of: opened)
        #expect(try await fixture.checkedBalance(of: card) == meanwhile)
        #expect(try await fixture.books("scheme:MC") == [0])

        // The merchant's bank has 45 days, to the last moment.
        let later = try await fixture.server(now: IssuingFixture.now + 45 * Self.day)
        try await later.issuing.settleWhatIsDue()
        #expect(try await later.take(.represent, by: .acquirer, of: opened).status == .represented)
        #expect(try await later.checkedBalance(of: card) == meanwhile)
        #expect(try await fixture.books("scheme:MC") == [1234])
        #expect(try await later.take(.preArbitrate, by: .issuer, of: opened).status == .preArbitration)
        #expect(try await later.checkedBalance(of: card) == meanwhile)
        let ended = try await later.take(.accept, by: end == .won ? .acquirer : .issuer, of: opened)
        #expect(ended.status == end && ended.deadline == nil)
        #expect(try await later.checkedBalance(of: card) == (end == .won ? 5000 : 3766))
        #expect(try await fixture.books("dispute", "writeoff", "scheme:MC") == [0, 0, end == .won ? 0 : 1234])
        let kinds = try await later.transactions(of: card).map(\.kind)
        let expected: [AccountTransaction.Kind] =
            switch (credit, end) {
            case (true, .lost): [.chargebackReversal, .chargeback]
            case (false, .lost): []
            default: [.chargeback]
            }
        #expect(kinds == expected + [.payment, .deposit])
    }

    @Test("The issuer bears a lost dispute if the program says so, and the customer keeps the credit")
    func issuersLoss() async throws {
        let (fixture, card, payment) = try await begin(bearsLosses: true)
        let dispute = try await fixture.dispute(payment, of: card)
        try await fixture.setDisputeTerms(.virtualMastercard, bearsLosses: false)
        #expect(try await fixture.take(.reject, by: .issuer, of: dispute).status == .lost)
        #expect(try await fixture.checkedBalance(of: card) == 5000)
        #expect(try await fixture.books("dispute", "writeoff") == [0, -1234])
    }

    @Test("What the issuer has borne cannot be claimed again, or a customer gets it any number of times")
    func issuersLossIsPaidOnce() async throws {
        let (fixture, card, payment) = try await begin(bearsLosses: true)
        let part = try await fixture.dispute(payment, of: card, amount: 1000)
        try await fixture.take(.reject, by: .issuer, of: part)
        let rest = try await fixture.dispute(payment, of: card)
        #expect(rest.amount.minorUnits == 234)
        try await fixture.take(.reject, by: .issuer, of: rest)
        #expect(await refusal { try await fixture.dispute(payment, of: card) } == .dispute(.nothingCleared))
        #expect(try await fixture.checkedBalance(of: card) == 5000)
    }

    @Test("The scheme decides an arbitration")
    func arbitration() async throws {
        for (ruling, end) in [(DisputeStep.ruleForIssuer, DisputeStatus.won), (.ruleForAcquirer, .lost)] {
            let (fixture, card, payment) = try await begin()
            let dispute = try await fixture.dispute(payment, of: card)
            try await fixture.take(.chargeBack, by: .issuer, of: dispute)
            try await fixture.take(.represent, by: .acquirer, of: dispute)
            try await fixture.take(.preArbitrate, by: .issuer, of: dispute)
            #expect(try await fixture.take(.arbitrate, by: .issuer, of: dispute).deadline == nil)
            #expect(try await fixture.take(ruling, by: .scheme, of: dispute).status == end)
            try await fixture.checkedBalance(of: card)
            #expect(try await fixture.books("dispute") == [0])
        }
    }

    @Test("A refund that arrives meanwhile makes the dispute smaller, and nothing is paid twice", arguments: [
        DisputeStatus.open, .chargeback, .represented,
    ], [true, false])
    func refunds(_ status: DisputeStatus, _ credit: Bool) async throws {
        let (fixture, card, payment) = try await begin(credit: credit)
        let dispute = try await fixture.dispute(payment, of: card, amount: 1000)
        if status != .open { try await fixture.take(.chargeBack, by: .issuer, of: dispute) }
        if status == .represented { try await fixture.take(.represent, by: .acquirer, of: dispute) }
        let subscription = try await fixture.subscribe(to: .transaction)
        #expect(try await fixture.follow("p1", .refund, "r1", for: card, amount: 400).answer.code == .approved)
        let smaller = try await fixture.stored(dispute).dispute
        #expect(smaller.status == status && smaller.disputed.minorUnits == 600)
        #expect(try await fixture.checkedBalance(of: card) == (credit ? 4766 : 4166))
        #expect(try await fixture.deliverAll(to: subscription).count == (credit ? 2 : 1))
        #expect(try await fixture.follow("p1", .refund, "r2", for: card, amount: 834).answer.code == .approved)
        let ended = try await fixture.stored(dispute)
        #expect(ended.dispute.status == .withdrawn && ended.dispute.disputed.isZero && ended.dispute.deadline == nil)
        #expect(ended.history.suffix(2).map(\.step) == [.refund, .refund])
        #expect(try await fixture.checkedBalance(of: card) == 5000)
        #expect(try await fixture.books("dispute", "scheme:MC") == [0, 0])
        #expect(await refusal { try await fixture.dispute(payment, of: card) } == .dispute(.nothingCleared))
    }

    @Test(
        "A payment that paid at once can be disputed, and its reversal makes the dispute smaller",
        arguments: [false, true])
    func reversal(onCluster: Bool) async throws {
        let (fixture, card, _) = try await begin(onCluster: onCluster)
        let answer = try await fixture.pay("atm", with: card) {
            ($0.fields.kind, $0.fields.amount) = ("FINANCIAL", 1000)
        }
        let dispute = try await fixture.dispute(#require(answer.authorization), of: card, reason: .cashNotDispensed)
        #expect(try await fixture.checkedBalance(of: card) == 3766)
        #expect(try await fixture.follow("atm", .reversal, "v1", for: card, amount: 1000).answer.code == .approved)
        #expect(try await fixture.stored(dispute).dispute.status == .withdrawn)
        #expect(try await fixture.checkedBalance(of: card) == 3766)
    }

    @Test("Whoever lets a deadline pass has lost", arguments: [
        (DemoProgram.virtualVisa, 30.0), (.virtualMastercard, 45),
    ])
    func deadlines(_ program: DemoProgram, _ days: Double) async throws {
        let (fixture, card, payment) = try await begin(program)
        let dispute = try await fixture.dispute(payment, of: card)
        try await fixture.take(.chargeBack, by: .issuer, of: dispute)
        let end = IssuingFixture.now + days * Self.day
        #expect(try await fixture.stored(dispute).dispute.deadline == end)
        for (time, status) in [(end, DisputeStatus.chargeback), (end + 1, .won)] {
            let server = try await fixture.server(now: time)
            try await server.issuing.settleWhatIsDue()
            #expect(try await server.stored(dispute).dispute.status == status)
            #expect(try await server.checkedBalance(of: card) == 5000)
        }
        let line = try await fixture.stored(dispute).history.last
        #expect(line?.actor == .clock && line?.step == .timeOut && line?.takenAt == end + 1)
    }

    @Test("The issuer loses if it charges back too late, or does not answer the merchant")
    func issuersDeadlines() async throws {
        let (fixture, card, payment) = try await begin()
        let first = try await fixture.dispute(payment, of: card, amount: 500)
        let second = try await fixture.dispute(fixture.purchase("p2", with: card), of: card)
        try await fixture.take(.chargeBack, by: .issuer, of: second)
        try await fixture.take(.represent, by: .acquirer, of: second)
        let after45 = try await fixture.server(now: IssuingFixture.now + 45 * Self.day + 1)
        try await after45.issuing.settleWhatIsDue()
        #expect(try await after45.stored(second).dispute.status == .lost)
        #expect(try await after45.stored(first).dispute.status == .open)
        let after120 = try await fixture.server(now: IssuingFixture.now + 120 * Self.day + 1)
        try await after120.issuing.settleWhatIsDue()
        #expect(try await after120.stored(first).dispute.status == .lost)
        #expect(try await after120.checkedBalance(of: card) == 5000 - 2 * 1234)
    }

    @Test("Only what was cleared without fees, and not refunded or kept before, can be disputed, once at a time")
    func amounts() async throws {
        let (fixture, card, payment) = try await begin()
        func claim(_ amount: Int64?) async -> Refusal? {
            await refusal { try await fixture.dispute(payment, of: card, amount: amount) }
        }
        func most(_ amount: Int) -> Refusal {
            .invalidFields([
                FieldError(
                    "amount",
                    "must be 1 to \(amount), which is what was cleared without fees and not refunded or kept before"),
            ])
        }
        #expect(await claim(1235) == most(1234))
        try await fixture.follow("p1", .refund, "r1", for: card, amount: 234)
        #expect(await claim(1001) == most(1000))
        let first = try await fixture.dispute(payment, of: card, amount: 600)
        #expect(await claim(1) == .dispute(.exists))
        try await fixture.take(.chargeBack, by: .issuer, of: first)
        try await fixture.take(.accept, by: .acquirer, of: first)
        #expect(await claim(401) == most(400))
        let second = try await fixture.dispute(payment, of: card)
        #expect(second.amount.minorUnits == 400)
        try await fixture.take(.reject, by: .issuer, of: second)
        let held = try await fixture.pay("p2", with: card)
        let waiting: AuthorizationID = try #require(held.authorization)
        #expect(await refusal { try await fixture.dispute(waiting, of: card) } == .dispute(.nothingCleared))
        let late = try await fixture.server(now: IssuingFixture.now + 120 * Self.day + 1)
        #expect(await refusal { try await late.dispute(payment, of: card) } == .dispute(.isTooLate(days: 120)))
        try await fixture.checkedBalance(of: card)
    }

    @Test("A claim that is taken back returns the credit, and the same request again changes nothing")
    func withdrawal() async throws {
        let (fixture, card, payment) = try await begin()
        let dispute = try await fixture.dispute(payment, of: card)
        try await fixture.take(.chargeBack, by: .issuer, of: dispute)
        for _ in 1...2 {
            let withdrawn = try await fixture.issuing.withdrawDispute(
                dispute.id, of: NamedCustomer(card.customer, in: DemoUniverse.brand))
            #expect(withdrawn.status == .withdrawn && withdrawn.steps == 3)
            #expect(try await fixture.checkedBalance(of: card) == 3766)
        }
        #expect(try await fixture.books("dispute", "scheme:MC") == [0, 1234])
        #expect(await refusal { try await fixture.take(.represent, by: .acquirer, of: dispute) } != nil)
    }

    @Test("The same message of the network again changes nothing, and its reference is no other step's")
    func messages() async throws {
        let (fixture, card, payment) = try await begin()
        let dispute = try await fixture.dispute(payment, of: card)
        try await fixture.take(.chargeBack, by: .issuer, of: dispute)
        let reference = try #require(NetworkReference("MC-1"))
        for _ in 1...2 {
            let represented = try await fixture.issuing.reportDispute(
                dispute.id, .represent, by: .acquirer, reference: reference, note: "Proof of delivery")
            #expect(represented.status == .represented && represented.steps == 3)
        }
        try await fixture.take(.preArbitrate, by: .issuer, of: dispute)
        #expect(
            await refusal {
                try await fixture.issuing.reportDispute(
                    dispute.id, .accept, by: .acquirer, reference: reference, note: nil)
            } == .dispute(.referenceUsed))
        let history = try await fixture.stored(dispute).history
        #expect(history.map(\.step) == [.open, .chargeBack, .represent, .preArbitrate])
        #expect(history.map(\.note) == [nil, nil, "Proof of delivery", nil])
    }

    @Test("Each step is an event, a line of the history and an act of the audit trail")
    func trails() async throws {
        let (fixture, card, payment) = try await begin()
        let subscription = try await fixture.subscribe(to: .dispute)
        let dispute = try await fixture.dispute(payment, of: card)
        try await fixture.take(.chargeBack, by: .issuer, of: dispute)
        try await fixture.take(.accept, by: .acquirer, of: dispute)
        let bodies = try await fixture.deliverAll(to: subscription).map(\.text)
        let steps = ["Create OPEN BUSINESS OPEN", "Update CHARGE_BACK ISSUER CHARGEBACK", "Update ACCEPT ACQUIRER WON"]
        #expect(bodies.count == 3)
        for (body, step) in zip(bodies, steps) {
            let words = step.split(separator: " ")
            #expect(body.contains(#""operationType":"\#(words[0])","step":"\#(words[1])","actor":"\#(words[2])""#))
            #expect(body.contains(#""status":"\#(words[3])""#) && !body.contains("history"))
        }
        let acts = try await fixture.texts(
            "SELECT detail FROM audit.audit_event WHERE act = 'DISPUTE_STEP_TAKEN' ORDER BY number")
        #expect(acts == ["BUSINESS OPEN OPEN", "ISSUER CHARGE_BACK CHARGEBACK", "ACQUIRER ACCEPT WON"])
        let journals = try await fixture.texts(
            "SELECT step FROM dispute_step WHERE journal_id IS NOT NULL ORDER BY step_number")
        #expect(journals == ["OPEN", "CHARGE_BACK"])
    }

    @Test("Files are sealed, shown to their customer alone, and at most ten")
    func evidence() async throws {
        let (fixture, card, payment) = try await begin()
        let dispute = try await fixture.dispute(payment, of: card)
        let customer = NamedCustomer(card.customer, in: DemoUniverse.brand)
        let read = EvidenceFile.read(
            name: "letter.txt", mediaType: .text, content: Data("I have sent it back.".utf8).base64EncodedString())
        let file: EvidenceFile = try read.accepted()
        func add() async throws -> DisputeEvidence {
            try await fixture.issuing.addEvidence(file, to: dispute.id, of: customer, request: .unkeyed()).done()
        }
        let first = try await add()
        #expect(try await fixture.issuing.evidence(first.id, of: dispute.id, of: customer) == file)
        let clear = try await fixture.texts(
            "SELECT count(*)::text FROM dispute_evidence WHERE position('sent'::bytea IN sealed_content) > 0")
        #expect(clear == ["0"])
        let stranger = NamedCustomer(try await fixture.enrol(), in: DemoUniverse.brand)
        #expect(await refusal { try await fixture.issuing.evidence(first.id, of: dispute.id, of: stranger) }
            == .dispute(.evidenceNotFound))
        #expect(await refusal { try await fixture.issuing.dispute(dispute.id, of: stranger) } == .dispute(.notFound))
        for _ in 2...EvidenceFile.countLimit { _ = try await add() }
        #expect(await refusal { try await add() } == .dispute(.evidenceLimitExceeded))
        #expect(try await fixture.stored(dispute).files.count == EvidenceFile.countLimit)
        try await fixture.take(.reject, by: .issuer, of: dispute)
        #expect(await refusal { try await add() } == .dispute(.isOver(.lost)))
    }

    @Test("The database has the program's matrix, except the rows that open a dispute")
    func matrix() async throws {
        let fixture = try await IssuingFixture.shared()
        let stored = try await fixture.texts(
            "SELECT concat_ws(' ', actor, step, from_status, to_status) FROM dispute_transition")
        let declared = DisputeMatrix.cells.compactMap { cell in
            cell.from.map { "\(cell.actor.rawValue) \(cell.step.rawValue) \($0.rawValue) \(cell.to.rawValue)" }
        }
        #expect(Set(stored) == Set(declared) && stored.count == declared.count)
    }
}
