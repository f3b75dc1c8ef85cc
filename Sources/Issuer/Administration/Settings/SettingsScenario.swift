import Scenarios

extension Scenario {
    /// Reads a file of settings. Anything else in it is an error, because it comes into being with a history of its
    /// own.
    ///
    /// - Throws: the errors of the text, or those of the sections that are no settings.
    public init(ofSettings text: String) throws(ScenarioFaults) {
        let scenario = try Scenario(reading: text)
        let refused = scenario.items.compactMap { item in
            item.section.refusal.map { item.fault("", $0) }
        }
        guard refused.isEmpty else { throw ScenarioFaults(scenario.faults + refused) }
        self = scenario
    }
}

extension Scenario.Section {
    /// Why the items of a section cannot be applied; nil if they can. They come into being with a history of their own.
    fileprivate var refusal: String? {
        switch self {
        case .brands, .clients, .programs, .rates: nil
        case .customers: "cannot be applied; enrol customers with tessera-core admin customer enrol, or over the API"
        case .cards: "cannot be applied; a card is created by its customer or its brand, over the API"
        case .tokenizations: "cannot be applied; a token is made by a wallet and its network"
        case .loads: "cannot be applied; money comes by deposits that the bank confirms"
        case .payments: "cannot be applied; payments come from a card network"
        case .clearingFiles: "cannot be applied; load a scheme's file with tessera-core clearing load"
        case .merchants: "cannot be applied; this program serves no merchants"
        }
    }
}
