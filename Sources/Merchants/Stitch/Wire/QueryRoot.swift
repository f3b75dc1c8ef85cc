import GraphQL
import HTTPContract
import Payments
import Validation

struct QueryRoot: GraphQLObject {
    let call: StitchCall
    let typeName = "Query"

    func resolve(_ field: String, _ arguments: JSONObject) async throws(FieldFailure) -> FieldValue {
        switch field {
        case "client": return .object(ClientObject(call: call))
        case "node":
            return try await call.node(arguments.text("id") ?? "").map { .object($0) } ?? .null
        default: throw .unresolved(field, of: typeName)
        }
    }
}

/// The client that asks.
struct ClientObject: GraphQLObject {
    let call: StitchCall
    let typeName = "Client"

    private static let selectionLimit = 20

    func resolve(_ field: String, _ arguments: JSONObject) async throws(FieldFailure) -> FieldValue {
        switch field {
        case "transactions": return try await transactions(arguments)
        case "webhookEndpoints":
            return .objects(try await WebhookResolvers(call: call).list(arguments["filter"]))
        default: throw .unresolved(field, of: typeName)
        }
    }

    private func transactions(_ arguments: JSONObject) async throws(FieldFailure) -> FieldValue {
        var found: [Payment] = []
        for selection in try Self.selections(arguments.object("filter")) {
            found += try await translating(FieldFailure.init) { () async throws(PaymentFailure) in
                try await call.stitch.payments.payments(
                    PaymentFilter(merchant: call.client.merchant, gateway: call.client.gateway, selection))
            }
        }
        let newest = found.sorted { ($0.createdAt, $0.reference) > ($1.createdAt, $1.reference) }.prefix(100)
        await call.reading.list(newest)
        return .object(TransactionConnection(transactions: newest.map(call.shown)))
    }

    /// One selection for each external reference, or one for all nonces.
    private static func selections(_ filter: JSONObject?) throws(FieldFailure) -> [PaymentFilter.Selection] {
        let references = try values(filter?.object("externalReference"))
        let nonces = try values(filter?.object("nonce"))
        switch (references, nonces) {
        case (nil, nil): return [.all]
        case (let references?, nil): return references.map { .externalReference($0) }
        case (nil, let nonces?): return [.nonces(nonces)]
        default: throw FieldFailure(.invalidInput, "Filter by externalReference or by nonce, not by both.")
        }
    }

    /// The values of an `IdFilter`, each once; nil if it says nothing.
    private static func values(_ filter: JSONObject?) throws(FieldFailure) -> [String]? {
        var values: [String]?
        if let text = filter?.text("eq") { values = [text] }
        if case .array(let elements) = filter?["in"] {
            let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
            values = Array(Set(values.map { Set(texts).intersection($0) } ?? Set(texts))).sorted()
        }
        guard values?.count ?? 0 <= selectionLimit else {
            throw FieldFailure(.invalidInput, "A filter may have at most \(selectionLimit) values.")
        }
        return values
    }
}
