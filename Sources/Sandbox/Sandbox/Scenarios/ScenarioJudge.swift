import Cards
import Identifiers
import Scenarios
import Validation

/// The existing data that a scenario is checked against.
struct ScenarioSurroundings {
    /// The brand's programs, and those that will exist when the scenario is played.
    var programs: [Program]
    /// The names of all programs that earlier scenarios define, including invalid ones.
    let comingPrograms: Set<String>
    let hasNetworks: Bool
    /// Whether the brand's policy refuses weak PINs.
    let refusesWeakPINs: Bool
    /// The existing customers by their numbers, and those of the scenario by their names.
    var people: [String: Customer] = [:]
    /// How many cards of a program a customer has so far.
    var issued: [String: Int] = [:]
    /// The references of other tokens.
    var references: Set<DPANReference> = []

    func program(_ name: String?) -> Program? { programs.first { $0.name == name } }
}

/// Checks a scenario in one pass, item by item. The reader has reported what cannot be read. The rest is checked
/// against the rules.
///
/// Each error is reported once. If an item refers to an invalid one, only its independent parts are checked: if a
/// card's customer is unknown, its currency is checked against its program, but not whether the customer may have the
/// program.
struct ScenarioJudge {
    /// The items to create if there are no errors.
    var plan = ScenarioPlan()
    var faults: [ScenarioFault]
    let scenario: Scenario
    /// The valid items that later ones can refer to.
    var known: ScenarioSurroundings
    /// The final status of each card by name, if it is known.
    private(set) var statuses: [String: CardStatus] = [:]

    init(of scenario: Scenario, in surroundings: ScenarioSurroundings) {
        self.scenario = scenario
        known = surroundings
        faults = scenario.faults
        for item in scenario.items {
            switch item.section {
            // The settings judge them.
            case .brands, .clients, .programs, .rates: break
            case .customers: judgeCustomer(item)
            case .cards: judgeCard(item)
            case .tokenizations: judgeToken(item)
            case .loads: judgeLoad(item)
            case .payments: judgePayment(item)
            case .clearingFiles: judgeClearingFile(item)
            // The gateways judge them.
            case .merchants: break
            }
        }
    }

    mutating func tell(_ item: Scenario.Item, _ field: String, _ error: String) {
        if !item.isUnreadable(field) { faults.append(item.fault(field, error)) }
    }

    /// Reports the errors of a rule with the names and positions in this file.
    mutating func tell(_ item: Scenario.Item, _ violations: [FieldError]) {
        for violation in violations { tell(item, Self.names[violation.field] ?? violation.field, violation.error) }
    }

    /// The field's name in the API, if it has another name here.
    private static let names = [
        "programName": "program", "cardPin": "pin", "clientDeviceId": "device", "clientWalletAccountId": "account",
    ]

    /// The value that a rule makes of an item; nil if the item is invalid.
    private mutating func judged<Value>(_ item: Scenario.Item, _ rule: () throws(Refusal) -> Value) -> Value? {
        do {
            let value = try rule()
            return item.isReadable ? value : nil
        } catch {
            guard case .invalidFields(let violations) = error else {
                faults.append(item.fault("", error.message))
                return nil
            }
            tell(item, violations)
            return nil
        }
    }

    // MARK: Customers

    /// If a customer is invalid, a valid country is enough to check the customer's cards.
    private mutating func judgeCustomer(_ item: Scenario.Item) {
        known.people[item.name] = nil
        if let person = judged(item, { () throws(Refusal) in try item.enrolment.accepted() }) {
            plan.customers.append((item, person))
            known.people[item.name] = person.customer(.largest)
        } else if let country = item["country"], Country.isAssigned(country) {
            let isSomewhere = item.has("address") || item.isUnreadable("address")
            known.people[item.name] = Customer(
                id: .largest, country: country, firstName: "", lastName: "", mobile: "",
                address: isSomewhere ? Self.standIn(for: nil).address : nil)
        }
    }

    /// A customer with an address who is eligible for the program.
    private static func standIn(for program: Program?) -> Customer {
        let people = DemoUniverse.customers.map { $0.person.customer($0.id) }
        return people.first { $0.region == program?.region } ?? people[0]
    }

    // MARK: Cards

    private mutating func judgeCard(_ item: Scenario.Item) {
        let owner = item["customer"].flatMap { known.people[$0] }
        if owner == nil, scenario.lacks(item["customer"] ?? "", in: .customers) {
            tell(item, "customer", "must be a customer of this scenario, or the number of an existing customer")
        }
        let program = program(of: item, isJudgedByOwner: owner != nil)
        var person = owner ?? Self.standIn(for: program)
        person.refusesWeakPINs = known.refusesWeakPINs
        let eligible = known.programs.compactMap { program in
            EligibleProgram(program, for: person, issuedCards: known.issued[Self.key(item, program)] ?? 0)
        }
        let chosen = eligible.first { $0.program == program }
        let application = item.application(of: person, for: chosen?.program)
        tell(item, application.errors(for: person, eligible: eligible).filter {
            $0.field != "programName" || (owner != nil && (program != nil || isNowhere(item["program"])))
        })
        if person.isInUnitedStates, let pin = item["pin"] {
            let isRefused = known.refusesWeakPINs && PINRule.isWeak(pin)
            let error = PINRule.violation(in: pin) ?? (isRefused ? PINRule.weak.error : nil)
            if let error { tell(item, "pin", error) }
        }
        if let chosen, owner != nil { count(chosen, item) }
        guard let (status, walk) = end(of: item, chosen?.program), let program = chosen?.program else { return }
        plan.cards.append(
            ScenarioPlan.PlannedCard(
                item: item, application: application, person: person, program: program, status: status, walk: walk))
    }

    /// The program of a card; nil if it is absent or invalid. The check of the customer reports the possible programs.
    private mutating func program(of item: Scenario.Item, isJudgedByOwner: Bool) -> Program? {
        let program = known.program(item["program"])
        if program == nil, !isJudgedByOwner, isNowhere(item["program"]) {
            tell(item, "program", "must be a program of this scenario, or an existing program")
        }
        return program
    }

    private func isNowhere(_ program: String?) -> Bool {
        guard let program else { return true }
        return scenario.lacks(program, in: .programs) && !known.comingPrograms.contains(program)
    }

    private mutating func count(_ chosen: EligibleProgram, _ item: Scenario.Item) {
        known.issued[Self.key(item, chosen.program), default: 0] += 1
        guard chosen.allowableCards == 0 else { return }
        let limit = chosen.program.cardsPerCustomer
        tell(
            item, "program",
            "must be another one: its limit of cards for each customer is \(limit), and this card exceeds it")
    }

    private static func key(_ item: Scenario.Item, _ program: Program) -> String {
        "\(item["customer"] ?? "") \(program.name)"
    }

    /// The final status of a card and the steps that lead there; nil if these are unknown.
    private mutating func end(of item: Scenario.Item, _ program: Program?) -> (CardStatus, CardWalk)? {
        let asked = item["status"].flatMap(CardStatus.init(rawValue:))
        guard !item.isUnreadable("status"), let status = asked ?? program?.firstStatus else { return nil }
        guard let program else {
            statuses[item.name] = status
            return nil
        }
        guard let walk = CardWalk(of: program, to: status) else {
            let possible = CardWalk.statuses(of: program).map(\.rawValue).joined(separator: ", ")
            tell(item, "status", "must be one of \(possible) for a card of \(program.name)")
            return nil
        }
        statuses[item.name] = status
        return (status, walk)
    }
}
