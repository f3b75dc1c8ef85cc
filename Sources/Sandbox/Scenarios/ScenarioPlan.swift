import Cards
import Scenarios
import Validation

/// A scenario that nothing stands against: everything that is to be made, in order.
struct ScenarioPlan {
    struct PlannedCard {
        let item: Scenario.Item
        let application: Draft<CardApplication>
        let person: Customer
        let program: Program
        let status: CardStatus
        let walk: CardWalk
    }

    struct PlannedToken {
        let item: Scenario.Item
        let wallet: WalletType
        /// Told unless it stays INITIATED; made up where the scenario says none.
        let reference: DPANReference?
        let walk: TokenWalk

        /// Whether only one of the two can be made: the other would be refused, or be the same one begun anew.
        func excludes(_ other: PlannedToken) -> Bool {
            if walk == .deleted || other.walk == .deleted { return false }
            let areInitiated = walk == .initiated && other.walk == .initiated
            return place.isKnownToBe(other.place) || (areInitiated && place == other.place)
        }

        /// Named like the item where nothing else is said; Apple tells neither device nor account.
        var place: WalletPlace {
            guard wallet != .apple else { return WalletPlace(wallet: wallet) }
            return WalletPlace(
                wallet: wallet, device: item["device"] ?? item.name, profile: item["account"] ?? item.name)
        }
    }

    var programs: [Program] = []
    var customers: [(item: Scenario.Item, person: CustomerEnrolment)] = []
    var cards: [PlannedCard] = []
    /// By the names of their cards; those that stay INITIATED come last, for a report need not say which it means.
    var tokens: [String: [PlannedToken]] = [:]
}
