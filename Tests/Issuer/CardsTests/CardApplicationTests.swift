import Cards
import Identifiers
import Testing
import Validation

@Suite("Application for a card")
struct CardApplicationTests {
    @Test("A virtual card without an address and a physical card with one are accepted", arguments: [nil, Sample.sofia])
    func validApplications(deliveryAddress: DeliveryAddress.Draft?) {
        let application = application(
            program: deliveryAddress == nil ? "SKRILL-VIRTUAL-MC-EEA" : "SKRILL-PHYSICAL-MC-EEA",
            deliveryAddress: deliveryAddress)
        let eligible = Sample.eligible(for: Sample.bulgarian)
        #expect(application.errors(for: Sample.bulgarian, eligible: eligible) == [])
    }

    @Test(
        "Each invalid field of an application is reported",
        arguments: Example.table(
            over: [
                "program": "SKRILL-VIRTUAL-MC-EEA", "currency": "BGN", "mobile": "+1 123456789", "pin": nil,
                "externalId": nil, "userAgent": nil,
            ],
            """
            program: DEMO-VIRTUAL-VISA-US       → programName
            program: skrill-virtual-mc-eea      → programName
            program: empty                      → programName
            currency: EUR                       → ok
            currency: USD                       → currency
            currency: bgn                       → currency
            currency: empty                     → currency
            program: NONE; currency: USD        → programName
            program: NONE; currency: US         → programName currency
            program: NONE; currency: USDX       → programName currency
            program: NONE; currency: U5D        → programName currency
            mobile: absent                      → ok
            mobile: +359888123456               → ok
            mobile: +12                         → ok
            mobile: +1 1                        → ok
            mobile: +1 1234567890123456         → ok
            mobile: +1 4761732583296743         → mobile
            mobile: +1 12345678901234567        → mobile
            mobile: +1                          → mobile
            mobile: +                           → mobile
            mobile: empty                       → mobile
            mobile: 1 123456789                 → mobile
            mobile: + 123456789                 → mobile
            mobile: ++1 123456789               → mobile
            mobile: +1␠␠123456789               → mobile
            mobile: +1 123 456                  → mobile
            mobile: +1-123456789                → mobile
            mobile: +1 123456789␊               → mobile
            mobile: ␠+1 123456789               → mobile
            mobile: +1 12345678x                → mobile
            mobile: +١ ٢٣٤٥                     → mobile
            pin: 1234                           → ok
            pin: 123                            → cardPin
            pin: empty                          → cardPin
            externalId: a                       → ok
            externalId: 40×a                    → ok
            externalId: 41×a                    → externalId
            externalId: empty                   → externalId
            externalId: a␀b                     → externalId
            userAgent: 1000×u                   → ok
            userAgent: 1001×u                   → userAgent
            userAgent: 1001×u; pin: 1; currency: X → currency cardPin userAgent
            userAgent: 1001×u; externalId: empty; pin: 1; mobile: 1; currency: X; program: NONE → \
            programName currency mobile cardPin externalId userAgent
            """))
    func invalidFields(_ example: Example) {
        let application = application(
            program: example["program"], currency: example["currency"], mobile: example["mobile"],
            pin: example["pin"], externalID: example["externalId"], userAgent: example["userAgent"])
        let violations = application.errors(
            for: Sample.bulgarian, eligible: Sample.eligible(for: Sample.bulgarian))
        #expect(violations.fields.sorted() == example.expected.sorted())
    }

    @Test(
        "A physical card needs a valid delivery address, and a virtual card takes none",
        arguments: Example.table(
            over: ["program": nil, "address1": nil, "city": "Sofia"],
            """
            program: SKRILL-VIRTUAL-MC-EEA                                          → ok
            program: SKRILL-VIRTUAL-MC-EEA; address1: Tsarigradsko Shose 73         → deliveryAddress
            program: SKRILL-VIRTUAL-MC-EEA; address1: abc; city: 4                  → \
            deliveryAddress deliveryAddress.address1 deliveryAddress.city
            program: SKRILL-PHYSICAL-MC-EEA                                         → deliveryAddress
            program: SKRILL-PHYSICAL-MC-EEA; address1: Tsarigradsko Shose 73        → ok
            program: SKRILL-PHYSICAL-MC-EEA; address1: abc                          → deliveryAddress.address1
            program: DEMO-PHYSICAL-VISA-EEA                                         → deliveryAddress
            program: NONE                                                           → programName
            program: NONE; address1: abc                                  → programName deliveryAddress.address1
            """))
    func deliveryAddress(_ example: Example) {
        let address = example["address1"].map {
            DeliveryAddress.Draft(address1: $0, city: example["city"], countryCode: "BG", postalCode: "1000")
        }
        let violations = application(program: example["program"], deliveryAddress: address)
            .errors(for: Sample.bulgarian, eligible: Sample.eligible(for: Sample.bulgarian))
        #expect(violations.fields.sorted() == example.expected.sorted())
    }

    @Test(
        "A customer in the United States accepts the terms and the disclosure and sends no PIN",
        arguments: Example.table(
            over: ["country": "US", "terms": "true", "disclosure": "true", "pin": nil],
            """
            country: US                                      → ok
            terms: absent                                    → termsAndConditionsAccepted
            terms: false                                     → termsAndConditionsAccepted
            disclosure: absent                               → eDisclosureAccepted
            disclosure: false                                → eDisclosureAccepted
            terms: false; disclosure: absent                 → termsAndConditionsAccepted eDisclosureAccepted
            pin: 1234                                        → cardPin
            pin: 12                                          → cardPin
            pin: 1234; terms: absent                         → cardPin termsAndConditionsAccepted
            country: BG; terms: absent; disclosure: absent   → ok
            country: BG; terms: false; disclosure: false     → ok
            country: BG; pin: 1234                           → ok
            """))
    func unitedStates(_ example: Example) {
        let isAmerican = example["country"] == "US"
        let customer = isAmerican ? Sample.american : Sample.bulgarian
        let application = application(
            program: isAmerican ? "DEMO-VIRTUAL-VISA-US" : "SKRILL-VIRTUAL-MC-EEA",
            currency: isAmerican ? "USD" : "BGN", pin: example["pin"], terms: example["terms"].map { $0 == "true" },
            disclosure: example["disclosure"].map { $0 == "true" })
        let violations = application.errors(for: customer, eligible: Sample.eligible(for: customer))
        #expect(violations.fields.sorted() == example.expected.sorted())
    }

    @Test("Unreadable fields are reported first and only once")
    func unreadableFields() {
        let unreadable = [
            FieldError("programNam", "is not a field of this request; did you mean programName?"),
            FieldError("deliveryAddress", "must be an object"),
        ]
        let application = application(program: "SKRILL-PHYSICAL-MC-EEA", currency: "XXX", unreadable: unreadable)
        let violations = application.errors(
            for: Sample.bulgarian, eligible: Sample.eligible(for: Sample.bulgarian))
        #expect(Array(violations.prefix(2)) == unreadable)
        #expect(violations.fields == ["programNam", "deliveryAddress", "currency"])
    }

    @Test("The error for a wrong program names the programs of the customer's region")
    func eligiblePrograms() throws {
        let application = application(program: "SKRILL-VIRTUAL-MC-US", currency: "USD")
        let violations = application.errors(
            for: Sample.bulgarian, eligible: Sample.eligible(for: Sample.bulgarian))
        let violation = try #require(violations.first)
        for name in ["SKRILL-VIRTUAL-MC-EEA", "SKRILL-PHYSICAL-MC-EEA", "DEMO-PHYSICAL-VISA-EEA"] {
            #expect(violation.error.contains(name))
        }
        #expect(!violation.error.contains("-US"), "a program of another region is not offered")
    }

    private func application(
        program: String?, currency: String? = "BGN", mobile: String? = "+1 123456789", pin: String? = nil,
        externalID: String? = nil, userAgent: String? = nil, deliveryAddress: DeliveryAddress.Draft? = nil,
        terms: Bool? = nil, disclosure: Bool? = nil, unreadable: [FieldError] = []
    ) -> Draft<CardApplication> {
        let application = CardApplication(
            programName: program, currency: currency, mobile: mobile, pin: pin.map { Sample.pin($0).form },
            externalID: externalID, userAgent: userAgent, deliveryAddress: deliveryAddress,
            termsAndConditionsAccepted: terms, eDisclosureAccepted: disclosure)
        return Draft(application, errors: unreadable).then(\.draft)
    }

    @Test("The error for a customer without eligible programs does not end in an empty list")
    func noEligibleProgram() throws {
        let application = CardApplication(
            programName: "ANY", currency: "CHF", mobile: nil, pin: nil, externalID: nil, userAgent: nil,
            deliveryAddress: nil, termsAndConditionsAccepted: nil, eDisclosureAccepted: nil
        ).draft
        let customer = Sample.customer(1, country: "CH")
        let violation = try #require(application.errors(for: customer, eligible: []).first)
        #expect(!violation.error.hasSuffix(": "))
    }
}
