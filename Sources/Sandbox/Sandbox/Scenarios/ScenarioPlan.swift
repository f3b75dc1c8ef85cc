import Cards
import Scenarios
import Validation

/// A valid scenario: everything to create, in order.
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
        /// Reported unless it stays INITIATED; invented if the scenario gives none.
        let reference: DPANReference?
        let walk: TokenWalk

        /// Whether only one of the two can be created: the other would be refused, or be the same one started again.
        func excludes(_ other: PlannedToken) -> Bool {
            if walk == .deleted || other.walk == .deleted { return false }
            let areInitiated = walk == .initiated && other.walk == .initiated
            return place.isKnownToBe(other.place) || (areInitiated && place == other.place)
        }

        /// The item's name by default; Apple sends neither device nor account.
        var place: WalletPlace {
            guard wallet != .apple else { return WalletPlace(wallet: wallet) }
            return WalletPlace(
                wallet: wallet, device: item["device"] ?? item.name, profile: item["account"] ?? item.name)
        }
    }

    var programs: [Program] = []
    var customers: [(item: Scenario.Item, person: CustomerEnrolment)] = []
    var cards: [PlannedCard] = []
    /// By the names of their cards. Those that stay INITIATED come last, because a report does not always say which one
    /// it means.
    var tokens: [String: [PlannedToken]] = [:]
}
