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
            let judge = ScenarioJudge(of: scenario, in: try await surroundings(of: scenario, after: earlier, in: brand))
            return (judge, try await judge.faults + merchantFaults(in: scenario))
        }
        guard faults.isEmpty else { throw .faults(ScenarioFaults(faults)) }
        return judge.plan
    }

    /// Looks up everything that a scenario may refer to.
    private func surroundings(
        of scenario: Scenario, after earlier: [Scenario], in brand: String
    ) async throws(IssuingFailure) -> ScenarioSurroundings {
        let coming = earlier.flatMap { $0.items(of: .programs) }
        let policy = try await reading(AuthenticationStatements.policy(.text(brand))).first ?? .standard
        var found = ScenarioSurroundings(
            programs: try await reading(ProgramStatements.ofBrand(.text(brand))),
            comingPrograms: Set(coming.map(\.name)), hasNetworks: issuing.networks != nil,
            refusesWeakPINs: policy.refusesWeakPINs)
        for program in Self.drafted(coming) where found.program(program.name) == nil {
            found.programs.append(program)
        }
        for program in Self.drafted(scenario.items(of: .programs)) where found.program(program.name) == nil {
            guard try await !reading(ProgramStatements.find(.text(program.name))).isEmpty else { continue }
            found.takenNames.insert(program.name)
        }
        let owned = scenario.items(of: .cards) + scenario.items(of: .loads)
        try await lookUp(owned.compactMap { $0["customer"] }, in: brand, &found)
        for reference in scenario.items(of: .tokenizations).compactMap({ $0.reference }) {
            guard try await !reading(TokenLifeStatements.owner(.text(reference.rawValue))).isEmpty else { continue }
            found.references.insert(reference)
        }
        return found
    }

    private static func drafted(_ programs: [Scenario.Item]) -> [Program] {
        programs.filter(\.isReadable).compactMap { item in try? item.program.accepted() }
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
