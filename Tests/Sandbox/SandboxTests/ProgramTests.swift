import Administration
import Cards
import Identifiers
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport
import Validation

@Suite("Programs of a customer")
struct ProgramTests {
    @Test("A customer is eligible for the programs of the customer's region", arguments: [
        ("BG", ["DEMO-PHYSICAL-VISA-EEA", "DEMO-VIRTUAL-VISA-EEA", "SKRILL-PHYSICAL-MC-EEA", "SKRILL-VIRTUAL-MC-EEA"]),
        ("NO", ["DEMO-PHYSICAL-VISA-EEA", "DEMO-VIRTUAL-VISA-EEA", "SKRILL-PHYSICAL-MC-EEA", "SKRILL-VIRTUAL-MC-EEA"]),
        ("US", ["DEMO-PHYSICAL-MC-US", "DEMO-VIRTUAL-VISA-US"]),
        ("GB", []),
    ])
    func region(country: String, names: [String]) async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol(country: country)
        let programs = try await fixture.issuing.programs(for: customer, cardType: nil)
        #expect(programs.map(\.program.name) == names)
        #expect(programs.allSatisfy { $0.allowableCards == 5 })
    }

    @Test("The filter selects programs of one card type")
    func cardTypeFilter() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        for type in Program.CardType.allCases {
            let programs = try await fixture.issuing.programs(for: customer, cardType: type)
            #expect(!programs.isEmpty)
            #expect(programs.allSatisfy { $0.program.cardType == type })
        }
    }

    @Test("An unknown customer is not found")
    func unknownCustomer() async throws {
        let fixture = try await IssuingFixture.shared()
        #expect(await refusal {
            try await fixture.issuing.programs(for: CustomerID(999), cardType: nil)
        } == .customer(.notFound))
    }

    @Test("A new program is available immediately, and its name only once")
    func newProgram() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        func summer(allowableCards: Int) throws -> Program {
            try ProgramDraft.read(
                name: "SUMMER-VIRTUAL-VISA-EEA", cardType: .virtual, scheme: .visa, region: .eea, currencies: ["SEK"],
                isDigital: nil, allowableCards: allowableCards, panPrefix: \.addedProgramPrefix
            ).accepted()
        }
        let program = try await fixture.administration.add(summer(allowableCards: 1), to: DemoUniverse.brand)
        let offered = try await fixture.issuing.programs(for: customer, cardType: .virtual)
        #expect(offered.first { $0.program == program }?.allowableCards == 1)
        #expect(await refusal {
            try await fixture.administration.add(summer(allowableCards: 9), to: DemoUniverse.brand)
        } == .program(.exists(name: "SUMMER-VIRTUAL-VISA-EEA")))

        func order() async throws -> Card? {
            let application = CardApplication(
                programName: program.name, currency: "SEK", mobile: nil, pin: nil, externalID: nil,
                userAgent: nil, deliveryAddress: nil, termsAndConditionsAccepted: nil, eDisclosureAccepted: nil)
            return try await fixture.issuing
                .createCard(application, pin: nil, for: customer, request: .unkeyed()).value
        }
        #expect(try await order()?.currency == "SEK")
        #expect(await refusal { try await order() } == .application(.cardLimitExceeded))
    }
}
