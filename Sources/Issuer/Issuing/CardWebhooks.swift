import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres
import Validation
import Webhooks

/// The subject of an event: a card, an account whose transaction has changed, or a message to a customer. ``Webhooks``
/// stores it as text.
public struct EventSubject: Equatable, Sendable {
    public enum Object: Equatable, Sendable {
        case card(CardID)
        case account(AccountID)
        /// Each is a subject of its own, because no message waits for another one.
        case message(MessageID)
    }

    public let customer: CustomerID
    public let object: Object

    init(_ object: Object, of customer: CustomerID) {
        self.customer = customer
        self.object = object
    }

    /// - Parameter eventType: a message and a card have ids of one form.
    init?(_ text: String, of eventType: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let customer = CustomerID(parts[0]) else { return nil }
        if eventType == WebhookEvent.message.rawValue {
            guard let message = MessageID(parts[1]) else { return nil }
            self.init(.message(message), of: customer)
        } else if let card = CardID(parts[1]) {
            self.init(.card(card), of: customer)
        } else if let account = AccountID(parts[1]) {
            self.init(.account(account), of: customer)
        } else {
            return nil
        }
    }

    public var card: CardID? { if case .card(let card) = object { card } else { nil } }
    public var account: AccountID? { if case .account(let account) = object { account } else { nil } }

    var text: String {
        switch object {
        case .card(let card): "\(customer)/\(card)"
        case .account(let account): "\(customer)/\(account)"
        case .message(let message): "\(customer)/\(message)"
        }
    }

    /// The text of a card in SQL, from a row with `customer_id` and `card_id`.
    static func sql(ofCard row: String) -> String { "(\(row).customer_id || '/' || \(row).card_id)" }
}

/// An entry of a brand's delivery log, with the subject of its event.
public struct LoggedDelivery: Sendable {
    public let delivery: WebhookDelivery
    public let subject: EventSubject
}

extension Issuing {
    /// The webhooks that tell brands about their cards and their customers' transactions.
    public var webhooks: Webhooks {
        Webhooks(
            database: database, host: CardWebhookHost(issuing: self),
            subscriptionLimit: WebhookEvent.subscriptionLimit,
            dialects: [HouseDialect(), MessageDialect(), TokenServiceDialect()])
    }

    /// Sends a brand's events of one type to a URL, from the next such event on.
    ///
    /// - Parameter signingKey: the key that signs requests; nil for a new one.
    /// - Returns: the subscription, and the key, which is never shown again.
    public func subscribe(
        _ brand: String, to event: WebhookEvent, at url: WebhookURL, signingKey: SigningKey?
    ) async throws(IssuingFailure) -> (subscription: WebhookSubscription, signingKey: SigningKey) {
        do {
            return try await webhooks.subscribe(
                brand, to: event.rawValue, at: url, signingKey: signingKey,
                in: event == .message ? MessageDialect() : HouseDialect()
            ) { subscription in
                recording(.webhookSubscribed, about: subscription.id, detail: "\(event.rawValue) \(url.host)")
            }
        } catch .subscriptionExists {
            throw .refused(.webhook(.subscriptionExists(event)))
        } catch {
            throw IssuingFailure(error)
        }
    }

    public func requireRoomForSubscription(of brand: String) async throws(IssuingFailure) {
        try await translating(IssuingFailure.init) { () async throws(WebhookFailure) in
            try await webhooks.requireRoomForSubscription(of: brand)
        }
    }

    /// A brand's subscriptions, newest first.
    public func subscriptions(of brand: String) async throws(IssuingFailure) -> [WebhookSubscription] {
        try await translating(IssuingFailure.init) { () async throws(WebhookFailure) in
            try await webhooks.subscriptions(of: brand)
        }
    }

    public func unsubscribe(_ brand: String, from subscription: WebhookSubscriptionID) async throws(IssuingFailure) {
        try await translating(IssuingFailure.init) { () async throws(WebhookFailure) in
            try await webhooks.unsubscribe(
                brand, from: subscription, telling: recording(.webhookEnded, about: subscription))
        }
    }

    /// A brand's deliveries, newest first, with their number.
    ///
    /// - Parameter object: the one whose deliveries to show; nil for all.
    public func webhookDeliveries(
        of brand: String, about object: EventSubject.Object? = nil, statuses: [WebhookStatus]? = nil,
        subscription: WebhookSubscriptionID? = nil, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> (deliveries: [LoggedDelivery], total: Int) {
        var subject: EventSubject?
        if let object {
            guard let customer = try await customer(of: object) else { return ([], 0) }
            subject = EventSubject(object, of: customer)
        }
        let page = try await translating(IssuingFailure.init) { () async throws(WebhookFailure) in
            try await webhooks.deliveries(
                of: brand,
                matching: WebhookFilter(
                    statuses: statuses, subscription: subscription, subject: subject?.text, limit: limit,
                    offset: offset))
        }
        var deliveries: [LoggedDelivery] = []
        for delivery in page.deliveries {
            let subject = try IssuingFailure.requiring(
                EventSubject(delivery.subject, of: delivery.eventType), "the subject of a webhook")
            deliveries.append(LoggedDelivery(delivery: delivery, subject: subject))
        }
        return (deliveries, page.total)
    }

    private func customer(of object: EventSubject.Object) async throws(IssuingFailure) -> CustomerID? {
        switch object {
        case .card(let card): try await reading(CardWebhookStatements.customer(.id(card))).first
        case .account(let account):
            try await reading(AccountStatements.account(numbered: account)).first.flatMap { CustomerID($0.holder) }
        case .message: nil
        }
    }

    /// Sends a delivered or dead delivery again. If it is still pending, its next attempt is due now.
    public func resendWebhook(_ delivery: WebhookDeliveryID, of brand: String) async throws(IssuingFailure) {
        try await translating(IssuingFailure.init) { () async throws(WebhookFailure) in
            try await webhooks.resend(delivery, of: brand)
        }
    }
}

extension IssuingFailure {
    package init(_ failure: WebhookFailure) {
        switch failure {
        case .ownerNotFound: self = .refused(.brand(.notFound))
        case .subscriptionNotFound: self = .refused(.webhook(.subscriptionNotFound))
        case .subscriptionLimitReached: self = .refused(.webhook(.subscriptionLimitExceeded))
        case .deliveryNotFound: self = .refused(.webhook(.deliveryNotFound))
        case .bodyIsRemoved: self = .refused(.webhook(.messageIsOver))
        case .bodyDoesNotOpen(let error):
            self = (error as? VaultFailure).map(IssuingFailure.vault) ?? .damaged("the body of a webhook")
        case .signingKeyDoesNotOpen(let error):
            self = (error as? VaultFailure).map(IssuingFailure.vault) ?? .damaged("the signing key of a webhook")
        case .database(let failure): self = .database(failure)
        case .dialectNotKnown: self = .damaged("the dialect of a webhook")
        case .subscriptionExists: self = .damaged("a subscription that was not asked for")
        }
    }
}

/// The card service's clock, entropy, vault and brands, as ``Webhooks`` needs them.
struct CardWebhookHost: WebhookHost {
    let issuing: Issuing

    func now() -> Date { issuing.clock.now() }
    func realNow() -> Date { issuing.clock.realNow() }
    func newID<Kind>() -> ID<Kind> { issuing.entropy.id() }
    func newSigningKey() -> SigningKey { SigningKey(issuing.entropy.bytes(32)) }
    func hold(_ brand: String) -> Query<Bool> { CardWebhookStatements.holdBrand(.text(brand)) }

    func seal(_ key: SigningKey, of subscription: WebhookSubscriptionID) -> SealedBytes {
        let sealed = issuing.vault.seal(key.withBytes { Secret($0) }, at: Self.place(of: subscription))
        return SealedBytes(bytes: sealed.bytes, keyVersion: sealed.keyVersion)
    }

    func open(_ key: SealedBytes, of subscription: WebhookSubscriptionID) throws -> SigningKey {
        let sealed = SealedSecret(bytes: key.bytes, keyVersion: key.keyVersion)
        return try issuing.vault.open(sealed, at: Self.place(of: subscription)).withBytes { SigningKey(Array($0)) }
    }

    func seal(_ body: [UInt8], of event: WebhookEventID) -> SealedBytes {
        let sealed = issuing.vault.seal(Secret(body), at: Self.place(of: event))
        return SealedBytes(bytes: sealed.bytes, keyVersion: sealed.keyVersion)
    }

    func open(_ body: SealedBytes, of event: WebhookEventID) throws -> [UInt8] {
        let sealed = SealedSecret(bytes: body.bytes, keyVersion: body.keyVersion)
        return try issuing.vault.open(sealed, at: Self.place(of: event)).withBytes { Array($0) }
    }

    private static func place(of event: WebhookEventID) -> String { "webhook_delivery body event \(event)" }

    private static func place(of subscription: WebhookSubscriptionID) -> String {
        CardWebhookStatements.place(ofKeyOf: subscription)
    }
}
