import Cards
import Identifiers
import Testing

@Suite("Programs that a customer is eligible for")
struct EligibilityTests {
    @Test("A country belongs to the EEA, the United States or no region", arguments: [
        ("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK", Region.eea),
        ("US", .unitedStates),
        ("GB CH RS TR UA CA MX PR us bg EL UK XX", nil),
    ])
    func regionOfCountry(countries: String, region: Region?) {
        for country in countries.split(separator: " ") {
            #expect(Region(country: String(country)) == region, "\(country)")
        }
    }

    @Test("A customer is eligible for the programs of the customer's region", arguments: [
        ("BG", ["SKRILL-VIRTUAL-MC-EEA", "SKRILL-PHYSICAL-MC-EEA", "DEMO-PHYSICAL-VISA-EEA"]),
        ("DE", ["SKRILL-VIRTUAL-MC-EEA", "SKRILL-PHYSICAL-MC-EEA", "DEMO-PHYSICAL-VISA-EEA"]),
        ("US", ["DEMO-VIRTUAL-VISA-US", "DEMO-PHYSICAL-MC-US"]),
        ("CH", []),
    ])
    func eligiblePrograms(country: String, programs: [String]) {
        let customer = Sample.customer(1, country: country)
        #expect(Sample.eligible(for: customer).map(\.program.name) == programs)
    }

    @Test(
        "Each issued card reduces the allowable cards, never below zero",
        arguments: [(0, 5), (1, 4), (4, 1), (5, 0), (6, 0), (1000, 0)])
    func allowableCards(issued: Int, left: Int) {
        let eligible = EligibleProgram(Sample.virtualEEA, for: Sample.bulgarian, issuedCards: issued)
        #expect(eligible?.allowableCards == left)
    }

    @Test("The program decides a new card's first status", arguments: [
        (Sample.virtualEEA, CardStatus.active), (Sample.physicalEEA, .issued), (Sample.digitalEEA, .digital),
    ])
    func firstStatus(program: Program, status: CardStatus) {
        #expect(program.firstStatus == status)
    }

    @Test("A card that the issuer must approve is APPLIED first, and its program decides its status later", arguments: [
        (Program.CardType.virtual, false, CardStatus.active), (.physical, false, .issued), (.physical, true, .digital),
    ])
    func approval(type: Program.CardType, isDigital: Bool, status: CardStatus) {
        let program = Sample.program("REVIEWED", type, .visa, .eea, isDigital: isDigital, requiresApproval: true)
        #expect(program.firstStatus == .applied && program.issuedStatus == status)
    }

    @Test("A new virtual card is ACTIVE even if its program is digital")
    func digitalVirtualProgram() {
        let program = Sample.program("ODD", .virtual, .visa, .eea, isDigital: true)
        #expect(program.firstStatus == .active)
    }
}
