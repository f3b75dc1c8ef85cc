import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Payments

/// A card that a customer of a merchant has saved. Only this merchant can charge it, with the same kind of key, for the
/// same customer.
struct SavedCard: Sendable {
    /// The maximum number of saved cards of a customer.
    static let limit = 20

    let id: SavedCardID
    let shortID: String
    let caller: MoneyHashCaller
    let customer: String
    let face: CardFace
    /// The number's keyed hash, which is the same whenever this merchant's customers save it.
    let numberHash: [UInt8]
    let sealed: SealedSecret
    let origin: Origin

    /// The intent that has saved the card last. Webhooks about the card go to its URL.
    struct Origin: Sendable {
        let intent: String
        let webhookURL: String?
        let customFields: JSONValue
    }
}

/// The values of a card that may be shown.
struct CardFace: Hashable, Sendable {
    let scheme: CardScheme
    /// The first six digits.
    let bin: String
    let lastFour: String
    let expiry: PaymentInstrument.Expiry

    /// In two digits.
    var month: String { String(String(100 + expiry.month).dropFirst()) }
    /// In two digits.
    var year: String { String(String(expiry.year).suffix(2)) }
}

extension CardFace {
    /// Nil without an expiry.
    init?(_ instrument: PaymentInstrument) {
        guard let expiry = instrument.expiry else { return nil }
        let bin = instrument.pan.reveal { String($0.prefix(6)) }
        self.init(scheme: instrument.scheme, bin: bin, lastFour: instrument.pan.lastFour, expiry: expiry)
    }
}

extension SavedCard.Origin {
    init(_ intent: Intent) {
        (self.intent, webhookURL) = (intent.id, intent.webhookURL)
        customFields = intent.request["custom_fields"] ?? .null
    }

    /// - Returns: nil if the text is not what ``text`` writes.
    init?(_ text: String) {
        guard case .object(let members)? = try? JSONValue(parsing: Array(text.utf8)),
            let intent = members.text("intent")
        else { return nil }
        (self.intent, webhookURL) = (intent, members.text("webhook_url"))
        customFields = members["custom_fields"] ?? .null
    }

    var text: String {
        JSONValue.members([
            ("intent", .string(intent)), ("webhook_url", webhookURL.map { .string($0) }),
            ("custom_fields", customFields),
        ]).jsonText
    }
}
