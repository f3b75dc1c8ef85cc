import GraphQL
import HTTPContract

struct MutationRoot: GraphQLObject {
    let call: StitchCall
    let typeName = "Mutation"

    func resolve(_ field: String, _ arguments: JSONObject) async throws(FieldFailure) -> FieldValue {
        let input = arguments.object("input") ?? JSONObject()
        return switch field {
        case "initiateTransaction": .object(try await InitiateTransaction(call: call).run(input))
        case "continueTransaction": .object(try await CompleteTransaction(call: call).capture(input))
        case "cancelTransaction": .object(try await CompleteTransaction(call: call).cancel(input))
        case "refundTransactionInitiate": .object(try await RefundTransaction(call: call).run(input))
        case "validateApplePayMerchant": .object(try await OpenWalletSession(call: call).apple(input))
        case "verifySamsungPay": .object(try await OpenWalletSession(call: call).samsung(input))
        case "clientWebhookAdd": .object(try await WebhookResolvers(call: call).add(input))
        case "clientWebhookDelete": .object(try await WebhookResolvers(call: call).remove(input))
        default: throw .unresolved(field, of: typeName)
        }
    }
}
