import Testing
import Validation

@testable import Cards

@Suite("Delivery address")
struct DeliveryAddressTests {
    @Test(
        "Each invalid field of an address is reported",
        arguments: Example.table(
            over: [
                "address1": "Tsarigradsko Shose 73", "address2": nil, "address3": nil, "city": "Sofia",
                "country": "BG", "state": nil, "postalCode": "1000",
            ],
            """
            address1: Road                  → ok
            address1: 40×a                  → ok
            address1: abc                   → address1
            address1: 41×a                  → address1
            address1: empty                 → address1
            address1: Shose␊73              → address1
            address2: Apartment 2C          → ok
            address2: empty                 → ok
            address2: 30×a                  → ok
            address2: 31×a                  → address2
            address3: Cityville, State 789  → ok
            address3: 30×a                  → ok
            address3: 31×a                  → address3
            city: A                         → ok
            city: 30×a                      → ok
            city: 31×a                      → city
            city: empty                     → city
            city: St. Pölten-Land           → ok
            city: София                     → ok
            city: Sofia 1                   → city
            city: L'Aquila                  → city
            city: Sofia␉                    → city
            city: A_B                       → city
            country: US                     → ok
            country: bg                     → countryCode
            country: BGR                    → countryCode
            country: EU                     → countryCode
            country: UK                     → countryCode
            country: XX                     → countryCode
            country: ZZ                     → countryCode
            country: GB                     → ok
            country: empty                  → countryCode
            state: NL                       → ok
            state: 3×A                      → ok
            state: 4×A                      → state
            postalCode: 1                   → ok
            postalCode: 16×1                → ok
            postalCode: 17×1                → postalCode
            postalCode: empty               → postalCode
            postalCode: 10␀0                → postalCode
            """))
    func invalidFields(_ example: Example) {
        #expect(draft(example).violations(under: "at").fields == example.expected.map { "at.\($0)" })
    }

    @Test(
        "An address of a customer in the United States needs a state and a US postal code, wherever it is",
        arguments: Example.table(
            over: [
                "address1": "Temple Square 1", "address2": nil, "address3": nil, "city": "Salt Lake City",
                "country": "US", "state": "UT", "postalCode": "84101",
            ],
            """
            country: US                     → ok
            country: BG                     → ok
            country: BG; state: absent      → state
            state: absent                   → state
            state: empty                    → state
            state: U                        → state
            state: UTA                      → ok
            state: UTAH                     → state
            postalCode: 84101-1234          → ok
            postalCode: 84101 12            → ok
            postalCode: 8410                → ok
            postalCode: 10×8                → ok
            postalCode: 841                 → postalCode
            postalCode: 11×8                → postalCode
            postalCode: 84101_1             → postalCode
            postalCode: 84101.              → postalCode
            postalCode: ÄÄÄÄ                → postalCode
            postalCode: ８４１０１               → postalCode
            postalCode: empty               → postalCode
            """))
    func unitedStates(_ example: Example) throws {
        let address = draft(example)
        let errors = address.violations(under: "at").adding(address.violations(under: "at", forCustomerIn: "US"))
        #expect(errors.fields.sorted() == example.expected.map { "at.\($0)" })
        let general = address.violations(under: "at")
        #expect(general.adding(address.violations(under: "at", forCustomerIn: "BG")) == general)
    }

    @Test("All errors are reported at once, in the order of the fields")
    func errorOrder() {
        let draft = DeliveryAddress.Draft(
            address1: "", address2: String(repeating: "a", count: 31), address3: String(repeating: "a", count: 31),
            city: "5", countryCode: "XX", state: "ABCD", postalCode: "")
        let names = ["address1", "address2", "address3", "city", "countryCode", "state", "postalCode"]
        #expect(draft.violations(under: "deliveryAddress").fields == names.map { "deliveryAddress.\($0)" })
    }

    @Test("A complete draft becomes an address")
    func completeDraft() throws {
        let address = try #require(Sample.sofia.address)
        #expect(address.address1 == "Tsarigradsko Shose 73")
        #expect(address.city == "Sofia")
        #expect(address.countryCode == "BG")
        #expect(address.postalCode == "1000")
        #expect(address.address2 == nil && address.address3 == nil && address.state == nil)
    }

    @Test(
        "A draft with a missing or invalid field does not become an address",
        arguments: Example.table(
            over: [
                "address1": "Tsarigradsko Shose 73", "address2": nil, "address3": nil, "city": "Sofia",
                "country": "BG", "state": nil, "postalCode": "1000",
            ],
            """
            address1: absent        → none
            city: absent            → none
            country: absent         → none
            postalCode: absent      → none
            address2: 31×a          → none
            country: XX             → none
            state: UTAH             → none
            """))
    func incompleteDraft(_ example: Example) {
        #expect(draft(example).address == nil)
    }

    private func draft(_ example: Example) -> DeliveryAddress.Draft {
        DeliveryAddress.Draft(
            address1: example["address1"], address2: example["address2"], address3: example["address3"],
            city: example["city"], countryCode: example["country"], state: example["state"],
            postalCode: example["postalCode"])
    }

    @Test("Text that consists of combining marks is limited too")
    func combiningMarks() {
        let marks = "a" + String(repeating: "\u{301}", count: 100)
        let address = DeliveryAddress.Draft(
            address1: "abc" + marks, address2: marks, address3: marks, city: marks, countryCode: "BG",
            state: marks, postalCode: marks)
        #expect(
            address.violations(under: "at").fields
                == ["at.address1", "at.address2", "at.address3", "at.city", "at.state", "at.postalCode"])
    }

    @Test("C1 control characters are refused")
    func c1ControlCharacters() {
        let address = DeliveryAddress.Draft(
            address1: "Road\u{85}\u{9B}", city: "Sofia", countryCode: "BG", postalCode: "1000")
        #expect(address.violations(under: "at").fields == ["at.address1"])
    }

    @Test("A state of the United States consists of Latin letters")
    func usState() {
        let address = DeliveryAddress.Draft(
            address1: "Temple Square 1", city: "Salt Lake City", countryCode: "US", state: "中文", postalCode: "84101")
        #expect(address.violations(under: "at", forCustomerIn: "US").fields == ["at.state"])
    }
}
