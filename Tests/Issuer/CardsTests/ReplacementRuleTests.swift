import Cards
import Testing
import Validation

@Suite("Replacement of a card")
struct ReplacementRuleTests {
    @Test("The reason decides which cards it can replace and the old card's new status", arguments: [
        (.damaged, .damaged, [.active, .locked]),
        (.lost, .lost, [.active, .damaged, .locked]),
        (.renew, .expired, [.issued, .active, .locked, .suspended, .digital]),
    ] as [(Replacement, CardStatus, [CardStatus])])
    func oldCardStatus(reason: Replacement, end: CardStatus, sources: [CardStatus]) {
        #expect(reason.leaves == end)
        #expect(Set(reason.accepted) == Set(sources))
        for status in CardStatus.allCases {
            let isAllowed = TransitionMatrix.allows(
                from: Standing(status), to: reason.leaves, by: .customer, on: .replacement)
            #expect(isAllowed == sources.contains(status), "\(status)")
        }
    }

    @Test(
        "Each invalid field of a replacement is reported",
        arguments: Example.table(
            over: ["customer": "BG", "type": "PHYSICAL", "address1": nil, "pin": nil, "userAgent": nil],
            """
            type: PHYSICAL                                      → ok
            type: VIRTUAL                                       → ok
            address1: Tsarigradsko Shose 73                     → ok
            address1: abc                                       → deliveryAddress.address1
            type: VIRTUAL; address1: Tsarigradsko Shose 73      → deliveryAddress
            type: VIRTUAL; address1: abc                        → deliveryAddress deliveryAddress.address1
            pin: 1234                                           → ok
            pin: 123                                            → cardPin
            customer: US                                        → ok
            customer: US; pin: 1234                             → cardPin
            customer: US; address1: Tsarigradsko Shose 73       → deliveryAddress.state
            userAgent: 1000×u                                   → ok
            userAgent: 1001×u                                   → userAgent
            userAgent: 1001×u; address1: abc                    → userAgent deliveryAddress.address1
            """))
    func invalidFields(_ example: Example) {
        let card = Sample.card(Standing(.active), type: example["type"] == "VIRTUAL" ? .virtual : .physical)
        let address = example["address1"].map {
            DeliveryAddress.Draft(address1: $0, city: "Sofia", countryCode: "BG", postalCode: "1000")
        }
        let application = ReplacementApplication.read(
            reason: .damaged, deliveryAddress: address, pin: example["pin"].map { Sample.pin($0).form },
            userAgent: example["userAgent"])
        let customer = example["customer"] == "US" ? Sample.american : Sample.bulgarian
        let fields = application.errors(replacing: card, of: customer).fields
        #expect(fields.sorted() == example.expected.sorted())
    }

    @Test("Unreadable fields are reported first")
    func unreadableFields() {
        let unreadable = [FieldError("reason", "must be one of DAMAGED, LOST, RENEW")]
        let application = Draft((), errors: unreadable).then {
            ReplacementApplication.read(reason: nil, deliveryAddress: nil, pin: .malformed, userAgent: nil)
        }
        let violations = application.errors(replacing: Sample.card(Standing(.active)), of: Sample.bulgarian)
        #expect(violations.first == unreadable.first)
        #expect(violations.fields == ["reason", "cardPin"])
    }

    @Test("An unreadable field of an address is reported once")
    func unreadableAddressField() {
        let unreadable = [FieldError("deliveryAddress.state", "must be a string")]
        let address = DeliveryAddress.Draft(
            address1: "Temple Square 1", city: "Salt Lake City", countryCode: "US", postalCode: "84101")
        let application = Draft((), errors: unreadable).then {
            ReplacementApplication.read(reason: .damaged, deliveryAddress: address, pin: nil, userAgent: nil)
        }
        let violations = application.errors(replacing: Sample.card(Standing(.active)), of: Sample.american)
        #expect(violations == unreadable)
    }
}
