import Foundation

/// The objects that a running server has created from a scenario, by their names in the file.
struct SeededScenario: Decodable {
    private struct Token: Decodable {
        let dpanRef: String?
    }

    private struct Payment: Decodable {
        let authorizationId, responseCode: String
    }

    private let programs: [String]
    private let customers, cards: [String: String]
    private let tokenizations: [String: Token]
    private let loads: [String: String]?
    private let payments: [String: Payment]?

    /// One line for each item, as `seed` prints it on a database, by name.
    var lines: [String] {
        let sections = [
            programs.map { "programs.\($0)" }, Self.lines("customers", customers) { $0 },
            Self.lines("cards", cards) { $0 },
            Self.lines("tokenizations", tokenizations) { $0.dpanRef ?? "INITIATED" },
            Self.lines("loads", loads ?? [:]) { $0 },
            Self.lines("payments", payments ?? [:]) { "\($0.authorizationId) \($0.responseCode)" },
        ]
        return sections.flatMap(\.self)
    }

    private static func lines<Item>(
        _ section: String, _ items: [String: Item], _ text: (Item) -> String
    ) -> [String] {
        items.sorted { $0.key < $1.key }.map { "\(section).\($0.key) \(text($0.value))" }
    }
}
