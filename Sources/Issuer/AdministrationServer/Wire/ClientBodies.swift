import Administration
import Foundation
import HTTPContract

struct ClientListAnswer: AnswerBody {
    let clients: [ClientState]

    static let members: [AnswerMember<ClientListAnswer>] = [
        .member("clients", { $0.clients.map(ClientStateAnswer.init) }, "The clients, by their ids.")
    ]
}

struct ClientStateAnswer: AnswerBody {
    let client: ClientState

    static let members: [AnswerMember<ClientStateAnswer>] = [
        .member("clientId", \.client.id, example: "acme-app", "The client's id."),
        .member(
            "mayExchange", \.client.mayExchange, example: "true", "Whether the client gets tokens for customers."),
        .member("isBusiness", \.client.isBusiness, example: "false", "Whether the client gets business tokens."),
        .member(
            "disabledDate", { $0.client.disabledAt.map(Timestamp.init) }, example: "2026-11-21T09:45:41Z",
            "Since when the client gets no tokens; absent if it gets them."),
        .member(
            "earlierSecretEndDate", { $0.client.earlierSecretEndsAt.map(Timestamp.init) },
            example: "2026-11-22T09:45:41Z",
            "Until when the secret before is accepted, too; absent if only the newest one is."),
    ]
}

struct SecretOverlapBody: RequestBody {
    var overlapSeconds: Int?

    /// A day, in which all instances of a client can change.
    static let usualSeconds = 86_400

    static let members: [BodyMember<SecretOverlapBody>] = [
        .integer(
            "overlapSeconds", \.overlapSeconds, in: Administration.secretOverlapsInSeconds, example: "86400",
            "How long the secret before is still accepted; a day if absent.")
    ]
}

struct RotatedSecretAnswer: AnswerBody {
    let client: String
    let secret: String

    static let members: [AnswerMember<RotatedSecretAnswer>] = [
        .member("clientId", \.client, example: "acme-app", "The client's id."),
        .member(
            "clientSecret", \.secret, isSecret: true, example: "b7a3V1WmYy3p2O0Zc7N8dQk5xT9rLh4sJgEuXwKqFiM",
            "The new secret, which is stored nowhere."),
    ]
}
