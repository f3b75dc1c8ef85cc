import Administration
import Cards
import Identifiers
import Issuing
import Postgres
import Scenarios
import Validation

extension Sandbox {
    /// Reports all errors of a scenario, and creates nothing.
    ///
    /// - Parameter earlier: scenarios that are played before it, whose programs will exist.
    public func judge(
        _ scenario: Scenario, after earlier: [Scenario] = [], in brand: String
    ) async throws(ScenarioFailure) {
        _ = try await plan(scenario, after: earlier, in: brand)
    }

    /// Checks all items of a scenario by the rules, before anything is created.
    func plan(
        _ scenario: Scenario, after earlier: [Scenario] = [], in brand: String
    ) async throws(ScenarioFailure) -> ScenarioPlan {
        let (judge, faults) = try await translating(ScenarioFailure.failed) { () async throws(IssuingFailure) in
            let defaults = Self.defaults(in: brand)
            let there = earlier.reduce(try await administration.settings()) { settings, scenario in
                settings.applying(scenario, defaults).settings
            }
            let (settings, faults) = there.applying(scenario, defaults)
            let judge = ScenarioJudge(
                of: scenario, in: try await surroundings(of: scenario, after: earlier, with: settings, in: brand))
            return (judge, try await faults + judge.faults + merchantFaults(in: scenario))
        }
        guard faults.isEmpty else { throw .faults(ScenarioFaults(faults)) }
        return judge.plan
    }

    /// A scenario's programs and clients are of the sandbox's brand, and its cards have test numbers, unless it names
    /// others.
    static func defaults(in brand: String) -> SettingsDefaults {
        SettingsDefaults(brand: brand) { $0.addedProgramPrefix }
    }

    /// Looks up everything that a scenario may refer to.
    ///
    /// - Parameter settings: those that will be there when its customers and cards are created.
    private func surroundings(
        of scenario: Scenario, after earlier: [Scenario], with settings: Settings, in brand: String
    ) async throws(IssuingFailure) -> ScenarioSurroundings {
        let coming = earlier.flatMap { $0.items(of: .programs) }
        let policy = try await reading(AuthenticationStatements.policy(.text(brand))).first ?? .standard
        var found = ScenarioSurroundings(
            programs: settings.programs(of: brand), comingPrograms: Set(coming.map(\.name)),
            hasNetworks: issuing.networks != nil, refusesWeakPINs: policy.refusesWeakPINs)
        let owned = scenario.items(of: .cards) + scenario.items(of: .loads)
        try await lookUp(owned.compactMap { $0["customer"] }, in: brand, &found)
        for reference in scenario.items(of: .tokenizations).compactMap({ $0.reference }) {
            guard try await !reading(TokenLifeStatements.owner(.text(reference.rawValue))).isEmpty else { continue }
            found.references.insert(reference)
        }
        return found
    }

    /// Finds the customers that already exist.
    private func lookUp(
        _ named: [String], in brand: String, _ found: inout ScenarioSurroundings
    ) async throws(IssuingFailure) {
        let ids = Set(named.compactMap { CustomerID($0)?.rawValue })
        guard !ids.isEmpty else { return }
        let asked = SQLValue.bigintArray(ids.sorted())
        for person in try await reading(CustomerStatements.findManyInBrand(asked, .text(brand))) {
            found.people[person.id.description] = person
        }
        for issued in try await reading(ProgramStatements.issuedToMany(asked)) {
            found.issued["\(issued.customer) \(issued.program)"] = issued.cards
        }
    }
}
