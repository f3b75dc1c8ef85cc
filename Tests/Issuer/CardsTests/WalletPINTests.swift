import Cards
import Testing
import Validation

@Suite("Rules for a wallet PIN")
struct WalletPINTests {
    @Test("Six digits are a wallet PIN", arguments: ["402817", "100000", "123457", "987651", "112233"])
    func sixDigits(digits: String) {
        #expect(WalletPINRule.violation(in: digits) == nil && WalletPINRule.violation(inNew: digits) == nil)
    }

    @Test(
        "Any other text is not a wallet PIN",
        arguments: ["", "4071", "40281", "4028170", "40281a", " 402817", "402817\n", "４０２８１７", "٤٠٢٨١٧", "-40281"])
    func invalidPIN(text: String) {
        #expect(WalletPINRule.violation(in: text) == "must be exactly 6 digits")
        #expect(WalletPINRule.violations(pin: text).map(\.field) == ["pin"])
    }

    @Test(
        "A weak wallet PIN can be answered, but not set",
        arguments: ["000000", "777777", "012345", "123456", "456789", "654321", "987654"])
    func weakPIN(digits: String) {
        #expect(WalletPINRule.violation(in: digits) == nil, "one that was set before the rule can still be answered")
        #expect(WalletPINRule.violation(inNew: digits) == PINRule.weak.error)
    }
}
