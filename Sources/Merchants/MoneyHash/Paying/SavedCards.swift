import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Payments
import Postgres
import Webhooks

extension MoneyHash {
    // MARK: Finding

    /// A card of a merchant's customer, by either of its names.
    ///
    /// - Parameter customer: nil for any of the merchant's customers.
    func card(_ name: String?, of caller: MoneyHashCaller, for customer: String? = nil) async throws -> SavedCard? {
        guard let name else { return nil }
        let (id, shortID) = (SavedCardID(name), ShortID.isOne(name) ? name : nil)
        guard id != nil || shortID != nil else { return nil }
        let found = try await database.read(
            SavedCardStatements.find(
                .text(caller.merchant.rawValue), .boolean(caller.isLive), .id(id), .text(shortID))
        ).first
        guard let found, customer == nil || found.customer == customer else { return nil }
        return found
    }

    /// The cards of a customer, the newest first.
    func cards(of customer: String, at caller: MoneyHashCaller) async throws -> [SavedCard] {
        try await database.read(
            SavedCardStatements.list(.text(caller.merchant.rawValue), .boolean(caller.isLive), .text(customer)))
    }

    /// The instrument to charge for a saved card.
    ///
    /// - Parameter code: nil if the customer is not present.
    func instrument(of card: SavedCard, code: Secret?) throws -> PaymentInstrument {
        let place = Self.place(of: card.numberHash, card.customer, card.caller)
        guard let instrument = PaymentInstrument(kept: try vault.open(card.sealed, at: place)) else {
            throw PaymentFailure.damaged("the saved card \(card.shortID)")
        }
        return PaymentInstrument(pan: instrument.pan, expiry: instrument.expiry, kind: .card(cvv2: code))
    }

    // MARK: Saving and deleting

    /// The query that saves the card that a payment of an intent was charged to; nil if it is no card of a customer.
    func saving(_ instrument: PaymentInstrument, of intent: Intent) -> Query<SavedCardChange>? {
        guard let customer = intent.customer, instrument.wallet == nil, let face = CardFace(instrument) else {
            return nil
        }
        let caller = intent.caller
        let hash = vault.secretHash(
            instrument.pan.reveal { Array($0.utf8) }, at: "merchants.moneyhash_card.number_hash \(caller.merchant)")
        let sealed = vault.seal(
            instrument.kept(withCryptogram: false), at: Self.place(of: hash, customer, caller))
        return SavedCardStatements.save(
            .text(caller.merchant.rawValue), .boolean(caller.isLive), .id(entropy.id(SavedCardID.self)),
            .text(ShortID.draw(from: entropy)), .text(customer), .bytes(hash), .bytes(sealed.bytes),
            .integer(sealed.keyVersion), .text(face.scheme.rawValue), .text(face.bin), .text(face.lastFour),
            .integer(face.expiry.year), .integer(face.expiry.month), .text(SavedCard.Origin(intent).text),
            .timestamp(clock.now()))
    }

    /// Deletes a card and queues the webhook about it, together.
    func delete(_ card: SavedCard) async throws {
        let change = SavedCardStatements.delete(
            .text(card.caller.merchant.rawValue), .boolean(card.caller.isLive), .id(card.id))
        let owner = PaymentOutbox.owner(card.caller.merchant, at: .moneyHash)
        // In upper case, as the stored subjects are.
        let subject = "\(card.caller.merchant)/card \(card.id.rawValue.uuidString)"
        let announcing = webhooks.queueing(
            [card.event("deleted")].compactMap(\.self), of: owner, about: subject)
        let isDeleted = try await database.transaction { tx throws(PaymentFailure) -> Bool in
            guard try !tx.run(change).isEmpty else { return false }
            _ = try tx.commit(announcing)
            return true
        }
        guard isDeleted else { throw MoneyHashError.notFound }
    }

    /// The place of a sealed number, so that no row opens as another one.
    private static func place(of hash: [UInt8], _ customer: String, _ caller: MoneyHashCaller) -> String {
        "merchants.moneyhash_card \(EncodedBytes.hexadecimal(hash)) \(caller.isLive) \(customer)"
    }
}

/// A card that was just saved.
struct SavedCardChange: Sendable {
    let card: SavedCard
    /// Whether the customer did not have the card before.
    let isNew: Bool
    /// Whether the customer had the card with another expiry.
    let isChanged: Bool

    /// The webhook about the change; nil if nothing has changed, or without a subscriber.
    var event: NewWebhookEvent? { isNew ? card.event("created") : isChanged ? card.event("updated") : nil }
}

extension SavedCard {
    fileprivate func event(_ word: String) -> NewWebhookEvent? {
        guard let url = origin.webhookURL.flatMap({ WebhookURL($0) }) else { return nil }
        let body: JSONValue = [
            "type": .string("card_token.\(word)"),
            "data": ["intent_id": .string(origin.intent), "card_token": JSONValue(writing: SavedCardAnswer(self))],
        ]
        return NewWebhookEvent(type: MoneyHashAnnouncer.eventType, body: body.webhookText, url: url)
    }
}
