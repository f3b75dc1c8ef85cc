import Authorizing
import Cards
import CardSecrets
import Foundation
import Issuing
import Ledger
import Postgres
import Scenarios
import Validation

/// What a file has changed.
public struct AppliedSettings: Sendable {
    /// None if everything was so already.
    public let changes: [SettingsChange]
    /// The secrets of new clients, by the clients' ids. They are stored nowhere.
    public let secrets: [(client: String, secret: String)]

    /// The names of what is new in a section.
    public func added(in section: Scenario.Section) -> [String] {
        changes.compactMap { if case .added(section, let name) = $0 { name } else { nil } }
    }
}

extension Settings {
    /// The settings after a file was applied.
    ///
    /// - Throws: its errors, those of form among them.
    fileprivate func accepted(
        _ scenario: Scenario, _ defaults: SettingsDefaults
    ) throws(SettingsFailure) -> Settings {
        let (settings, faults) = applying(scenario, defaults)
        let all = scenario.faults + faults
        guard all.isEmpty else { throw .faults(ScenarioFaults(all)) }
        return settings
    }
}

extension Administration {
    /// What ``apply(_:_:)`` would change; nothing if everything is so already.
    ///
    /// - Throws: the errors of the file.
    public func plan(
        _ scenario: Scenario, _ defaults: SettingsDefaults = .none
    ) async throws(SettingsFailure) -> [SettingsChange] {
        let before = try await database.transaction { tx throws(SettingsFailure) in try Settings(reading: tx) }
        return before.changes(to: try before.accepted(scenario, defaults))
    }

    /// Makes the settings of a file so, in one transaction. What is so already stays as it is, and what the file does
    /// not name is left alone. A new client gets a secret.
    ///
    /// - Throws: the errors of the file; then nothing has changed.
    public func apply(
        _ scenario: Scenario, _ defaults: SettingsDefaults = .none
    ) async throws(SettingsFailure) -> AppliedSettings {
        try await database.transaction { tx throws(SettingsFailure) in
            try endApproved(in: tx)
            _ = try tx.run(BrandStatements.holdSettings())
            let before = try Settings(reading: tx)
            return try write(before.accepted(scenario, defaults), over: before, in: tx)
        }
    }

    private func write(
        _ after: Settings, over before: Settings, in tx: Transaction<SettingsFailure>
    ) throws(SettingsFailure) -> AppliedSettings {
        for (name, brand) in after.brands.sorted(by: { $0.key < $1.key }) where before.brands[name] != brand {
            let ancestors = FrameAncestors.read(origins: brand.frameAncestors).value
            let calls = before.brands[name]?.calls ?? CallRates.none
            _ = try tx.run(
                BrandStatements.add(.text(name)), AuthenticationStatements.setPolicy(brand.policy, of: name),
                ancestors.map { BrandStatements.set($0, for: name) },
                calls == brand.calls ? nil : BrandStatements.set(brand.calls, for: name))
        }
        var secrets: [(client: String, secret: String)] = []
        let clients = after.clients.sorted { ($0.key.brand, $0.key.id) < ($1.key.brand, $1.key.id) }
        for (client, rights) in clients where before.clients[client] != rights {
            let values: [SQLValue] = [.text(client.brand), .text(client.id)]
            guard before.clients[client] == nil else {
                _ = try tx.run(
                    BrandStatements.changeClient(
                        values[0], values[1], .boolean(rights.mayExchange), .boolean(rights.isBusiness)))
                continue
            }
            let secret = newSecret()
            let hash = issuing.vault.clientSecretHash(secret)
            _ = try tx.run(
                BrandStatements.addClient(
                    values[0], values[1], .bytes(hash.bytes), .integer(hash.keyVersion),
                    .boolean(rights.mayExchange), .boolean(rights.isBusiness)))
            secrets.append((client.id, secret))
        }
        try writePrograms(after, over: before, in: tx)
        let rates = after.rates.filter { before.rates[$0.key] != $0.value }.map { pair, rate in
            StoredRate(from: pair.from, to: pair.to, rate: rate)
        }
        let changes = before.changes(to: after)
        _ = try tx.commit(
            rates.isEmpty ? nil : PaymentSettingStatements.set(rates),
            issuing.recording(each: .settingsChanged, about: changes.map(\.description)))
        return AppliedSettings(changes: changes, secrets: secrets)
    }

    private func writePrograms(
        _ after: Settings, over before: Settings, in tx: Transaction<SettingsFailure>
    ) throws(SettingsFailure) {
        let now = clock.now()
        for (name, offered) in after.programs.sorted(by: { $0.key < $1.key }) where before.programs[name] != offered {
            let existing = before.programs[name]
            let (terms, controls) = (existing?.terms ?? .standard, existing?.controls ?? .none)
            if existing == nil {
                _ = try tx.run(ProgramStatements.add(offered.program, to: offered.brand))
            } else if existing?.program != offered.program {
                _ = try tx.run(ProgramStatements.change(offered.program))
            }
            _ = try tx.run(
                terms == offered.terms ? nil : PaymentSettingStatements.set(offered.terms, of: name),
                controls == offered.controls
                    ? nil : ControlStatements.set(offered.controls, forProgram: name, at: now))
            let known = Set(existing?.interchange ?? [])
            let interchange = offered.interchange.filter { !known.contains($0) }
            _ = try tx.run(interchange.isEmpty ? nil : ClearingPositionStatements.set(interchange))
        }
    }

    /// 256 bits, which nobody can guess, in Base64url.
    func newSecret() -> String { Base64url.encode(issuing.entropy.bytes(32)) }
}
