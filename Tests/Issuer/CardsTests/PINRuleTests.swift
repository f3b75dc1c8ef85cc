import Testing
import Validation

@testable import Cards

@Suite("Rules for a card's PIN")
struct PINRuleTests {
    @Test("Four digits are a PIN", arguments: ["1234", "0000", "4321", "9999", "0907"])
    func fourDigits(digits: String) {
        #expect(PINRule.violation(in: digits) == nil)
    }

    @Test(
        "Any other text is refused, and the error asks for 4 digits",
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
    func invalidPIN(_ example: Example) throws {
        let digits = try #require(example["digits"])
        let error = try #require(PINRule.violation(in: digits))
        #expect(error.contains("4 digits"))
    }

    @Test("The error does not contain the PIN")
    func errorWithoutPIN() throws {
        let error = try #require(PINRule.violation(in: "98765"))
        #expect(!error.contains("98765"))
    }

    @Test("An ACTIVE or DIGITAL card takes any PIN, and an ISSUED card only its first", arguments: CardStatus.allCases)
    func statusesForPIN(status: CardStatus) {
        let isUsable = status == .active || status == .digital
        let withPIN = Sample.card(Standing(status), isPINSet: true)
        let withoutPIN = Sample.card(Standing(status), isPINSet: false)
        #expect(PINRule.allowsSetting(on: withPIN) == isUsable)
        #expect(PINRule.allowsSetting(on: withoutPIN) == (isUsable || status == .issued))
    }

    @Test("PINs with a simple pattern are weak", arguments: [
        ("0000", true), ("9999", true), ("1234", true), ("6789", true), ("7890", true), ("4321", true), ("1212", true),
        ("4071", false), ("1235", false), ("1221", false), ("1357", false), ("2580", false), ("121212", true),
        ("123456", true), ("407182", false),
    ])
    func weakPIN(digits: String, isWeak: Bool) {
        #expect(PINRule.isWeak(digits) == isWeak)
    }

    @Test("A weak PIN is refused only if the customer's brand refuses weak PINs")
    func weakPINPolicy() {
        var customer = Sample.bulgarian
        #expect(PINForm.weak.violation(for: customer) == nil)
        customer.refusesWeakPINs = true
        #expect(PINForm.weak.violation(for: customer) == PINRule.weak.error)
        #expect(PINForm.strong.violation(for: customer) == nil)
        #expect(PINForm.malformed.violation(for: customer) != PINRule.weak.error)
    }

    @Test("After 9 wrong tries in total, only the issuer can reset used-up tries")
    func triesUsedUpForGood() throws {
        let card = Sample.card(Standing(.active), isPINSet: true, wrongPINs: 3, wrongTriesInAll: 9)
        #expect(throws: Refusal.pin(.triesUsedUpForGood)) { try card.checkTriesAreUsedUp() }
        #expect(throws: Refusal.pin(.triesUsedUpForGood)) { try PINRule.check(.update, on: card, of: Sample.bulgarian) }
        #expect(throws: Refusal.pin(.triesUsedUpForGood)) { try CardEvent.chipAndPIN.effect(on: card) }
        #expect(!CardAction.available(on: card).contains { $0 == .resetTries || $0 == .setPIN })
        #expect(try CardEvent.clearTries.effect(on: card) == .clearsTries)
        let oneLess = Sample.card(Standing(.active), isPINSet: true, wrongPINs: 3, wrongTriesInAll: 8)
        try oneLess.checkTriesAreUsedUp()
        let usable = Sample.card(Standing(.active), isPINSet: true, wrongPINs: 2, wrongTriesInAll: 11)
        #expect(throws: Refusal.pin(.triesNotUsedUp)) { try usable.checkTriesAreUsedUp() }
        try PINRule.check(.update, on: usable, of: Sample.bulgarian)
    }

    @Test("The last allowed wrong PIN uses up the tries")
    func usedUpTries() {
        #expect(!Sample.card(Standing(.active), wrongPINs: PINRule.allowedTries - 1).hasUsedUpTries)
        #expect(Sample.card(Standing(.active), wrongPINs: PINRule.allowedTries).hasUsedUpTries)
    }
}
