import Cards
import Testing
import Validation

@Suite("Reading a new customer or program from a request")
struct EnrolmentTests {
    @Test(
        "Each invalid field of a new customer is reported",
        arguments: Example.table(
            over: [
                "country": "BG", "firstName": "Ada", "lastName": "Byron", "mobile": "+1 123456789", "address1": nil,
            ],
            """
            country: US                                             → ok
            country: XX                                             → country
            country: bg                                             → country
            firstName: empty                                        → firstName
            firstName: Ada␊                                         → firstName
            firstName: 1000×a                                       → firstName
            lastName: empty                                         → lastName
            lastName: 1000×a                                        → lastName
            mobile: 123                                             → mobile
            address1: Tsarigradsko Shose 73                         → ok
            address1: abc                                           → address.address1
            country: US; address1: Tsarigradsko Shose 73            → address.state
            country: XX; firstName: empty; lastName: empty; mobile: 1; address1: abc → \
            country firstName lastName mobile address.address1
            """))
    func invalidCustomerFields(_ example: Example) throws {
        let draft = CustomerEnrolment.read(
            country: example["country"], firstName: example["firstName"], lastName: example["lastName"],
            mobile: example["mobile"],
            address: example["address1"].map {
                DeliveryAddress.Draft(address1: $0, city: "Sofia", countryCode: "BG", postalCode: "1000")
            })
        #expect(draft.errors.fields == example.expected)
        #expect((draft.value != nil && draft.errors.isEmpty) == example.expected.isEmpty)
    }

    @Test("A new customer has the region, the name and the address from the request")
    func newCustomer() throws {
        let enrolment: CustomerEnrolment = try CustomerEnrolment.read(
            country: "BG", firstName: "Ada", lastName: "Byron", mobile: "+1 123456789", address: Sample.sofia
        ).accepted()
        let customer = enrolment.customer(Sample.bulgarian.id)
        #expect(customer.region == .eea)
        #expect(customer.cardholderName == "ADA BYRON")
        #expect(customer.address == Sample.sofia.address)
    }

    @Test(
        "Each invalid field of a new program is reported",
        arguments: Example.table(
            over: ["name": "DEMO-X", "type": "PHYSICAL", "currencies": "EUR", "isDigital": "no", "cards": nil],
            """
            isDigital: yes                                  → ok
            type: VIRTUAL                                   → ok
            type: VIRTUAL; isDigital: yes                   → isDigital
            name: empty                                     → name
            name: 1000×a                                    → name
            currencies: EUR BGN                             → ok
            currencies: EUR EUR                             → currencies
            currencies: eur                                 → currencies
            currencies: EURO                                → currencies
            currencies: empty                               → currencies
            cards: 1                                        → ok
            cards: 0                                        → allowableCards
            cards: -1                                       → allowableCards
            cards: 1000000                                  → allowableCards
            name: empty; currencies: empty; cards: 0; type: VIRTUAL; isDigital: yes → \
            name currencies allowableCards isDigital
            """))
    func invalidProgramFields(_ example: Example) {
        let draft = ProgramDraft.read(
            name: example["name"], cardType: example["type"].flatMap(Program.CardType.init(rawValue:)),
            scheme: .visa, region: .eea,
            currencies: example["currencies"].map { $0.split(separator: " ").map(String.init) },
            isDigital: example["isDigital"] == "yes", allowableCards: example["cards"].flatMap { Int($0) },
            panPrefix: { _ in "4111111" })
        #expect(draft.errors.fields == example.expected)
    }

    @Test("A new program has the values from the request")
    func newProgram() throws {
        let program: Program = try ProgramDraft.read(
            name: "DEMO-X", cardType: .physical, scheme: .mastercard, region: .unitedStates, currencies: ["USD"],
            isDigital: true, allowableCards: 2, panPrefix: { $0 == .mastercard ? "541333" : "476173" }
        ).accepted()
        #expect(program.name == "DEMO-X")
        #expect(program.firstStatus == .digital && !program.requiresApproval)
        #expect(program.currencies == ["USD"])
        #expect(EligibleProgram(program, for: Sample.american, issuedCards: 0)?.allowableCards == 2)
        #expect(program.panPrefix == "541333")
    }

    @Test("An unreadable field of an address is reported once")
    func unreadableAddressField() {
        let unreadable = [FieldError("address.state", "must be a string")]
        let address = DeliveryAddress.Draft(
            address1: "Temple Square 1", city: "Salt Lake City", countryCode: "US", postalCode: "84101")
        let enrolment = Draft((), errors: unreadable).then {
            CustomerEnrolment.read(
                country: "US", firstName: "Ada", lastName: "Byron", mobile: "+1 12", address: address)
        }
        #expect(throws: Refusal.invalidFields(unreadable)) { let _: CustomerEnrolment = try enrolment.accepted() }
    }
}
