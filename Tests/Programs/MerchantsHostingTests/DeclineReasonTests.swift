import Authorizing
import MerchantsHosting
import Payments
import Testing

@Suite("The meaning of an issuer's codes for a merchant")
struct DeclineReasonTests {
    /// All codes with the meanings in the documentation.
    private static let table = """
        00 approval
        01 DO_NOT_HONOR
        03 NOT_PERMITTED
        04 DO_NOT_HONOR
        05 DO_NOT_HONOR
        07 DO_NOT_HONOR
        10 approval
        12 NOT_PERMITTED
        13 NOT_PERMITTED
        14 UNKNOWN_CARD
        15 UNKNOWN_CARD
        30 MALFUNCTION
        41 LOST
        43 STOLEN
        46 CLOSED
        51 INSUFFICIENT_FUNDS
        54 EXPIRED
        55 WRONG_PIN
        57 NOT_PERMITTED
        58 NOT_PERMITTED
        59 DO_NOT_HONOR
        61 AMOUNT_LIMIT
        62 SUSPENDED
        63 WRONG_CVV2
        65 COUNT_LIMIT
        75 WRONG_PIN
        78 SUSPENDED
        82 CRYPTOGRAM_REFUSED
        84 DO_NOT_HONOR
        85 approval
        86 WRONG_PIN
        88 CRYPTOGRAM_REFUSED
        91 no decision
        92 no decision
        94 MALFUNCTION
        96 MALFUNCTION
        1A NOT_PERMITTED
        N7 WRONG_CVV2
        """

    @Test("Every code has one meaning")
    func table() {
        let lines = ResponseCode.allCases.map { code in
            let meaning =
                switch code.meaningForMerchants {
                case .approval: "approval"
                case .noDecision: "no decision"
                case .decline(let reason): reason.rawValue
                }
            return "\(code.rawValue) \(meaning)"
        }
        #expect(lines.joined(separator: "\n") == Self.table)
    }

    @Test("The codes for approvals are the issuer's, and every reason of an issuer has a code")
    func complete() {
        for code in ResponseCode.allCases {
            #expect((code.meaningForMerchants == .approval) == code.isApproval)
        }
        let reached = Set(
            ResponseCode.allCases.compactMap { code -> DeclineReason? in
                guard case .decline(let reason) = code.meaningForMerchants else { return nil }
                return reason
            })
        // Only a gateway asks a customer to authenticate.
        #expect(Set(DeclineReason.allCases).subtracting(reached) == [.notAuthenticated])
    }
}
