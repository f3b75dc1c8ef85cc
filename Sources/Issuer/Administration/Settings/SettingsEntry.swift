import Authorizing
import Cards
import Ledger
import Scenarios

/// One brand, client, program or rate, as a file names it: the values of its fields in their order, as text of YAML.
struct SettingsEntry: Sendable, Equatable {
    let section: Scenario.Section
    let name: String
    let fields: [(name: String, text: String)]

    /// `programs.ACME-VIRTUAL-VISA-EEA`
    var path: String { "\(section.rawValue).\(name)" }

    static func == (one: SettingsEntry, other: SettingsEntry) -> Bool {
        one.path == other.path && one.fields.elementsEqual(other.fields, by: ==)
    }
}

extension Settings {
    /// All entries, by section and name.
    var entries: [SettingsEntry] {
        brands.sorted { $0.key < $1.key }.map { .init(section: .brands, name: $0, fields: $1.fields) }
            + clients.sorted { ($0.key.id, $0.key.brand) < ($1.key.id, $1.key.brand) }.map { name, rights in
                .init(section: .clients, name: name.id, fields: [("brand", YAML.text(name.brand))] + rights.fields)
            }
            + programs.sorted { $0.key < $1.key }.map { .init(section: .programs, name: $0, fields: $1.fields) }
            + rates.sorted { $0.key.name < $1.key.name }.map { pair, rate in
                .init(section: .rates, name: pair.name, fields: [("rate", YAML.text(rate.description))])
            }
    }
}

/// Values as text of YAML 1.1, in its flow style.
private enum YAML {
    /// Texts that could be read as something else are quoted, as JSON does it.
    static func text(_ text: String) -> String {
        let isPlain = text.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._\/-]*/) != nil
        let isWord = ["true", "false", "null"].contains(text.lowercased())
        if isPlain, !isWord { return text }
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: "\\x" + hexadecimal(scalar.value)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 2 - digits.count) + digits
    }

    static func list(_ texts: [String]) -> String { "[\(texts.map(text).joined(separator: ", "))]" }

    static func mapping(_ fields: [(name: String, text: String)]) -> String {
        "{\(fields.map { "\($0.name): \($0.text)" }.joined(separator: ", "))}"
    }
}

extension SettingsEntry {
    /// The entry as lines of a file.
    var text: String { "  \(name):\n" + fields.map { "    \($0.name): \($0.text)\n" }.joined() }
}

extension Settings.Brand {
    fileprivate var fields: [(name: String, text: String)] {
        let policy = [
            ("mode", policy.mode.rawValue), ("operations", YAML.list(policy.protectedOperations.map(\.rawValue))),
            ("eventLifetimeSeconds", "\(policy.eventLifetimeSeconds)"),
            ("challengeLifetimeSeconds", "\(policy.challengeLifetimeSeconds)"),
            ("allowableChallenges", "\(policy.allowableChallenges)"), ("cooldownSeconds", "\(policy.cooldownSeconds)"),
            ("allowableAttempts", "\(policy.allowableAttempts)"), ("challengesPerHour", "\(policy.challengesPerHour)"),
            ("wrongAttemptsBeforeLockOut", "\(policy.wrongAttemptsBeforeLockOut)"),
            ("refusesWeakPins", "\(policy.refusesWeakPINs)"),
            ("acceptsTrustedDevices", "\(policy.acceptsTrustedDevices)"),
            ("relyingPartyId", YAML.text(policy.relyingPartyID)), ("origins", YAML.list(policy.origins)),
        ]
        return [
            ("authentication", YAML.mapping(policy)), ("frameAncestors", YAML.list(frameAncestors)),
            (CallRates.field, YAML.mapping(calls.fields)),
        ]
    }
}

extension CallRates {
    fileprivate var fields: [(name: String, text: String)] {
        func text(_ number: Int?) -> String { number.map(String.init) ?? "any" }
        let operations = operations.sorted { $0.key < $1.key }.map { (name: $0.key, text: text($0.value)) }
        return [("client", text(client)), ("customer", text(customer)), ("operations", YAML.mapping(operations))]
    }
}

extension Settings.ClientRights {
    fileprivate var fields: [(name: String, text: String)] {
        [("mayExchange", "\(mayExchange)"), ("isBusiness", "\(isBusiness)")]
    }
}

extension Settings.OfferedProgram {
    fileprivate var fields: [(name: String, text: String)] {
        [
            ("brand", YAML.text(brand)), ("cardType", program.cardType.rawValue), ("scheme", program.scheme.rawValue),
            ("region", program.region.rawValue), ("currencies", YAML.list(program.currencies)),
            ("isDigital", "\(program.isDigital)"), ("requiresApproval", "\(program.requiresApproval)"),
            ("allowableCards", "\(program.cardsPerCustomer)"), ("panPrefix", program.panPrefix),
            ("validityMonths", "\(program.validityMonths)"), ("terms", YAML.mapping(terms.fields)),
            ("controls", YAML.mapping(controls.fields)),
            ("interchange", "[\(interchange.map(\.text).joined(separator: ", "))]"),
        ]
    }
}

extension PaymentTerms {
    fileprivate var fields: [(name: String, text: String)] {
        [
            ("atmFee", "\(tariff.atmFee)"), ("fxFeeBasisPoints", "\(tariff.foreignExchangeFee?.value ?? 0)"),
            ("holdDays", "\(holdLife.days)"), ("holdDaysIfPaidLater", "\(holdLife.daysIfPaidLater)"),
            ("needsSecurityCode", "\(needsSecurityCode)"), ("needsAuthentication", "\(needsAuthentication)"),
            ("wrongCodesInARow", "\(allowedWrongCodes.inARow)"), ("wrongCodesOnADay", "\(allowedWrongCodes.onDay)"),
            ("provisionalCredit", "\(disputes.givesProvisionalCredit)"),
            ("bearsLostDisputes", "\(disputes.bearsLosses)"), ("walletProvisioning", provisioning.rawValue),
            ("renewalDays", "\(renewal.days)"), ("renewalKeepsNumber", "\(renewal.keepsNumber)"),
            ("walletMetadata", YAML.mapping(metadata.fields)),
        ]
    }
}

extension WalletMetadata {
    fileprivate var fields: [(name: String, text: String)] {
        Field.allCases.compactMap { field in self[field].map { (field.rawValue, YAML.text($0)) } }
    }
}

extension CardControls {
    fileprivate var fields: [(name: String, text: String)] {
        func list(_ elements: Set<some CustomStringConvertible>) -> String {
            YAML.list(elements.map(\.description).sorted())
        }
        var fields: [(name: String, text: String)] = []
        if let allowed = categories.allowed { fields.append(("allowedMccs", list(allowed))) }
        if !categories.blocked.isEmpty { fields.append(("blockedMccs", list(categories.blocked))) }
        if let allowed = countries.allowed { fields.append(("allowedCountries", list(allowed))) }
        if !countries.blocked.isEmpty { fields.append(("blockedCountries", list(countries.blocked))) }
        let off = Channel.allCases.filter(switchedOff.contains)
        if !off.isEmpty { fields.append(("channels", YAML.mapping(off.map { ($0.settingsName, "false") }))) }
        if !limits.isEmpty { fields.append(("limits", "[\(limits.map(\.text).joined(separator: ", "))]")) }
        return fields
    }
}

extension Limit {
    fileprivate var text: String {
        let fields = [
            ("window", window.rawValue), ("channel", channel?.rawValue), ("amount", amount.map(String.init)),
            ("count", count.map(String.init)),
        ]
        return YAML.mapping(fields.compactMap { name, text in text.map { (name, $0) } })
    }
}

extension InterchangeRate {
    fileprivate var text: String {
        let fields = [
            ("currency", fixed.currency.code), ("category", category?.description), ("basisPoints", "\(share.value)"),
            ("fixed", "\(fixed.minorUnits)"),
        ]
        return YAML.mapping(fields.compactMap { name, text in text.map { (name, $0) } })
    }
}

extension Channel {
    /// Its name in `channels`, as the operations that set controls spell it.
    var settingsName: String {
        switch self {
        case .ecommerce: "ecommerce"
        case .pointOfSale: "pos"
        case .contactless: "contactless"
        case .magneticStripe: "magneticStripe"
        case .atm: "atm"
        case .mobileWallet: "mobileWallet"
        }
    }
}
