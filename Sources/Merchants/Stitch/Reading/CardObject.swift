import CardSecrets
import GraphQL
import HTTPContract
import Payments

/// The instrument that a transaction was charged to, as far as it can be described without the number.
struct CardObject: GraphQLObject {
    let payment: Payment
    let instrument: PaymentInstrument
    let expiry: PaymentInstrument.Expiry
    let fingerprint: String
    let typeName = "Card"

    /// Nil without a date of expiry, which Stitch's cards always have.
    init?(_ payment: Payment, _ instrument: PaymentInstrument, using vault: CardVault) {
        guard let expiry = instrument.expiry else { return nil }
        (self.payment, self.instrument, self.expiry) = (payment, instrument, expiry)
        let number = instrument.pan.reveal { Array("\(payment.merchant) \($0)".utf8) }
        fingerprint = Base64url.encode(vault.secretHash(number, at: "stitch_card"))
    }

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch field {
        case "id", "fingerprint": .text(fingerprint)
        case "expiryYear": .leaf(.number(String(expiry.year)))
        case "expiryMonth": .leaf(.number(String(expiry.month)))
        case "network": .text(payment.scheme.stitchName)
        case "bin", "first6": .text(instrument.pan.bin)
        case "last4": .text(payment.lastFour)
        // Wallets do not reveal the owner's name, and a token belongs to no client.
        case "cardHolderName", "clientId": .null
        default: throw .unresolved(field, of: typeName)
        }
    }
}

extension CardScheme {
    /// The member of `CardNetwork`.
    var stitchName: String {
        switch self {
        case .visa: "visa"
        case .mastercard: "mastercard"
        case .discover: "discover"
        case .other: "other"
        }
    }
}

/// Why a transaction needed 3-D Secure.
struct Secure3dObject: GraphQLObject {
    let reason: StitchNote.Secure3dReason
    let typeName = "Secure3dDetails"

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch field {
        case "decision": .text("required")
        case "decisionReason": .text(reason.rawValue)
        default: throw .unresolved(field, of: typeName)
        }
    }
}
