import GraphQL
import HTTPContract

/// `ValidateApplePayMerchantPayload`, whose only field is Apple's answer as text.
struct AppleSessionObject: GraphQLObject {
    let session: String
    let typeName = "ValidateApplePayMerchantPayload"

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        guard field == "sessionData" else { throw .unresolved(field, of: typeName) }
        return .text(session)
    }
}

/// `VerifySamsungPayPayload`, whose only field is the session.
struct SamsungPayloadObject: GraphQLObject {
    let session: SamsungSession
    let typeName = "VerifySamsungPayPayload"

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        guard field == "merchantSession" else { throw .unresolved(field, of: typeName) }
        return .object(SamsungSessionObject(session: session))
    }
}

struct SamsungSessionObject: GraphQLObject {
    let session: SamsungSession
    let typeName = "SamsungSession"

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch field {
        case "id": .text(session.id)
        case "href": .text(session.href)
        case "encInfo": .object(SamsungKeyObject(session: session))
        default: throw .unresolved(field, of: typeName)
        }
    }
}

struct SamsungKeyObject: GraphQLObject {
    let session: SamsungSession
    let typeName = "EncInfo"

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch field {
        case "keyId": .text(session.keyID)
        case "mod": .text(session.modulus)
        case "exp": .text(session.exponent)
        default: throw .unresolved(field, of: typeName)
        }
    }
}
