import Cards
import Testing
import Validation

@Suite("Activation of a card")
struct ActivationRuleTests {
    @Test(
        "Each invalid field of an activation is reported",
        arguments: Example.table(
            over: ["lastFourDigits": "4242", "cvv": "123", "userAgent": nil],
            """
            cvv: 000                                    → ok
            lastFourDigits: 424                         → lastFourDigits
            lastFourDigits: 42424                       → lastFourDigits
            lastFourDigits: 424x                        → lastFourDigits
            lastFourDigits: ٤٢٤٢                        → lastFourDigits
            lastFourDigits: empty                       → lastFourDigits
            cvv: 12                                     → cvv
            cvv: 1234                                   → cvv
            cvv: 12␊                                    → cvv
            cvv: -12                                    → cvv
            cvv: empty                                  → cvv
            userAgent: 1000×u                           → ok
            userAgent: 1001×u                           → userAgent
            lastFourDigits: 1; cvv: 1; userAgent: 1001×u → lastFourDigits cvv userAgent
            """))
    func invalidFields(_ example: Example) {
        let violations = Activation.violations(
            lastFourDigits: example["lastFourDigits"], cvv: example["cvv"], userAgent: example["userAgent"])
        #expect(violations.fields == example.expected)
    }

    @Test("Field errors do not contain the values that were sent")
    func errorsWithoutValues() {
        for violation in Activation.violations(lastFourDigits: "98765", cvv: "4321", userAgent: nil) {
            #expect(!violation.error.contains("98765") && !violation.error.contains("4321"))
        }
    }

    @Test("Only a physical card that is ISSUED or DIGITAL can be activated", arguments: CardStatus.allCases)
    func activatableCards(status: CardStatus) {
        let physical = Sample.card(Standing(status), type: .physical)
        let virtual = Sample.card(Standing(status), type: .virtual)
        #expect(Activation.isPossible(on: physical) == (status == .issued || status == .digital))
        #expect(!Activation.isPossible(on: virtual))
    }

    @Test("The third wrong activation uses up the tries")
    func usedUpTries() {
        #expect(Activation.allowedTries == 3)
        #expect(!Sample.card(Standing(.issued), wrongActivations: 2).hasUsedUpTries)
        #expect(Sample.card(Standing(.suspended, returnsTo: .issued), wrongActivations: 3).hasUsedUpTries)
    }
}
