import Cards
import Testing

@Suite struct EligibilityTests {
    @Test(arguments: [
        ("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK", Region.eea),
        ("US", .unitedStates),
        ("GB CH RS TR UA CA MX PR us bg EL UK XX", nil),
    ])
    func regions(countries: String, region: Region?) {
        for country in countries.split(separator: " ") {
            #expect(Region(country: String(country)) == region, "\(country)")
        }
    }

    @Test(arguments: [
        ("BG", ["SKRILL-VIRTUAL-MC-EEA", "SKRILL-PHYSICAL-MC-EEA", "DEMO-PHYSICAL-VISA-EEA"]),
        ("DE", ["SKRILL-VIRTUAL-MC-EEA", "SKRILL-PHYSICAL-MC-EEA", "DEMO-PHYSICAL-VISA-EEA"]),
        ("US", ["DEMO-VIRTUAL-VISA-US", "DEMO-PHYSICAL-MC-US"]),
        ("CH", []),
    ])
    func programsAreForTheCustomersOfTheirRegion(country: String, programs: [String]) {
        let customer = Sample.customer(1, country: country)
        #expect(Sample.eligible(for: customer).map(\.program.name) == programs)
    }

    @Test(arguments: [(0, 5), (1, 4), (4, 1), (5, 0), (6, 0), (1000, 0)])
    func allowableCardsFallWithEachCardAndNeverBelowZero(issued: Int, left: Int) {
        let eligible = EligibleProgram(Sample.virtualEEA, for: Sample.bulgarian, issuedCards: issued)
        #expect(eligible?.allowableCards == left)
    }

    @Test(arguments: [
        (Sample.virtualEEA, CardStatus.active), (Sample.physicalEEA, .issued), (Sample.digitalEEA, .digital),
    ])
    func aNewCardStandsWhereItsProgramSays(program: Program, status: CardStatus) {
        #expect(program.firstStatus == status)
    }

    @Test func aVirtualCardIsActiveWhateverElseItsProgramSays() {
        let program = Sample.program("ODD", .virtual, .visa, .eea, isDigital: true)
        #expect(program.firstStatus == .active)
    }
}
