import Authorizing
import Cards
import Ledger
import Scenarios
import Validation

/// Where a file may leave something out.
public struct SettingsDefaults: Sendable {
    /// The brand of programs and clients that name none; nil if they must.
    let brand: String?
    /// The leading digits of card numbers of programs that name none; nil if they must.
    let panPrefix: (@Sendable (Program.Scheme) -> String)?

    /// Every program names its brand and its digits.
    public static let none = SettingsDefaults(brand: nil, panPrefix: nil)

    public init(brand: String?, panPrefix: (@Sendable (Program.Scheme) -> String)?) {
        (self.brand, self.panPrefix) = (brand, panPrefix)
    }
}

extension Settings {
    /// These settings after a file was applied to them, with all errors of the file's settings. A field that the file
    /// leaves out keeps its value.
    package func applying(
        _ scenario: Scenario, _ defaults: SettingsDefaults
    ) -> (settings: Settings, faults: [ScenarioFault]) {
        var judge = SettingsJudge(scenario, defaults, settings: self)
        for item in scenario.items {
            switch item.section {
            case .brands: judge.judgeBrand(item)
            case .clients: judge.judgeClient(item)
            case .programs: judge.judgeProgram(item)
            case .rates: judge.judgeRate(item)
            case .customers, .cards, .tokenizations, .loads, .payments, .clearingFiles, .merchants: break
            }
        }
        return (judge.settings, judge.faults)
    }
}

/// Checks the settings of a file, and makes them.
private struct SettingsJudge {
    let scenario: Scenario
    let defaults: SettingsDefaults
    var settings: Settings
    var faults: [ScenarioFault] = []

    init(_ scenario: Scenario, _ defaults: SettingsDefaults, settings: Settings) {
        (self.scenario, self.defaults, self.settings) = (scenario, defaults, settings)
    }

    private mutating func tell(_ item: Scenario.Item, _ field: String, _ error: String) {
        if !item.isUnreadable(field) { faults.append(item.fault(field, error)) }
    }

    private mutating func tell(_ item: Scenario.Item, _ errors: [FieldError], in field: String = "") {
        for error in errors { tell(item, field.isEmpty ? error.field : "\(field).\(error.field)", error.error) }
    }

    /// The value of a rule, unless it or the item has an error.
    private mutating func accepted<Value>(
        _ draft: Draft<Value?>, of item: Scenario.Item, in field: String = ""
    ) -> Value? {
        tell(item, draft.errors, in: field)
        return draft.errors.isEmpty && item.isReadable ? draft.value : nil
    }

    mutating func judgeBrand(_ item: Scenario.Item) {
        if let error = StoredName.violation(in: item.name) { tell(item, "", error) }
        var brand = settings.brands[item.name] ?? Settings.Brand()
        let policy = accepted(item.policy(changing: brand.policy), of: item, in: "authentication")
        let ancestors = accepted(
            FrameAncestors.read(origins: item.list("frameAncestors") ?? brand.frameAncestors), of: item)
        let calls = accepted(item.calls(changing: brand.calls), of: item, in: CallRates.field)
        brand.policy = policy ?? brand.policy
        brand.calls = calls ?? brand.calls
        brand.frameAncestors = ancestors?.origins ?? brand.frameAncestors
        // A brand with an error is there for the items that name it.
        settings.brands[item.name] = brand
    }

    mutating func judgeClient(_ item: Scenario.Item) {
        if let error = StoredName.violation(in: item.name) { tell(item, "", error) }
        guard let brand = brand(of: item) else { return }
        let name = Settings.ClientName(brand: brand, id: item.name)
        var rights = settings.clients[name] ?? Settings.ClientRights()
        rights.mayExchange = item.flag("mayExchange") ?? rights.mayExchange
        rights.isBusiness = item.flag("isBusiness") ?? rights.isBusiness
        settings.clients[name] = rights
    }

    /// The brand of an item; nil, with an error, unless it is one of the file or there already.
    private mutating func brand(of item: Scenario.Item) -> String? {
        guard let brand = item["brand"] ?? defaults.brand else {
            tell(item, "brand", "is required")
            return nil
        }
        guard settings.brands[brand] != nil || !scenario.lacks(brand, in: .brands) else {
            tell(item, "brand", "must be a brand of this file, or an existing brand")
            return nil
        }
        return brand
    }

    /// A program with an error is not there for the items that name it: they need no further error.
    mutating func judgeProgram(_ item: Scenario.Item) {
        let existing = settings.programs.removeValue(forKey: item.name)
        guard let brand = item["brand"] == nil ? existing?.brand ?? brand(of: item) : brand(of: item) else { return }
        if item["panPrefix"] == nil, existing == nil, defaults.panPrefix == nil {
            tell(item, "panPrefix", "is required")
            return
        }
        let program = accepted(item.program(changing: existing?.program, defaults.panPrefix), of: item)
        let terms = accepted(item.terms(changing: existing?.terms ?? .standard), of: item, in: "terms")
        let controls = judgeControls(of: item)
        let interchange = judgeInterchange(of: item, changing: existing?.interchange ?? [])
        guard let program else { return }
        if let existing, !existing.permits(program, of: brand) {
            faults.append(item.fault("", "is the name of an existing program that differs from this one"))
            return
        }
        var offered = existing ?? Settings.OfferedProgram(brand: brand, program: program)
        offered.program = program
        offered.terms = terms ?? offered.terms
        offered.controls = controls ?? offered.controls
        offered.interchange = interchange
        settings.programs[item.name] = offered
    }

    private mutating func judgeControls(of item: Scenario.Item) -> CardControls? {
        guard item.has("controls") else { return nil }
        let limits = item.count(of: "controls.limits")
        for index in 0..<limits {
            let path = "controls.limits[\(index)]"
            if let window = item["\(path).window"], Window(rawValue: window) == nil {
                let names = Window.allCases.map(\.rawValue).joined(separator: ", ")
                tell(item, "\(path).window", "must be one of \(names)")
            }
            if let channel = item["\(path).channel"], Channel(rawValue: channel) == nil {
                let names = Channel.allCases.map(\.rawValue).joined(separator: ", ")
                tell(item, "\(path).channel", "must be one of \(names)")
            }
        }
        return accepted(item.controls.read(), of: item, in: "controls")
    }

    /// The rates of a program after those of the file are set. One that the file does not name stays.
    private mutating func judgeInterchange(
        of item: Scenario.Item, changing rates: [InterchangeRate]
    ) -> [InterchangeRate] {
        var named: [InterchangeRate.Clearings: InterchangeRate] = [:]
        for index in 0..<item.count(of: "interchange") {
            let path = "interchange[\(index)]"
            let (code, digits) = (item["\(path).currency"], item["\(path).category"])
            let (currency, category) = (code.flatMap { Currency($0) }, digits.flatMap { MerchantCategory($0) })
            if code != nil, currency == nil {
                tell(item, "\(path).currency", "must be a currency of ISO 4217, like EUR")
            }
            // Category 0000 stands for all others in the table.
            let isKnown = digits == nil || (category.map { $0.number != 0 } ?? false)
            if !isKnown { tell(item, "\(path).category", "must be four digits, other than 0000") }
            guard let currency, isKnown,
                let share = item.number("\(path).basisPoints").flatMap({ BasisPoints(Int64($0)) })
            else { continue }
            let rate = InterchangeRate(
                program: item.name, category: category, share: share,
                fixed: Money(minorUnits: Int64(item.number("\(path).fixed") ?? 0), currency: currency))
            if named.updateValue(rate, forKey: rate.clearings) != nil {
                tell(item, "\(path).currency", "occurs twice with this category; use each pair once")
            }
        }
        return (rates.filter { named[$0.clearings] == nil } + named.values).inOrder
    }

    mutating func judgeRate(_ item: Scenario.Item) {
        let codes = item.name.split(separator: "-", omittingEmptySubsequences: false).map { Currency(String($0)) }
        guard codes.count == 2, let from = codes[0], let to = codes[1], from != to else {
            return tell(item, "", "must be named by two different currencies of ISO 4217, such as USD-EUR")
        }
        guard let rate = item["rate"].flatMap(ExchangeRate.init(decimal:)) else {
            return tell(item, "rate", "must be a decimal number above 0, with at most nine digits on each side")
        }
        let pair = Settings.CurrencyPair(from: from, to: to)
        // 0.50 and 0.5 are the same rate.
        if settings.rates[pair]?.description != rate.description { settings.rates[pair] = rate }
    }
}

extension Settings.OfferedProgram {
    /// Whether the program may become another one. Cards, their numbers and their holders depend on the rest.
    fileprivate func permits(_ changed: Program, of brand: String) -> Bool {
        brand == self.brand && changed.cardType == program.cardType && changed.scheme == program.scheme
            && changed.region == program.region && changed.isDigital == program.isDigital
            && changed.panPrefix == program.panPrefix
    }
}
