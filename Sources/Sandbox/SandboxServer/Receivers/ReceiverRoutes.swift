import CardAPI
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Synchronization
import Validation

import struct HTTPContract.Operation

/// Receivers of webhooks for developers who have not written one yet. Each has the name that its requests give it.
final class Receivers: Sendable {
    private let webhooks = Mutex(ReceivedWebhooks())

    func add(_ webhook: ReceivedWebhook) { webhooks.withLock { $0.add(webhook) } }

    func newest(of receiver: String) -> [ReceivedWebhook] { webhooks.withLock { $0.newest(of: receiver) } }

    func forgetAll() { webhooks.withLock { $0.forgetAll() } }
}

/// Takes webhooks, and shows them.
struct ReceiverRoutes {
    let receivers: Receivers
    let clock: ServiceClock

    var routes: [SandboxRoutes.Route] {
        [(SandboxOperations.receiveWebhook, receive), (SandboxOperations.listReceivedWebhooks, list)]
    }

    /// Answers with the status that the URL asks for, so that a subscriber can see the effects of a failing receiver.
    @Sendable private func receive(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try ReceiverQuery.read(request.target.query)
        let name = try context.parameters.receiver()
        // No card number is kept, as in the journal.
        let text = Masking.received(String(decoding: try await request.bodyBytes(), as: UTF8.self))
        let status = query.status.flatMap { Int($0) } ?? HTTPResponse.Status.noContent.code
        receivers.add(
            ReceivedWebhook(
                receiver: name, receivedAt: clock.now(), headers: request.shownHeaders, text: text, status: status))
        var response = Response(status: .init(code: status))
        if status == HTTPResponse.Status.serviceUnavailable.code { response.headers[.retryAfter] = "1" }
        return response
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try PageQuery.read(request.target.query)
        let all = receivers.newest(of: try context.parameters.receiver())
        let page = all.dropFirst(query.offset).prefix(query.limit).map(ReceivedWebhookAnswer.init)
        return Response(
            status: .ok, json: ReceivedListAnswer(webhooks: Array(page), meta: .init(of: all.count, query)))
    }
}

extension PathParameters {
    /// The name in a path: 1 to 40 of `a`–`z`, `0`–`9` and hyphen.
    fileprivate func receiver() throws(Problem) -> String {
        guard let name = get("receiver"), name.wholeMatch(of: /[a-z0-9-]{1,40}/) != nil else {
            throw Problem(.entityNotFound, "A receiver has a name of 1 to 40 of a-z, 0-9 and hyphen.")
        }
        return name
    }
}

extension Request {
    /// At most as many as a webhook has. Credentials of the caller are left out.
    fileprivate var shownHeaders: [(name: String, value: String)] {
        headers.filter { ![.authorization, .cookie, .sandboxToken].contains($0.name) }.prefix(40)
            .map { (Masking.text($0.name.rawName), Masking.text($0.value)) }
    }
}

struct ReceiverQuery: RequestQuery {
    var status: String?

    static let parameters: [BoundParameter<ReceiverQuery>] = [
        .enumeration(
            "status", \.status, of: ["204", "400", "403", "500", "503"],
            "The status of the answer, to see what a receiver that fails leads to; 204 if absent.")
    ]
}

struct ReceivedWebhookAnswer: AnswerBody {
    let webhook: ReceivedWebhook

    init(_ webhook: ReceivedWebhook) { self.webhook = webhook }

    static let members: [AnswerMember<ReceivedWebhookAnswer>] = [
        .member(
            "receivedDate", { Timestamp($0.webhook.receivedAt) }, example: "2026-11-21T15:43:00Z",
            "The time by the service's clock."),
        .member("status", \.webhook.status, example: "204", "The status of the answer."),
        .member("headers", \.headers, "The header fields."),
        .member("body", \.webhook.body, "The body, if it is JSON."),
        .member(
            "text", \.webhook.text, example: #"{"id":"17"}"#,
            "The body as it came, for its signature. Card numbers and security codes are hidden."),
    ]

    /// The values of a repeated field are one list (RFC 9110, section 5.3).
    private var headers: JSONValue {
        let lists = Dictionary(grouping: webhook.headers, by: \.name)
        return .object(
            JSONObject(
                webhook.headers.map { name, _ in
                    (name, .string((lists[name] ?? []).map(\.value).joined(separator: ", ")))
                }))
    }
}

struct ReceivedListAnswer: AnswerBody {
    let webhooks: [ReceivedWebhookAnswer]
    let meta: ListPageAnswer

    static let members: [AnswerMember<ReceivedListAnswer>] = [
        .member("webhooks", \.webhooks, "The webhooks, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

extension SandboxOperations {
    static let receiveWebhook: Operation = {
        var operation = Operation.sandbox(
            "receiveWebhook", "Receive a webhook",
            """
            Takes whatever is sent, and keeps the latest 200 for each receiver in memory. Subscribe to events with its \
            address, and no receiver needs to be written: any name makes one. It needs no token, because a webhook has \
            none.
            """, .webhooks, .post, "/receivers/{receiver}", status: .noContent, query: ReceiverQuery.schema)
        operation.payload = .text(
            TextBody(
                mediaType: "application/json", description: "Anything of up to 64 KiB.",
                example: #"{"eventType": "CARD_LOCKED"}"#))
        return operation
    }()

    static let listReceivedWebhooks = Operation.sandbox(
        "listReceivedWebhooks", "List received webhooks",
        """
        Returns what a receiver got, newest first, with header fields and bodies. A receiver that got nothing has an \
        empty list.
        """, .webhooks, .get, "/receivers/{receiver}", answer: ReceivedListAnswer.schema,
        query: PageQuery.schema)
}
