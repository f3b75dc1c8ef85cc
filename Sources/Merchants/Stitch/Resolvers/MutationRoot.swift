import GraphQL
import HTTPContract
import Ledger
import Payments

struct MutationRoot: GraphQLObject {
    let call: StitchCall
    let typeName = "Mutation"

    func resolve(_ field: String, _ arguments: JSONObject) async throws(FieldFailure) -> FieldValue {
        let input = arguments.object("input") ?? JSONObject()
        switch field {
        case "initiateTransaction": return .object(try await InitiateTransaction(call: call).run(input))
        case "refundTransactionInitiate": return .object(try await refund(input))
        case "validateApplePayMerchant": return .object(try await appleSession(input))
        case "verifySamsungPay": return .object(try await samsungSession(input))
        case "clientWebhookAdd": return .object(try await WebhookResolvers(call: call).add(input))
        case "clientWebhookDelete": return .object(try await WebhookResolvers(call: call).remove(input))
        default: throw .unresolved(field, of: typeName)
        }
    }

    private func refund(_ input: JSONObject) async throws(FieldFailure) -> RefundObject {
        try call.require(.refund)
        let refund = input.object("refundInput") ?? JSONObject()
        let amount = try Money(refund.object("amount"))
        guard let payment = try await call.payment(input.text("originalPaymentId") ?? "") else {
            throw FieldFailure(.notFound, "There is no transaction with this originalPaymentId.")
        }
        do throws(PaymentFailure) {
            let refunded = try await call.desk.payments(of: call.client).refund(
                payment.id, amount, nonce: refund.text("nonce"))
            return RefundObject(step: refunded.step)
        } catch {
            throw FieldFailure(error)
        }
    }

    private func appleSession(_ input: JSONObject) async throws(FieldFailure) -> AppleSessionObject {
        let request = AppleSessionRequest(
            merchantIdentifier: input.text("merchantIdentifier") ?? "",
            validationURL: input.text("validationUrl") ?? "", displayName: input.text("displayName") ?? "",
            initiative: input.text("initiative") ?? "", initiativeContext: input.text("initiativeContext") ?? "")
        guard let session = await call.desk.settings.walletSessions?.appleSession(request) else {
            throw FieldFailure(.invalidInput, "Apple gives no session for this merchantIdentifier.")
        }
        return AppleSessionObject(session: session)
    }

    private func samsungSession(_ input: JSONObject) async throws(FieldFailure) -> SamsungPayloadObject {
        let amount = try Money(input.object("amount"))
        let request = SamsungSessionRequest(
            amount: amount.majorUnits, currency: amount.currency.code, callbackURL: input.text("callbackUrl") ?? "",
            displayName: input.text("displayName") ?? "", initiativeContext: input.text("initiativeContext") ?? "")
        guard let session = await call.desk.settings.walletSessions?.samsungSession(request) else {
            throw FieldFailure(.invalidInput, "Samsung gives no session for this merchant.")
        }
        return SamsungPayloadObject(session: session)
    }
}

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
