import Cards
import Scenarios
import Validation

extension ScenarioJudge {
    mutating func judgeToken(_ item: Scenario.Item) {
        if scenario.lacks(item["card"] ?? "", in: .cards) {
            tell(item, "card", "must be one of the cards of this scenario")
        }
        if !known.hasNetworks {
            faults.append(item.fault("", "cannot be made: this service is connected to no network"))
        }
        judgeReference(of: item)
        let walk = item["status"].flatMap(TokenWalk.init(rawValue:))
        judge(walk, of: item)
        let wallet = item["wallet"].flatMap(WalletType.init(rawValue:))
        let asked = TokenizationApplication(
            wallet: nil, device: item["device"], profile: item["account"], apple: .none)
        tell(item, asked.draft.errors)
        for field in ["device", "account"] where wallet == .apple && item.has(field) {
            tell(item, field, "must be absent: APPLE_PAY reports neither device nor account")
        }
        guard let card = item["card"], let wallet, !item.isUnreadable("status") else { return }
        let token = ScenarioPlan.PlannedToken(
            item: item, wallet: wallet, reference: item.reference, walk: walk ?? .active)
        let earlier = plan.tokens[card, default: []]
        if earlier.contains(where: token.excludes) {
            wallet == .apple
                ? tell(item, "status", "must be another: this card has an APPLE_PAY tokenization INITIATED already")
                : tell(item, "device", "and account must differ from those of the card's other tokenizations")
        }
        if token.walk != .deleted, earlier.count(where: { $0.walk != .deleted }) == Tokenization.limit {
            tell(item, "card", "has \(Tokenization.limit) tokenizations, which is the limit")
        }
        plan.tokens[card] = (earlier + [token]).filter { $0.walk != .initiated }
            + (earlier + [token]).filter { $0.walk == .initiated }
    }

    private mutating func judgeReference(of item: Scenario.Item) {
        guard item.has("dpanRef") else { return }
        guard let reference = item.reference else {
            return tell(item, "dpanRef", "must be 1 to 64 visible ASCII characters, and no card number")
        }
        guard !known.references.insert(reference).inserted else { return }
        tell(item, "dpanRef", "must be a reference that no other token has")
    }

    private mutating func judge(_ walk: TokenWalk?, of item: Scenario.Item) {
        guard let status = item["card"].flatMap({ statuses[$0] }) else { return }
        let possible = TokenWalk.possible(on: status)
        guard !possible.isEmpty else {
            return tell(item, "card", "must be a usable card; this one is \(status.rawValue)")
        }
        guard let walk, !possible.contains(walk) else { return }
        let words = possible.map(\.rawValue).joined(separator: ", ")
        tell(item, "status", "must be one of \(words): its card ends as \(status.rawValue)")
    }
}
