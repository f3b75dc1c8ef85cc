import Administration
import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Ledger
import Postgres
import Scenarios
import SimulatedWallets
import Validation

/// The items that were created, by their names in the scenario. The replacement of a lost or damaged card is
/// `NAME.replacement`.
public struct PlayedScenario: Sendable {
    /// What changed of brands, clients, programs and rates; nil if the scenario has none.
    public fileprivate(set) var settings: AppliedSettings?
    public fileprivate(set) var customers: [(name: String, id: CustomerID)] = []
    public fileprivate(set) var cards: [(name: String, id: CardID)] = []
    public fileprivate(set) var tokenizations: [(name: String, id: TokenizationID, reference: DPANReference?)] = []
    public fileprivate(set) var loads: [(name: String, id: TransactionID)] = []
    public fileprivate(set) var payments: [ScenarioPayment] = []
    public fileprivate(set) var clearingFiles: [(name: String, load: ClearingLoad)] = []
    /// The numbers of the merchants whose settings were changed.
    public fileprivate(set) var merchants: [String] = []
    /// The first payment that ended in another way than the scenario says, and its answer. Nothing was made after it.
    fileprivate var surprise: (item: String, code: ResponseCode)?

    /// The names of the programs that were added.
    public var programs: [String] { settings?.added(in: .programs) ?? [] }

    /// A new item as its path, a changed field with both values, and a new client with its secret.
    private var settingLines: [String] {
        let secrets = Dictionary((settings?.secrets ?? []).map { ($0.client, $0.secret) }) { first, _ in first }
        return (settings?.changes ?? []).map { change in
            guard case .added(let section, let name) = change else { return "\(change)" }
            let secret = section == .clients ? secrets[name].map { " \($0)" } : nil
            return "\(section.rawValue).\(name)\(secret ?? "")"
        }
    }

    /// One line for each item.
    public var lines: [String] {
        settingLines + customers.map { "customers.\($0.name) \($0.id)" }
            + cards.map { "cards.\($0.name) \($0.id)" }
            + tokenizations.map { "tokenizations.\($0.name) \($0.reference?.rawValue ?? "INITIATED")" }
            + loads.map { "loads.\($0.name) \($0.id)" }
            + payments.map { "payments.\($0.name) \($0.authorization) \($0.code.rawValue)" }
            + clearingFiles.map { "clearingFiles.\($0.name) \($0.load.reference) \($0.load.told)" }
            + merchants.map { "merchants.\($0)" }
    }
}

extension Sandbox {
    /// Creates everything in a scenario.
    ///
    /// The whole scenario is checked before anything is created. Then each item is created by the operations and events
    /// that customers and networks use, each in one transaction, so it has a real history. Only strong customer
    /// authentication is left out, because no customer could answer.
    public func play(
        _ scenario: Scenario, in brand: String
    ) async throws(ScenarioFailure) -> PlayedScenario {
        let plan = try await plan(scenario, in: brand)
        var made = PlayedScenario()
        var current = ""
        do throws(IssuingFailure) {
            try await apply(scenario, in: brand, &made)
            for (item, person) in plan.customers {
                current = item.path
                var ids: [CustomerID] = []
                for _ in EnrolmentStatements.attempts where ids.isEmpty {
                    ids = try await writing(Administration.enrolment(of: person, id: nil, in: brand, at: clock.now()))
                }
                let id = try EnrolmentStatements.number(ids)
                made.customers.append((item.name, id))
            }
            for load in plan.loads {
                current = load.item.path
                made.loads.append((load.item.name, try await self.load(load, among: made.customers)))
            }
            for card in plan.cards where made.surprise == nil {
                current = card.item.path
                let name = card.item.name
                try await make(card, with: plan.tokens[name] ?? [], plan.payments[name] ?? [], &made, &current)
            }
            var counts: [AuthorizationID: Int] = [:]
            for file in plan.clearingFiles where made.surprise == nil {
                current = file.item.path
                let loaded = try await load(file, about: made.payments, counting: &counts)
                made.clearingFiles.append((file.item.name, loaded))
            }
            for merchant in scenario.items(of: .merchants) where made.surprise == nil {
                current = merchant.path
                try await agree(merchant)
                made.merchants.append(merchant.name)
            }
        } catch {
            throw .stopped(at: current, made: made, because: error)
        }
        if let surprise = made.surprise {
            throw .answeredOtherwise(at: surprise.item, made: made, code: surprise.code)
        }
        return made
    }

    private func apply(
        _ scenario: Scenario, in brand: String, _ made: inout PlayedScenario
    ) async throws(IssuingFailure) {
        let settings = Scenario.Section.settings
        guard scenario.items.contains(where: { settings.contains($0.section) }) else { return }
        made.settings = try await translating({ $0.postgresFailure.map(IssuingFailure.init) ?? .damaged("\($0)") }) {
            () async throws(SettingsFailure) in
            try await administration.apply(scenario, Self.defaults(in: brand))
        }
    }

    private func make(
        _ planned: ScenarioPlan.PlannedCard, with tokens: [ScenarioPlan.PlannedToken],
        _ payments: [ScenarioPlan.PlannedPayment], _ made: inout PlayedScenario, _ current: inout String
    ) async throws(IssuingFailure) {
        let owner = planned.item["customer"] ?? ""
        guard let customer = made.customers.first(where: { $0.name == owner })?.id ?? CustomerID(owner) else {
            throw .refused(.customer(.notFound))
        }
        let pin = planned.item["pin"].flatMap { PIN($0) }
        let isSetApart = planned.person.isInUnitedStates
        let answered = try await issuing.createCard(
            planned.application, pin: isSetApart ? nil : pin, evidence: .vouched(for: customer),
            request: .unkeyed)
        var card = try answered.done()
        made.cards.append((planned.item.name, card.id))
        if isSetApart, let pin { try await set(pin, of: card) }
        for step in planned.walk.beginning { card = try await take(step, card) }
        for token in tokens {
            current = token.item.path
            let completed = try await make(token, of: card)
            made.tokenizations.append((token.item.name, completed.id, completed.reference))
        }
        for payment in payments {
            current = payment.item.path
            let paid = try await pay(payment, with: card)
            made.payments.append(paid)
            guard paid.code.isApproval == (payment.walk != .declined) else {
                made.surprise = (payment.item.path, paid.code)
                return
            }
        }
        current = planned.item.path
        for step in planned.walk.end {
            let after = try await take(step, card)
            if after.id != card.id { made.cards.append(("\(planned.item.name).replacement", after.id)) }
        }
    }

    /// - Returns: the card after the step, or its replacement.
    private func take(_ step: CardWalk.Step, _ card: Card) async throws(IssuingFailure) -> Card {
        switch step {
        case .event(let event):
            return try await administration.record(event, on: card.id)
        case .activate:
            let plastic = try await plastic(of: card.id)
            let answered = try await issuing.activateCard(
                card.id, lastFour: card.lastFour, cvv: plastic.cvv.reveal { $0 },
                evidence: .vouched(for: card.customer), request: .unkeyed)
            switch try answered.done() {
            case .activated(let activated): return activated
            case .wrong(let triesLeft): throw .refused(.card(.activationDataWrong(triesLeft: triesLeft)))
            }
        case .move(let status):
            return try await issuing.changeStatus(
                of: card.id, to: status, reason: "Asked by a scenario", evidence: .vouched(for: card.customer))
        case .replace(let reason):
            let answered = try await issuing.replaceCard(
                card.id,
                asked: ReplacementApplication.read(reason: reason, deliveryAddress: nil, pin: nil, userAgent: nil),
                pin: nil, evidence: .vouched(for: card.customer), request: .unkeyed)
            return try answered.done()
        }
    }

    private func set(_ pin: PIN, of card: Card) async throws(IssuingFailure) {
        let plastic = try await plastic(of: card.id)
        let sealed = try IssuingFailure.guarding { () throws(VaultFailure) in try vault.seal(pin, of: plastic.pan) }
        _ = try await writing(
            CardStatements.setPIN(
                .id(card.customer), .id(card.id), .bytes(sealed.block),
                .integer(sealed.keyVersion)))
    }

    private func make(
        _ planned: ScenarioPlan.PlannedToken, of card: Card
    ) async throws(IssuingFailure) -> Tokenization {
        let place = planned.place
        let device = try IssuingFailure.guarding { () throws(VaultFailure) -> SimulatedAppleDevice? in
            guard planned.wallet == .apple else { return nil }
            return try SimulatedAuthority.sandbox(using: entropy).appleDevice(at: clock.now())
        }
        _ = try await issuing.tokenizeCard(
            card.id,
            asked: TokenizationApplication(
                wallet: planned.wallet, device: place.device, profile: place.profile,
                apple: device.map(TokenizationApplication.AppleData.init) ?? .none
            ).draft,
            evidence: .vouched(for: card.customer), request: .unkeyed)
        let reference = planned.reference ?? DPANReference(rawValue: "dpan-\(entropy.uuid().spelled)")
        guard planned.walk != .initiated, let reference else {
            let known = try await issuing.tokenizations(of: [card])[card.id] ?? []
            guard let initiated = known.first(where: { $0.place == place && $0.reference == nil }) else {
                throw .refused(.tokenization(.notFound(planned.wallet)))
            }
            return initiated
        }
        let report = try IssuingFailure.refusing { () throws(Refusal) in
            try TokenizationReport.read(
                reference: reference.rawValue, walletID: planned.wallet == .google ? place.profile : nil,
                wallet: planned.wallet, status: .completed
            ).accepted()
        }
        let completed = try await issuing.completeTokenization(
            of: card.id, as: report,
            evidence: .vouched(for: card.customer))
        if let event = planned.walk.event { _ = try await issuing.changeToken(reference, by: event) }
        return completed
    }
}

extension ClearingLoad {
    /// How many lines agree, and the breaks by their kinds.
    fileprivate var told: String {
        let kinds = ClearingBreak.Kind.allCases.compactMap { kind in breaks[kind].map { "\(kind.rawValue) \($0)" } }
        return (["\(agreeing) of \(lines) agree"] + kinds).joined(separator: ", ")
    }
}

extension TokenizationApplication.AppleData {
    fileprivate init(_ device: SimulatedAppleDevice) {
        self.init(
            leafCertificate: EncodedBytes.base64(device.leafCertificate),
            subordinateCertificate: EncodedBytes.base64(device.subordinateCertificate),
            nonce: EncodedBytes.base64(device.nonce), nonceSignature: EncodedBytes.base64(device.nonceSignature))
    }
}
