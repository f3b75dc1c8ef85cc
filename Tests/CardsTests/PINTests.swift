import Cards
import Testing

@Suite struct PINRuleTests {
    @Test(arguments: ["1234", "0000", "4321", "9999", "0907"])
    func fourDigitsAreAPIN(digits: String) {
        #expect(PINRule.violation(in: digits) == nil)
    }

    @Test(
        arguments: Example.table(
            over: ["digits": nil],
            """
            digits: empty       → none
            digits: 1           → none
            digits: 123         → none
            digits: 12345       → none
            digits: 12a4        → none
            digits: 12 4        → none
            digits: ␠1234       → none
            digits: 123␠        → none
            digits: 123␊        → none
            digits: 12␀4        → none
            digits: -123        → none
            digits: +123        → none
            digits: 1.23        → none
            digits: ١٢          → none
            digits: １２３４    → none
            digits: 10000×1     → none
            """))
    func anythingElseIsNot(_ example: Example) throws {
        let digits = try #require(example["digits"])
        let error = try #require(PINRule.violation(in: digits))
        #expect(error.contains("4 digits"))
    }

    @Test func noAnswerRepeatsThePIN() throws {
        let error = try #require(PINRule.violation(in: "98765"))
        #expect(!error.contains("98765"))
    }

    @Test(arguments: CardStatus.allCases)
    func aCardTakesAPINWhileItIsUsableOrIssuedWithoutOne(status: CardStatus) {
        let isUsable = status == .active || status == .digital
        let withPIN = Sample.card(Standing(status), isPINSet: true)
        let withoutPIN = Sample.card(Standing(status), isPINSet: false)
        #expect(PINRule.allowsSetting(on: withPIN) == isUsable)
        #expect(PINRule.allowsSetting(on: withoutPIN) == (isUsable || status == .issued))
    }

    @Test func triesAreUsedUpByTheThirdWrongPIN() {
        #expect(!Sample.card(Standing(.active), wrongPINs: PINRule.allowedTries - 1).hasUsedUpTries)
        #expect(Sample.card(Standing(.active), wrongPINs: PINRule.allowedTries).hasUsedUpTries)
    }
}
