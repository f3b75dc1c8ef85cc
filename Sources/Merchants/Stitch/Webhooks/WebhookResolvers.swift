import Foundation
import GraphQL
import HTTPContract
import Identifiers
import Postgres
import Validation
import Webhooks

/// The operations on a client's webhooks.
struct WebhookResolvers: Sendable {
    let call: StitchCall

    /// `clientWebhookAdd`
    func add(_ input: JSONObject) async throws(FieldFailure) -> WebhookObject {
        let types = try Self.filterTypes(input["filterTypes"])
        // This comes before the look-up of the host, which is slow if the name server does not answer.
        guard try await list(nil).count < ClientWebhooks.limit else { throw FieldFailure(.subscriptionLimitReached) }
        let url = try await url(input.text("url") ?? "")
        let (webhook, secret) = try await translating(FieldFailure.init) { () async throws(WebhookFailure) in
            try await call.stitch.webhooks.add(url, types, of: call.client)
        }
        return WebhookObject(webhook: webhook, secret: secret)
    }

    /// `clientWebhookDelete`
    func remove(_ input: JSONObject) async throws(FieldFailure) -> RemovedWebhookObject {
        let text = input.text("id") ?? ""
        guard let id = StitchWebhookID(text) else { throw FieldFailure(.subscriptionNotFound) }
        try await translating(FieldFailure.init) { () async throws(WebhookFailure) in
            try await call.stitch.webhooks.remove(id, of: call.client)
        }
        return RemovedWebhookObject(id: id)
    }

    /// `client { webhookEndpoints }`
    ///
    /// - Parameter filter: nil for all; otherwise those with one of these types.
    func list(_ filter: JSONValue?) async throws(FieldFailure) -> [WebhookObject] {
        let types = Self.texts(filter)
        let all = try await translating({ FieldFailure(.database($0)) }) { () async throws(PostgresFailure) in
            try await call.stitch.webhooks.list(of: call.client)
        }
        return all.filter { webhook in types.map { !$0.isDisjoint(with: webhook.filterTypes) } ?? true }
            .map { WebhookObject(webhook: $0, secret: nil) }
    }

    private static func filterTypes(_ value: JSONValue?) throws(FieldFailure) -> [WebhookFilterType] {
        let texts = texts(value) ?? []
        guard !texts.isEmpty else {
            throw FieldFailure(.invalidInput, "The filterTypes must name at least one type of event.")
        }
        let known = WebhookFilterType.allCases.map(\.rawValue)
        if let unknown = texts.sorted().first(where: { !known.contains($0) }) {
            throw FieldFailure(
                .invalidInput,
                "\"\(unknown.prefix(64))\" is no filter type. The types are \(known.joined(separator: ", ")).")
        }
        return WebhookFilterType.allCases.filter { texts.contains($0.rawValue) }
    }

    private static func texts(_ value: JSONValue?) -> Set<String>? {
        guard case .array(let elements) = value else { return nil }
        return Set(elements.compactMap { if case .string(let text) = $0 { text } else { nil } })
    }

    /// The answer is the same for each reason that an address cannot be used: a more precise one would reveal names and
    /// addresses of the service's network.
    private func url(_ text: String) async throws(FieldFailure) -> WebhookURL {
        let addresses = call.stitch.webhooks.addresses
        let violation = WebhookURL.violation(in: text, isPlainAllowed: addresses.isPlainAllowed(in: text))
        guard violation == nil, let url = WebhookURL(text) else {
            throw FieldFailure(.invalidInput, "The url \(violation ?? "cannot be used").")
        }
        do {
            try await addresses.check(url, for: ClientWebhooks.owner(call.client))
        } catch NameResolver.Failure.shareUsedUp, NameResolver.Failure.overloaded {
            throw FieldFailure(.internalError, "Too many host names are being looked up; ask again shortly.")
        } catch {
            throw FieldFailure(.invalidInput, "The url must have a host with public addresses and no others.")
        }
        return url
    }
}

extension FieldFailure {
    fileprivate init(_ failure: WebhookFailure) {
        switch failure {
        case .subscriptionNotFound, .ownerNotFound, .deliveryNotFound:
            self.init(.notFound, "The client has no webhook with this id.")
        case .subscriptionExists:
            self.init(.invalidInput, "A webhook at this url has one of these filterTypes already.")
        case .subscriptionLimitReached:
            self.init(.invalidInput, "The client has \(ClientWebhooks.limit) webhooks, which is the limit.")
        case .bodyIsRemoved, .bodyDoesNotOpen, .signingKeyDoesNotOpen, .dialectNotKnown, .database:
            self.init(.internalError, "The service failed; ask again.")
        }
    }
}

/// `AddWebhookPayload` with its secret, and `WebhookEndpoint` without.
struct WebhookObject: GraphQLObject {
    let webhook: StitchWebhook
    let secret: String?

    var typeName: String { secret == nil ? "WebhookEndpoint" : "AddWebhookPayload" }

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch field {
        case "id": .text(webhook.id.description)
        case "url": .text(webhook.url)
        case "filterTypes": .list(webhook.filterTypes.map { .text($0) })
        case "secret": .optional(secret)
        default: throw .unresolved(field, of: typeName)
        }
    }
}

struct RemovedWebhookObject: GraphQLObject {
    let id: StitchWebhookID
    let typeName = "DeleteWebhookPayload"

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        guard field == "id" else { throw .unresolved(field, of: typeName) }
        return .text(id.description)
    }
}
