import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Payments

/// A saved card as MoneyHash shows it: a card token.
struct SavedCardAnswer: AnswerBody {
    let card: SavedCard
    var customFields: JSONValue

    init(_ card: SavedCard) { (self.card, customFields) = (card, card.origin.customFields) }

    static let members: [AnswerMember<SavedCardAnswer>] = [
        .member(
            "id", \.card.id.description, example: "419cb5f7-20fc-4571-a64d-4a64f0a0412f",
            "Names the card, as `card_token` of a new intent."),
        .member("hashid", \.card.shortID, example: "zGgq4Lx", "The same in seven characters."),
        .member("brand", \.card.face.scheme.moneyHash, example: "Visa", "The network."),
        .member("card_holder_name", { _ in JSONValue.null }, "Always null, because names are not stored."),
        .member("bin", \.card.face.bin, example: "411111", "The first six digits."),
        .member("last_4", \.card.face.lastFour, example: "1111", "The last four digits."),
        .member("issuer", { _ in JSONValue.null }, "Always null."),
        .member("expiry_month", \.card.face.month, example: "03", "Two digits."),
        .member("expiry_year", \.card.face.year, example: "31", "Two digits."),
        .member("country", { _ in JSONValue.null }, "Always null."),
        .member("type", { _ in JSONValue.null }, "Always null."),
        .member("custom_fields", \.customFields, "The custom fields of the intent that saved the card last."),
        .member("provider_token_data", { _ in JSONValue.array([]) }, "Always empty."),
        .member(
            "requires_cvv", { _ in true }, example: "true",
            "Whether the customer must enter the security code again."),
        .member(
            "fingerprint", { EncodedBytes.hexadecimal($0.card.numberHash) }, example: "5b1c…",
            "A fingerprint of the number: equal for the same number, whichever of the merchant's customers saves it."),
        .member("vault_region", { _ in "default" }, example: "default", "Always default."),
    ]
}

extension SavedCard {
    /// As the transactions that it pays show it.
    var payingToken: JSONValue {
        var answer = SavedCardAnswer(self)
        answer.customFields = .null
        return JSONValue(writing: answer)
    }

    /// As METHOD_SELECTION has it.
    var choice: JSONValue {
        [
            "id": .string(shortID), "brand": .string(face.scheme.moneyHash),
            "logo": "/static/images/card_icons/default.svg", "last4": .string(face.lastFour),
            "expiry_month": .string(face.month), "expiry_year": .string(face.year), "country": .null,
            "requires_cvv": true,
        ]
    }
}
