import Cards
import Foundation
import Postgres
import Scenarios
import WalletCrypto

/// A scenario that nothing stands against: everything that is to be made, in order.
struct ScenarioPlan {
    struct PlannedCard {
        let item: Scenario.Item
        let application: CardApplication
        let person: Customer
        let program: Program
        let status: CardStatus
        let walk: CardWalk
    }

    struct PlannedToken {
        let item: Scenario.Item
        let wallet: WalletType
        /// Told unless it stays INITIATED.
        let reference: DPANReference?
        let walk: TokenWalk

        /// Named like the item where nothing else is said; Apple tells neither device nor account.
        var place: WalletPlace {
            guard wallet != .apple else { return WalletPlace(wallet: wallet) }
            return WalletPlace(
                wallet: wallet, device: item["device"] ?? item.name, profile: item["account"] ?? item.name)
        }
    }

    var programs: [Program] = []
    var customers: [(item: Scenario.Item, person: CustomerEnrolment.Accepted)] = []
    var cards: [PlannedCard] = []
    /// By the names of their cards.
    var tokens: [String: [PlannedToken]] = [:]
}

/// What a scenario is judged against.
private struct Surroundings {
    var programs: [Program]
    /// By the scenario's names, and by their numbers where they were there before.
    var people: [String: Customer] = [:]
    /// How many cards of a program somebody has by now.
    var issued: [String: Int] = [:]
}

extension Issuing {
    /// Judges a whole scenario by the rules of everything in it, before anything is made.
    func plan(_ scenario: Scenario, in brand: String) async throws(ScenarioFailure) -> ScenarioPlan {
        var plan = ScenarioPlan()
        var faults: [ScenarioFault] = []
        do throws(IssuingFailure) {
            var surroundings = Surroundings(programs: try await reading(ProgramStatements.ofBrand(.text(brand))))
            for item in scenario.items(of: .programs) {
                let other = try await reading(ProgramStatements.find(.text(item.name))).first
                guard let program = item.judged(&faults, { () throws(Refusal) in try item.programDraft.accepted() })
                else { continue }
                if other == nil { plan.programs.append(program) }
                if let other, other != program {
                    faults.append(item.fault("", "is the name of a program that is there already, and another one"))
                }
                if other == nil { surroundings.programs.append(program) }
            }
            for item in scenario.items(of: .customers) {
                guard let person = item.judged(&faults, { () throws(Refusal) in try item.enrolment.accepted() })
                else { continue }
                plan.customers.append((item, person))
                surroundings.people[item.name] = person.customer(CustomerID(rawValue: 0))
            }
            try await lookUp(scenario, in: brand, &surroundings)
            plan.cards = scenario.items(of: .cards).compactMap { $0.card(in: &surroundings, &faults) }
            try await planTokens(of: scenario, &plan, &faults)
        } catch {
            throw .failed(error)
        }
        guard faults.isEmpty else { throw .faults(ScenarioFaults(faults)) }
        return plan
    }

    /// Finds the customers that were there before.
    private func lookUp(
        _ scenario: Scenario, in brand: String, _ surroundings: inout Surroundings
    ) async throws(IssuingFailure) {
        let named = scenario.items(of: .cards).compactMap { $0["customer"] }
        let ids = Set(named.compactMap { CustomerID($0)?.rawValue })
        guard !ids.isEmpty else { return }
        let asked = SQLValue.bigintArray(ids.sorted())
        for person in try await reading(CustomerStatements.findManyInBrand(asked, .text(brand))) {
            surroundings.people[person.id.description] = person
        }
        for issued in try await reading(ProgramStatements.issuedToMany(asked)) {
            surroundings.issued["\(issued.customer) \(issued.program)"] = issued.cards
        }
    }

    private func planTokens(
        of scenario: Scenario, _ plan: inout ScenarioPlan, _ faults: inout [ScenarioFault]
    ) async throws(IssuingFailure) {
        let cards = Dictionary(uniqueKeysWithValues: scenario.items(of: .cards).map { ($0.name, $0) })
        let planned = Dictionary(uniqueKeysWithValues: plan.cards.map { ($0.item.name, $0) })
        var references: Set<String> = []
        for item in scenario.items(of: .tokenizations) {
            guard let name = item["card"], cards[name] != nil else {
                faults.append(item.fault("card", "must be one of the cards of this scenario"))
                continue
            }
            guard let card = planned[name] else { continue }
            if networks == nil {
                faults.append(item.fault("", "cannot be made: this service is connected to no network"))
            }
            let reference = item["dpanRef"] ?? "dpan-\(entropy.uuid().spelled)"
            if try await !reading(TokenLifeStatements.owner(.text(reference))).isEmpty
                || !references.insert(reference).inserted
            {
                faults.append(item.fault("dpanRef", "must be a reference that no other token has"))
            }
            guard let token = item.token(of: card, as: reference, &faults) else { continue }
            let earlier = plan.tokens[name, default: []]
            if earlier.contains(where: { $0.place == token.place && $0.walk != .deleted }) {
                faults.append(item.fault("device", "and account must be others than those of another tokenization"))
            }
            plan.tokens[name] = earlier + [token]
        }
    }
}

extension Scenario.Item {
    /// Asks a rule, and tells what it refuses in this file's own words and places.
    fileprivate func judged<Value>(
        _ faults: inout [ScenarioFault], _ rule: () throws(Refusal) -> Value
    ) -> Value? {
        do {
            return try rule()
        } catch {
            guard case .invalidFields(let violations) = error else {
                faults.append(fault("", error.message))
                return nil
            }
            faults += violations.map { fault(Self.names[$0.field] ?? $0.field, $0.error) }
            return nil
        }
    }

    /// What the wire calls a field that is called otherwise here.
    private static let names = [
        "programName": "program", "cardPin": "pin", "clientDeviceId": "device", "clientWalletAccountId": "account",
    ]

    fileprivate var programDraft: ProgramDraft {
        ProgramDraft(
            name: name, cardType: self["cardType"].flatMap(Program.CardType.init(rawValue:)),
            scheme: self["scheme"].flatMap(Program.Scheme.init(rawValue:)),
            region: self["region"].flatMap(Region.init(rawValue:)), currencies: list("currencies"),
            isDigital: self["isDigital"].map { $0 == "true" },
            allowableCards: self["allowableCards"].flatMap { Int($0) })
    }

    fileprivate var enrolment: CustomerEnrolment {
        CustomerEnrolment(
            country: self["country"], firstName: self["firstName"], lastName: self["lastName"],
            mobile: self["mobile"], email: self["email"], address: address("address"))
    }

    private func address(_ field: String) -> DeliveryAddress.Draft? {
        guard has(field) else { return nil }
        return DeliveryAddress.Draft(
            address1: self["\(field).address1"], address2: self["\(field).address2"],
            address3: self["\(field).address3"], city: self["\(field).city"],
            countryCode: self["\(field).countryCode"], state: self["\(field).state"],
            postalCode: self["\(field).postalCode"])
    }

    fileprivate func card(
        in surroundings: inout Surroundings, _ faults: inout [ScenarioFault]
    ) -> ScenarioPlan.PlannedCard? {
        guard let owner = self["customer"], let person = surroundings.people[owner] else {
            faults.append(
                fault("customer", "must be one of the customers of this scenario, or the number of one that is there"))
            return nil
        }
        let eligible = surroundings.programs.compactMap {
            EligibleProgram($0, for: person, issuedCards: surroundings.issued["\(owner) \($0.name)"] ?? 0)
        }
        let chosen = eligible.first { $0.program.name == self["program"] }
        let application = application(of: person, for: chosen?.program)
        let violations = application.violations(for: person, eligible: eligible)
        _ = judged(&faults) { () throws(Refusal) in
            if !violations.isEmpty { throw Refusal.invalidFields(violations) }
            if let error = self["pin"].flatMap({ PINRule.violation(in: $0) }), person.isInUnitedStates {
                throw Refusal.invalidFields([FieldViolation("pin", error)])
            }
        }
        guard let chosen, violations.isEmpty else { return nil }
        surroundings.issued["\(owner) \(chosen.program.name)", default: 0] += 1
        if chosen.allowableCards == 0 {
            let limit = chosen.program.cardsPerCustomer
            faults.append(fault("program", "allows a customer \(limit) in all, and this is one more"))
        }
        let status = self["status"].flatMap(CardStatus.init(rawValue:)) ?? chosen.program.firstStatus
        guard let walk = CardWalk(of: chosen.program, to: status) else {
            let possible = CardWalk.statuses(of: chosen.program).map(\.rawValue).joined(separator: ", ")
            faults.append(fault("status", "must be one of \(possible) for a card of \(chosen.program.name)"))
            return nil
        }
        return ScenarioPlan.PlannedCard(
            item: self, application: application, person: person, program: chosen.program, status: status, walk: walk)
    }

    /// What is not said is what is usual: the program's first currency, and the customer's own address.
    private func application(of person: Customer, for program: Program?) -> CardApplication {
        let home = person.address.map { DeliveryAddress.Draft($0) }
        return CardApplication(
            programName: self["program"], currency: self["currency"] ?? program?.currencies.first,
            mobile: self["mobile"], cardPIN: person.isInUnitedStates ? nil : self["pin"],
            externalID: self["externalId"], userAgent: nil,
            deliveryAddress: address("deliveryAddress") ?? (program?.cardType == .physical ? home : nil),
            termsAndConditionsAccepted: person.isInUnitedStates ? true : nil,
            eDisclosureAccepted: person.isInUnitedStates ? true : nil)
    }

    fileprivate func token(
        of card: ScenarioPlan.PlannedCard, as reference: String, _ faults: inout [ScenarioFault]
    ) -> ScenarioPlan.PlannedToken? {
        guard card.status != .issued else {
            faults.append(fault("card", "must be one that can be used, and this one is ISSUED"))
            return nil
        }
        let possible = TokenWalk.possible(on: card.status)
        let walk = self["status"].flatMap(TokenWalk.init(rawValue:))
        if let walk, !possible.contains(walk) {
            let words = possible.map(\.rawValue).joined(separator: ", ")
            faults.append(fault("status", "must be one of \(words): its card ends as \(card.status.rawValue)"))
        }
        guard let wallet = self["wallet"].flatMap(WalletType.init(rawValue:)) else { return nil }
        let token = ScenarioPlan.PlannedToken(
            item: self, wallet: wallet, reference: DPANReference(rawValue: reference), walk: walk ?? .active)
        if token.reference == nil {
            faults.append(fault("dpanRef", "must be 1 to 64 visible ASCII characters, and no card number"))
        }
        _ = judged(&faults) { () throws(Refusal) in
            guard wallet != .apple else { return }
            let asked = TokenizationApplication(
                wallet: wallet, device: token.place.device, profile: token.place.profile, apple: .none)
            _ = try asked.wallet(for: card.program.scheme)
        }
        return token
    }
}

extension TokenizationApplication.AppleData {
    /// What no other wallet has.
    static let none = TokenizationApplication.AppleData(
        leafCertificate: nil, subordinateCertificate: nil, nonce: nil, nonceSignature: nil)
}

extension DeliveryAddress.Draft {
    fileprivate init(_ address: DeliveryAddress) {
        self.init(
            address1: address.address1, address2: address.address2, address3: address.address3, city: address.city,
            countryCode: address.countryCode, state: address.state, postalCode: address.postalCode)
    }
}
