import Authorizing
import Cards
import Ledger
import Scenarios

// Loads and payments. Whether the money suffices is decided when the payment is made.
extension ScenarioJudge {
    mutating func judgeLoad(_ item: Scenario.Item) {
        let owner = item["customer"] ?? ""
        if known.people[owner] == nil, scenario.lacks(owner, in: .customers) {
            tell(item, "customer", "must be a customer of this scenario, or the number of an existing customer")
        }
        let currency = judgeCurrency(of: item)
        guard item.isReadable, let currency, let amount = item["amount"].flatMap({ Int64($0) }) else { return }
        plan.loads.append(.init(item: item, amount: Money(minorUnits: amount, currency: currency)))
    }

    mutating func judgePayment(_ item: Scenario.Item) {
        if scenario.lacks(item["card"] ?? "", in: .cards) {
            tell(item, "card", "must be one of the cards of this scenario")
        }
        if item.has("currency") { _ = judgeCurrency(of: item) }
        judgeMerchant(of: item)
        let walk = item["status"].flatMap(PaymentWalk.init(rawValue:)) ?? .approved
        judgePayer(of: item, walk)
        let (amount, refunded) = (item["amount"].flatMap { Int64($0) }, item["refunded"].flatMap { Int64($0) })
        if let refunded, !item.isUnreadable("status"), walk != .settled {
            tell(item, "refunded", "must be absent unless the status is SETTLED; this refund is \(refunded)")
        }
        if let refunded, let amount, refunded > amount {
            tell(item, "refunded", "must be at most the amount, which is \(amount)")
        }
        let disputed = item["dispute"].flatMap(DisputeStatus.init(rawValue:))
        if disputed != nil, !item.isUnreadable("status"), walk != .settled {
            tell(item, "dispute", "must be absent unless the status is SETTLED")
        }
        if disputed != nil, let refunded, refunded == amount {
            tell(item, "dispute", "must be absent if all of the amount is refunded")
        }
        guard item.isReadable, let amount, let card = item["card"] else { return }
        plan.payments[card, default: []].append(
            .init(item: item, amount: amount, walk: walk, refunded: refunded, disputed: disputed))
    }

    private mutating func judgeCurrency(of item: Scenario.Item) -> Currency? {
        let currency = item["currency"].flatMap { Currency($0) }
        if currency == nil { tell(item, "currency", "must be a currency of ISO 4217, like EUR") }
        return currency
    }

    private mutating func judgeMerchant(of item: Scenario.Item) {
        if let code = item["merchant.mcc"], MerchantCategory(code) == nil {
            tell(item, "merchant.mcc", "must be four digits")
        }
        if let country = item["merchant.country"], CountryCode(country) == nil {
            tell(item, "merchant.country", "must be two capital letters")
        }
        if let error = item["merchant.name"].flatMap(CardAcceptor.violation(inName:)) {
            tell(item, "merchant.name", error)
        }
        if let error = item["merchant.city"].flatMap(CardAcceptor.violation(inCity:)) {
            tell(item, "merchant.city", error)
        }
    }

    /// A card pays before it is locked, suspended and so on. Without a number it cannot even be declined.
    private mutating func judgePayer(of item: Scenario.Item, _ walk: PaymentWalk) {
        guard let status = item["card"].flatMap({ statuses[$0] }) else { return }
        switch status {
        case .applied, .pending, .rejected:
            tell(item, "card", "must be a card with a number; this one is \(status.rawValue)")
        case .issued where walk != .declined:
            tell(item, "status", "must be DECLINED: its card is ISSUED, so it cannot pay")
        case .issued, .digital, .active, .locked, .suspended, .expired, .cancelled, .damaged, .lost: break
        }
    }
}
