import Cards
import Ledger
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
        /// The reference to report, unless the tokenization stays INITIATED. If nil, one is generated.
        let reference: DPANReference?
        let walk: TokenWalk

        /// Whether only one of the two can be created, because the other would be refused or would restart the same
        /// tokenization.
        func excludes(_ other: PlannedToken) -> Bool {
            if walk == .deleted || other.walk == .deleted { return false }
            let areInitiated = walk == .initiated && other.walk == .initiated
            return place.isKnownToBe(other.place) || (areInitiated && place == other.place)
        }

        /// The device and account; by default, both are the item's name. Apple sends neither.
        var place: WalletPlace {
            guard wallet != .apple else { return WalletPlace(wallet: wallet) }
            return WalletPlace(
                wallet: wallet, device: item["device"] ?? item.name, profile: item["account"] ?? item.name)
        }
    }

    struct PlannedLoad {
        let item: Scenario.Item
        let amount: Money
    }

    struct PlannedPayment {
        let item: Scenario.Item
        let amount: Int64
        let walk: PaymentWalk
        /// Given back after the clearing; nil if nothing.
        let refunded: Int64?
        /// How far its rest is disputed; nil if it is not.
        let disputed: DisputeStatus?
    }

    struct PlannedClearingFile {
        struct Line {
            /// The name of a payment of the scenario; nil for a line about no payment.
            let payment: String?
            /// In minor units. Both default to what was authorized.
            let amount: Int64?
            let currency: Currency?
            let isFinal: Bool
        }

        let item: Scenario.Item
        let lines: [Line]
    }

    var customers: [(item: Scenario.Item, person: CustomerEnrolment)] = []
    var loads: [PlannedLoad] = []
    var cards: [PlannedCard] = []
    /// The tokens by the names of their cards. Those that stay INITIATED come last, because a report does not always
    /// say which tokenization it means.
    var tokens: [String: [PlannedToken]] = [:]
    /// The payments by the names of their cards.
    var payments: [String: [PlannedPayment]] = [:]
    var clearingFiles: [PlannedClearingFile] = []
}
