import Validation

/// A request to set the controls of a card or of a program, which replaces all earlier controls.
public struct ControlsDraft: Sendable {
    public var allowedCategories: [String]?
    public var blockedCategories: [String]?
    public var allowedCountries: [String]?
    public var blockedCountries: [String]?
    public var switchedOff: Set<Channel> = []
    public var limits: [LimitDraft] = []

    public init() {}

    /// How many countries or categories one list may have: more than there are countries.
    public static let listLimit = 300

    public struct LimitDraft: Sendable {
        /// Nil if it could not be read.
        public let window: Window?
        public let channel: Channel?
        public let amount: Int64?
        public let count: Int?

        public init(window: Window?, channel: Channel?, amount: Int64?, count: Int?) {
            (self.window, self.channel, self.amount, self.count) = (window, channel, amount, count)
        }
    }

    /// - Parameter wrong: a limit with a wrong field is not checked.
    public func read(besides wrong: WrongFields = WrongFields()) -> Draft<CardControls?> {
        var violations = Violations()
        let category = { MerchantCategory($0) }
        let country = { CountryCode($0) }
        let categories = CardControls.Filter(
            allowed: elements(allowedCategories, "allowedMccs", Self.categories, category, &violations),
            blocked: elements(blockedCategories, "blockedMccs", Self.categories, category, &violations) ?? [])
        let countries = CardControls.Filter(
            allowed: elements(allowedCountries, "allowedCountries", Self.countries, country, &violations),
            blocked: elements(blockedCountries, "blockedCountries", Self.countries, country, &violations) ?? [])
        let limits = limits.indices.compactMap { limit($0, wrong, &violations) }
        return Draft(
            CardControls(switchedOff: switchedOff, countries: countries, categories: categories, limits: limits),
            errors: violations.list)
    }

    private static let categories = "must hold at most 300 merchant categories of four digits, such as 5812"
    private static let countries = "must hold at most 300 countries of two capital letters (ISO 3166-1), such as BG"

    private func elements<Element: Hashable>(
        _ texts: [String]?, _ field: String, _ expectation: String, _ read: (String) -> Element?,
        _ violations: inout Violations
    ) -> Set<Element>? {
        guard let texts else { return nil }
        let elements = texts.prefix(Self.listLimit).compactMap(read)
        violations.check(field, elements.count == texts.count ? nil : expectation)
        return Set(elements)
    }

    private func limit(_ index: Int, _ wrong: WrongFields, _ violations: inout Violations) -> Limit? {
        let (draft, field) = (limits[index], "limits[\(index)]")
        guard let window = draft.window, !wrong.contain(below: "\(field).") else { return nil }
        if draft.amount == nil, draft.count == nil {
            violations.check("\(field).amount", "or count is needed")
        }
        if window == .transaction, draft.count != nil {
            violations.check("\(field).count", "must be absent for TRANSACTION, which is one payment")
        }
        if let first = limits[..<index].firstIndex(where: { $0.window == window && $0.channel == draft.channel }) {
            violations.check(
                "\(field).window", "must not be the same as in limits[\(first)], which has the same channel")
        }
        return Limit(window, channel: draft.channel, amount: draft.amount, count: draft.count)
    }
}
