import Cards
import Testing

@Suite("Matrix of disputes")
struct DisputeMatrixTests {
    /// All steps after the opening, except the refunds that only make a dispute smaller.
    private static let table = """
        ISSUER   CHARGE_BACK       OPEN            CHARGEBACK
        ISSUER   REJECT            OPEN            LOST
        ACQUIRER REPRESENT         CHARGEBACK      REPRESENTED
        ACQUIRER ACCEPT            CHARGEBACK      WON
        ACQUIRER ACCEPT            PRE_ARBITRATION WON
        ACQUIRER ACCEPT            ARBITRATION     WON
        ISSUER   PRE_ARBITRATE     REPRESENTED     PRE_ARBITRATION
        ISSUER   ACCEPT            REPRESENTED     LOST
        ISSUER   ACCEPT            PRE_ARBITRATION LOST
        ISSUER   ACCEPT            ARBITRATION     LOST
        ISSUER   ARBITRATE         PRE_ARBITRATION ARBITRATION
        SCHEME   RULE_FOR_ISSUER   ARBITRATION     WON
        SCHEME   RULE_FOR_ACQUIRER ARBITRATION     LOST
        CUSTOMER WITHDRAW          OPEN            WITHDRAWN
        CUSTOMER WITHDRAW          CHARGEBACK      WITHDRAWN
        CUSTOMER WITHDRAW          REPRESENTED     WITHDRAWN
        CUSTOMER WITHDRAW          PRE_ARBITRATION WITHDRAWN
        BUSINESS WITHDRAW          OPEN            WITHDRAWN
        BUSINESS WITHDRAW          CHARGEBACK      WITHDRAWN
        BUSINESS WITHDRAW          REPRESENTED     WITHDRAWN
        BUSINESS WITHDRAW          PRE_ARBITRATION WITHDRAWN
        ACQUIRER REFUND            OPEN            WITHDRAWN
        ACQUIRER REFUND            CHARGEBACK      WITHDRAWN
        ACQUIRER REFUND            REPRESENTED     WITHDRAWN
        ACQUIRER REFUND            PRE_ARBITRATION WITHDRAWN
        ACQUIRER REFUND            ARBITRATION     WITHDRAWN
        CLOCK    TIME_OUT          OPEN            LOST
        CLOCK    TIME_OUT          CHARGEBACK      WON
        CLOCK    TIME_OUT          REPRESENTED     LOST
        CLOCK    TIME_OUT          PRE_ARBITRATION WON
        """

    @Test("Each step leads where the printed table says, and every other one is refused")
    func printedTable() {
        var expected: [[String]: String] = [:]
        for line in Self.table.split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
            expected[Array(words.prefix(3))] = words[3]
        }
        #expect(expected.count == 30)
        for actor in DisputeMatrix.Actor.allCases {
            for step in DisputeStep.allCases {
                for status in DisputeStatus.allCases {
                    let next = try? DisputeMatrix.next(after: status, step, by: actor)
                    #expect(next?.rawValue == expected[[actor.rawValue, step.rawValue, status.rawValue]])
                }
            }
        }
    }

    @Test("Nobody takes a step after the end, and each other status can be left")
    func ends() {
        for status in DisputeStatus.allCases {
            let accepted = DisputeMatrix.Actor.allCases.flatMap { DisputeMatrix.accepted(after: status, by: $0) }
            #expect(accepted.isEmpty == status.isFinal, "\(status.rawValue)")
        }
    }

    @Test("A refusal names only steps that a request can ask for: a refund is none")
    func refundIsNoRequest() {
        let refusal = #expect(throws: Refusal.self) {
            try DisputeMatrix.next(after: .open, .represent, by: .acquirer)
        }
        #expect(refusal?.message == "The dispute is OPEN, so the step REPRESENT by ACQUIRER is not accepted. "
            + "No step is accepted from ACQUIRER now.")
    }

    @Test("A refusal names the dispute's status and the steps that the actor may take")
    func refusal() {
        let refusal = #expect(throws: Refusal.self) {
            try DisputeMatrix.next(after: .chargeback, .accept, by: .issuer)
        }
        #expect(refusal?.message == "The dispute is CHARGEBACK, so the step ACCEPT by ISSUER is not accepted. "
            + "No step is accepted from ISSUER now.")
        let other = #expect(throws: Refusal.self) {
            try DisputeMatrix.next(after: .represented, .chargeBack, by: .issuer)
        }
        #expect(other?.message == "The dispute is REPRESENTED, so the step CHARGE_BACK by ISSUER is not accepted. "
            + "PRE_ARBITRATE or ACCEPT is accepted.")
    }

    @Test("Nobody asks for a refund: the network's message about the money tells it")
    func requests() {
        #expect(DisputeMatrix.steps(by: .acquirer) == [.represent, .accept])
        #expect(DisputeMatrix.steps(by: .issuer) == [.chargeBack, .reject, .preArbitrate, .accept, .arbitrate])
        #expect(DisputeMatrix.steps(by: .scheme) == [.ruleForIssuer, .ruleForAcquirer])
    }
}
