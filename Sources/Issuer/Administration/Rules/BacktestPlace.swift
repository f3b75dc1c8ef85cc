import Cards
import Foundation
import Identifiers

/// Where a page of a backtest begins: behind a card, or in the middle of its messages.
public struct BacktestPlace: Hashable, Sendable, CustomStringConvertible {
    static let beginning = BacktestPlace(
        nil, CardID(rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))), draftVersion: 0)

    /// Nil before all customers.
    let customer: CustomerID?
    let card: CardID
    /// The differences of the card that earlier pages have; 0 if the page begins behind the card.
    let differences: Int
    /// Pages of two versions of a draft do not add up.
    let draftVersion: Int64

    init(_ customer: CustomerID?, _ card: CardID, draftVersion: Int64, differences: Int = 0) {
        (self.customer, self.card, self.differences) = (customer, card, differences)
        self.draftVersion = draftVersion
    }

    /// Reads a ``description``.
    public init?(_ text: String) {
        let parts = text.split(separator: ".").map(String.init)
        guard parts.count == 4, let customer = CustomerID(parts[0]), let card = CardID(parts[1]),
            let differences = Int(parts[2]), differences >= 0, let version = Int64(parts[3])
        else { return nil }
        self.init(customer, card, draftVersion: version, differences: differences)
    }

    /// Opaque to a caller.
    public var description: String {
        "\(customer.map { "\($0)" } ?? "0").\(card).\(differences).\(draftVersion)"
    }

    func isBehind(_ card: CardID) -> Bool { card == self.card && differences == 0 }
}
