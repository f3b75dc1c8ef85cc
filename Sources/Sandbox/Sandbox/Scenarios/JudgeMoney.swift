import Authorizing
import Ledger
import Scenarios

// Loads and payments. Whether the money suffices is decided when the payment is made.
extension ScenarioJudge {
    mutating func judgeLoad(_ item: Scenario.Item) {
        let owner = item["customer"] ?? ""
        if known.people[owner] == nil, scenario.lacks(owner, in: .customers) {
            tell(item, "customer", "must be one of the customers of this scenario, or the number of one that is there")
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
        let (amount, refunded) = (item["amount"].flatMap { Int64($0) }, item["refunded"].flatMap { Int64($0) })
        if let refunded, !item.isUnreadable("status"), walk != .settled {
            tell(item, "refunded", "must be absent unless the status is SETTLED; this refund is \(refunded)")
        }
        if let refunded, let amount, refunded > amount {
            tell(item, "refunded", "must be at most the amount, which is \(amount)")
        }
        guard item.isReadable, let amount, let card = item["card"] else { return }
        plan.payments[card, default: []].append(.init(item: item, amount: amount, walk: walk, refunded: refunded))
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
        for (field, limit) in [("merchant.name", Merchant.nameLimit), ("merchant.city", 40)] {
            guard let text = item[field], !(1...limit).contains(text.count) else { continue }
            tell(item, field, "must be 1 to \(limit) characters")
        }
    }
}
