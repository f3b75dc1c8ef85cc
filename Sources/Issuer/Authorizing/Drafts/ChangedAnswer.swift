import Cards
import Foundation
import Ledger

/// A request that other controls would have answered in another way.
public struct ChangedAnswer: Hashable, Sendable {
    public let reference: NetworkReference
    public let card: CardID
    public let at: Date
    public let amount: Money
    public let category: MerchantCategory
    public let country: CountryCode
    /// As it was answered.
    public let recorded: Ruling
    /// As the draft would have answered it.
    public let drafted: Ruling
    /// Whether the program's partner would have been asked first, whose answer nobody knows.
    public let asksPartner: Bool

    package init(
        reference: NetworkReference, card: CardID, at: Date, amount: Money, category: MerchantCategory,
        country: CountryCode, recorded: Ruling, drafted: Ruling, asksPartner: Bool = false
    ) {
        (self.reference, self.card, self.at, self.amount) = (reference, card, at, amount)
        (self.category, self.country) = (category, country)
        (self.recorded, self.drafted, self.asksPartner) = (recorded, drafted, asksPartner)
    }
}
