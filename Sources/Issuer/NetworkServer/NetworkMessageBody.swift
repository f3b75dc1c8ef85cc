import Authorizing
import CardSecrets
import HTTPContract
import Issuing
import Validation

/// A message of the network in JSON, with the meanings of ISO 8583's fields.
struct NetworkMessageBody: RequestBody {
    var networkReference: String?
    var lifecycleId: String?
    var kind: String?
    var transactionType: String?
    var pan: String?
    var expiry: ExpiryPart?
    var cvv2: String?
    var pinBlock: String?
    var token: TokenPart?
    var amount: Int?
    var currencyCode: String?
    var partialApprovalCapable: Bool?
    var final: Bool?
    var merchant: MerchantPart?
    var panEntryMethod: String?
    var cryptogramResult: String?
    var cardPresence: String?
    var threeDS: ThreeDSPart?

    static let members: [BodyMember<NetworkMessageBody>] = [
        .string(
            "networkReference", \.networkReference, isRequired: true, example: "VISA-0001",
            "Unique for each message (fields 7, 11, 32 and 37). The same message again gets the same answer."),
        .string(
            "lifecycleId", \.lifecycleId, example: "VISA-0001",
            "The same in all messages about one payment: the network's transaction id. If the first message has none, "
                + "its `networkReference`."),
        .string(
            "kind", \.kind, isRequired: true, example: "AUTHORIZATION",
            "What the message is (message type and field 3): "
                + MessageKind.allCases.map(\.rawValue).joined(separator: ", ") + "."),
        .string(
            "transactionType", \.transactionType, example: "PURCHASE",
            "What a payment is for (field 3): PURCHASE, ATM_WITHDRAWAL or PURCHASE_WITH_CASHBACK; PURCHASE if absent."),
        .string(
            "pan", \.pan, isRequired: true, isSecret: true, example: "4895370000000007",
            "The card's number, or the token's (field 2)."),
        .object("expiry", \.expiry, "The expiry of the card or the token (field 14)."),
        .string("cvv2", \.cvv2, isSecret: true, example: nil, "The printed security code."),
        .string(
            "pinBlock", \.pinBlock, isSecret: true, example: nil,
            "A PIN block of ISO 9564-1, format 4, under the zone PIN key: 32 hexadecimal digits (field 52)."),
        .object("token", \.token, "What a phone has added; with it, `pan` is the token's number."),
        .integer(
            "amount", \.amount, in: 0...Int(MessageFields.largestAmount), example: "1234",
            "In minor units of `currencyCode` (field 4). In a reversal, the part that is taken back."),
        .string("currencyCode", \.currencyCode, isRequired: true, example: "EUR", "Currency, ISO 4217 (field 49)."),
        .boolean(
            "partialApprovalCapable", \.partialApprovalCapable, example: "false",
            "Whether the terminal can take less than `amount`; false if absent."),
        .boolean("final", \.final, example: "true", "Of a clearing: whether no other one follows; true if absent."),
        .object("merchant", \.merchant, isRequired: true, "Who wants the money (fields 18, 41, 42 and 43)."),
        .string(
            "panEntryMethod", \.panEntryMethod, example: "ECOMMERCE",
            "How the card was read (field 22): \(EntryMode.allCases.map(\.rawValue).joined(separator: ", "))."),
        .enumeration(
            "cryptogramResult", \.cryptogramResult, of: ["VALID", "WRONG"], example: "VALID",
            "What the network found about the cryptogram of a plastic card's chip, or the code on its stripe."),
        .string(
            "cardPresence", \.cardPresence, example: "NOT_PRESENT",
            "Whether the card was there (field 25): PRESENT, NOT_PRESENT or UNKNOWN."),
        .object("threeDS", \.threeDS, "How the cardholder has authenticated to the merchant."),
    ]

    struct ExpiryPart: RequestBody {
        var month: Int?
        var year: Int?

        static let members: [BodyMember<ExpiryPart>] = [
            .integer("month", \.month, in: 1...12, example: "3", "1 to 12."),
            .integer("year", \.year, in: 2000...2099, example: "2028", "Four digits."),
        ]
    }

    struct TokenPart: RequestBody {
        var requestorId: String?
        var cryptogram: String?

        static let members: [BodyMember<TokenPart>] = [
            .string("requestorId", \.requestorId, example: "90000000001", "Who uses the token: 11 digits."),
            .string(
                "cryptogram", \.cryptogram, isSecret: true, example: nil,
                "What the phone has made for this payment, in Base64; absent in messages about an earlier one."),
        ]
    }

    struct MerchantPart: RequestBody {
        var id: String?
        var terminalId: String?
        var name: String?
        var mcc: String?
        var city: String?
        var country: String?

        static let members: [BodyMember<MerchantPart>] = [
            .string("id", \.id, example: "123456789012345", "The acquirer's number of the merchant (field 42)."),
            .string("terminalId", \.terminalId, example: "T0000001", "The terminal (field 41)."),
            .string("name", \.name, isRequired: true, example: "Café", "The merchant's name (field 43)."),
            .string(
                "mcc", \.mcc, isRequired: true, example: "5812", "The merchant's category: four digits (field 18)."),
            .string("city", \.city, example: "Berlin", "The merchant's city (field 43)."),
            .string(
                "country", \.country, isRequired: true, example: "DE",
                "The merchant's country: two letters (field 43)."),
        ]
    }

    struct ThreeDSPart: RequestBody {
        var result: String?

        static let members: [BodyMember<ThreeDSPart>] = [
            .enumeration(
                "result", \.result, of: VerificationResults.Authentication.allCases.map(\.rawValue), isRequired: true,
                example: "AUTHENTICATED", "The result of 3-D Secure.")
        ]
    }
}

extension IncomingMessage {
    /// The message as it was sent. Wrong values are found later, so that the network gets a code for them.
    init(_ body: NetworkMessageBody) {
        var fields = MessageFields()
        (fields.kind, fields.type) = (Sent(body.kind), Sent(body.transactionType))
        (fields.reference, fields.lifecycle) = (Sent(body.networkReference), Sent(body.lifecycleId))
        (fields.amount, fields.currency) = (body.amount.map(Int64.init), Sent(body.currencyCode))
        if let merchant = body.merchant {
            (fields.category, fields.country) = (Sent(merchant.mcc), Sent(merchant.country))
            (fields.merchantName, fields.city) = (merchant.name, merchant.city)
            (fields.merchantID, fields.terminalID) = (merchant.id, merchant.terminalId)
        }
        (fields.entryMode, fields.cardPresence) = (Sent(body.panEntryMethod), Sent(body.cardPresence))
        (fields.expiryMonth, fields.expiryYear) = (body.expiry?.month, body.expiry?.year)
        fields.canApproveInPart = body.partialApprovalCapable ?? false
        fields.isLast = body.final ?? true
        let authentication = body.threeDS?.result.flatMap(VerificationResults.Authentication.init(rawValue:))
        fields.verification.authentication = authentication ?? .none
        fields.verification.cryptogram =
            body.cryptogramResult.flatMap(VerificationResults.Cryptogram.init(rawValue:)) ?? .notSent
        fields.token = body.token?.requestorId.map { .init(requestorID: $0) }
        fields.malformedSecrets = body.malformedSecrets
        self.init(
            message: NetworkMessage(
                fields: fields, pan: body.pan.flatMap { PAN($0) }, securityCode: body.cvv2,
                pinBlock: body.pinBlock.flatMap { EncodedBytes.hexadecimal($0) }),
            token: body.token.map { token in
                PresentedCryptogram(
                    requestorID: token.requestorId, bytes: token.cryptogram.flatMap { EncodedBytes.base64($0) })
            })
    }
}

extension NetworkMessageBody {
    /// The secrets whose text cannot be a number of a card, a PIN block or a cryptogram. A number with a wrong check
    /// digit can be sent, but no card has it.
    fileprivate var malformedSecrets: [MalformedRequest.Secret] {
        var found: [MalformedRequest.Secret] = []
        if let pan, !(12...19).contains(pan.utf8.count) || !pan.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            found.append(.pan)
        }
        if let pinBlock, EncodedBytes.hexadecimal(pinBlock)?.count != 16 { found.append(.pinBlock) }
        if let cryptogram = token?.cryptogram {
            let size = EncodedBytes.base64(cryptogram)?.count ?? 0
            if !(1...99).contains(size) { found.append(.cryptogram) }
        }
        return found
    }
}
