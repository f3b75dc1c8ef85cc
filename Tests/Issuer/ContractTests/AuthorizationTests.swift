import CardAPI
import CardClient
import ContractTestSupport
import Crypto
import Foundation
import HTTPContract
import HTTPTypes
import Testing
import TestSupport

import struct HTTPContract.Operation

@Suite("Authorization of every operation")
struct AuthorizationTests {
    @Test("The operations and their audiences match the recorded list")
    func operations() throws {
        let lines = Operations.all.map { operation in
            let media = operation.mediaType?.split(separator: "/").last ?? "-"
            let query = operation.query.map(\.name).joined(separator: ",")
            return "\(operation.name) \(operation.method) \(operation.path) \(operation.audience.name) "
                + "\(operation.successStatus.code) \(media)"
                + "\(query.isEmpty ? "" : " ?\(query)")\(operation.acceptsIdempotencyKey ? " once" : "")\n"
        }
        try expectGolden(lines.joined(), "operations.txt", in: "Tests/Issuer/ContractTests/Golden")
    }

    @Test("Customer operations refuse every other token, genuine or forged")
    func matrix() async throws {
        try await withLiveService { service in
            let bearers = try await Self.bearers(at: service)
            let card = try await service.cards(of: .ivana).create(.virtual)
            let unscoped = Bearer.unscoped(try await service.token(of: .ivana))
            for operation in Operations.all {
                guard [.customer, .cardData, .authenticating].contains(operation.audience) else { continue }
                let target = operation.path(filling: Operations.anyIDs(card.cardId))
                for bearer in bearers + (operation.audience == .cardData ? [unscoped] : []) {
                    if operation.audience == .authenticating, bearer.isConfiguration { continue }
                    let answer = try await service.send(bearer.asking(operation, target))
                    let place: Comment = "\(operation.name) with \(bearer.name)"
                    #expect(answer.status == bearer.status, place)
                    #expect(answer.problem == Problem(bearer.code, bearer.message), place)
                    #expect(answer["Content-Type"] == "application/json", place)
                    #expect(answer["WWW-Authenticate"] == bearer.challenge, place)
                }
            }
            #expect(try await service.cards(of: .ivana).get(card.cardId) == card)
        }
    }

    @Test("Another customer's card gets the same answer as one that does not exist, byte for byte")
    func otherCustomer() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.physical)
            let token = try await service.token(of: .jonas, scope: Audience.cardDataScope)
            let ofCards = Operations.all.filter {
                [.customer, .cardData].contains($0.audience) && $0.path.contains("{cardId}")
            }
            for operation in ofCards {
                var answers: [RawAnswer] = []
                for id in [
                    card.cardId, "f16ba382-eb42-481a-b08f-c57bdc9aae24", card.cardId.uppercased(), "1", "%00", "a%2Fb",
                    "'; DROP TABLE card; --".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "",
                ] {
                    let target = operation.path.replacing("{cardId}", with: id)
                    answers.append(
                        try await service.ask(
                            operation.method.rawValue, target, token: token, Self.goodBody(for: operation),
                            headers: [("X-Request-Id", "same")]))
                }
                #expect(answers[0].problem == Problem(.entityNotFound, "There is no such card."), "\(operation.name)")
                for answer in answers {
                    #expect(answer.body == answers[0].body, "\(operation.name)")
                    #expect(answer.withoutDate == answers[0].withoutDate, "\(operation.name)")
                }
            }
            #expect(try await service.cards(of: .ivana).get(card.cardId) == card)
        }
    }

    @Test("The token call refuses missing or unreadable credentials with one and the same answer")
    func tokenCall() async throws {
        try await withLiveService { service in
            let path = Operations.issueToken.path(filling: ["brand": "demo"])
            let bearer = "Bearer \(try await service.token(of: .ivana))"
            let notBase64 = "Basic demo-app:demo-secret"
            let noColon = "Basic \(Data("demo-app".utf8).base64EncodedString())"
            for authorization in [nil, bearer, notBase64, noColon, "Basic", "Basic =", ""] {
                var headers = [(name: "Content-Type", value: "application/x-www-form-urlencoded")]
                if let authorization { headers.append(("Authorization", authorization)) }
                let answer = try await service.ask("POST", path, "grant_type=client_credentials", headers: headers)
                #expect(answer.status == 401)
                #expect(answer["WWW-Authenticate"] == #"Basic realm="digitalwallets""#)
                #expect(answer["Cache-Control"] == "no-store")
                #expect(
                    answer.text == #"{"error":"invalid_client","error_description":"The call needs the client's id "#
                        + #"and secret by HTTP Basic."}"#)
            }
        }
    }

    /// A valid body, so that a refusal can only be because of the card's owner.
    private static func goodBody(for operation: Operation) -> String {
        switch operation {
        case Operations.updateCard: #"{"status":"LOCKED","statusReason":"Mislaid"}"#
        case Operations.activateCard: #"{"lastFourDigits":"1234","cvv":"567"}"#
        case Operations.replaceCard: #"{"reason":"RENEW"}"#
        case Operations.setPIN: #"{"pin":"1234"}"#
        case Operations.setCardControls: "{}"
        case Operations.createSecureView: #"{"type":"PAN"}"#
        case Operations.tokenizeCard: #"{"walletType":"GOOGLE_PAY"}"#
        case Operations.updateTokenizationStatus: #"{"dpanRef":"D","status":"COMPLETED"}"#
        default: ""
        }
    }
}

extension RawAnswer {
    /// The head without its date.
    var withoutDate: String {
        head.split(separator: "\r\n").filter { !$0.hasPrefix("Date: ") }.joined(separator: "\r\n")
    }
}

// MARK: Bearers

/// A caller who is not authorized, the headers they send, and the expected answer.
private struct Bearer {
    let name: String
    let headers: [(name: String, value: String)]
    let code: ErrorCode
    let message: String
    /// The expected `WWW-Authenticate`.
    var challenge: String?
    var status: Int { code.status.code }
    /// True for a client with its own token.
    var isConfiguration: Bool { message.contains("the client's own") }

    func asking(_ operation: Operation, _ target: String) -> RawRequest {
        RawRequest.asking(operation.method.rawValue, target, headers: headers)
    }

    /// A caller whose token is not valid.
    static func unknown(_ name: String, _ token: String, _ message: String = notOurs) -> Bearer {
        Bearer(
            name: name, headers: [("Authorization", "Bearer \(token)")], code: .unauthorized, message: message,
            challenge: #"Bearer realm="digitalwallets", error="invalid_token""#)
    }

    /// A known client that is not a customer.
    static func client(_ name: String, _ token: String, _ noun: String) -> Bearer {
        Bearer(
            name: name, headers: [("Authorization", "Bearer \(token)")], code: .customerNotAllowed,
            message: "This operation needs a customer's token; this one is \(noun). "
                + "A customer's is issued by token exchange.")
    }

    /// A customer who may not see card secrets.
    static func unscoped(_ token: String) -> Bearer {
        Bearer(
            name: "a customer's token without the scope", headers: [("Authorization", "Bearer \(token)")],
            code: .scopeRequired,
            message: "This operation needs a customer's token with the scope pci-dss-1; ask for it at token exchange.")
    }

    static func without(_ name: String, _ authorization: String?) -> Bearer {
        Bearer(
            name: name, headers: authorization.map { [("Authorization", $0)] } ?? [], code: .unauthorized,
            message: "This operation needs a token: Authorization: Bearer ….",
            challenge: #"Bearer realm="digitalwallets""#)
    }

    static let notOurs = "The token was not issued by this service for this purpose, or was changed."
    static let elsewhere = "The token is for another service."
}

extension AuthorizationTests {
    fileprivate static func bearers(at service: LiveService) async throws -> [Bearer] {
        let granted = try await service.client.token(.customer(LiveService.Person.ivana.rawValue), as: .app)
        let own = try await service.client.token(.clientCredentials(scope: nil), as: .app).accessToken
        let business = try await service.client.token(.clientCredentials(scope: nil), as: .backend).accessToken
        let refresh = granted.refreshToken ?? ""
        let good = try ForgedToken(granted.accessToken)
        let key = service.signingKey
        let otherKey = SymmetricKey(data: Data(repeating: 7, count: 32))
        let now = Int(IssuingFixture.now.timeIntervalSince1970)
        func changed(_ change: (inout ForgedToken) -> Void) throws -> String {
            try good.with(change).signed(with: key)
        }
        let parts = granted.accessToken.split(separator: ".")
        let swapped = parts[2].first == "A" ? "B" : "A"
        let other = try good.with { $0.claims["sub"] = LiveService.Person.jonas.rawValue }.unsigned()
        return try [
            .without("no token", nil),
            .without("no scheme", granted.accessToken),
            .without("another scheme", "Basic \(granted.accessToken)"),
            .without("a scheme alone", "Bearer"),
            .unknown("garbage", "garbage"),
            .unknown("dots", ".."),
            .unknown("five thousand letters", String(repeating: "a", count: 5000)),
            .unknown("a changed signature", "\(parts[0]).\(parts[1]).\(swapped)\(parts[2].dropFirst())"),
            .unknown("a signature cut off", "\(parts[0]).\(parts[1])."),
            .unknown("a customer put in for another", "\(other).\(parts[2])"),
            .unknown("the refresh token", refresh),
            .unknown("alg none", good.with { $0.header["alg"] = "none" }.unsigned() + "."),
            .unknown("alg None", good.with { $0.header["alg"] = "None" }.unsigned() + "."),
            .unknown("alg none, signed", changed { $0.header["alg"] = "none" }),
            .unknown("alg HS512", changed { $0.header["alg"] = "HS512" }),
            .unknown("another key", good.signed(with: otherKey)),
            .unknown("an empty key", good.signed(with: SymmetricKey(data: Data(count: 32)))),
            .unknown("a kid of nobody's", changed { $0.header["kid"] = "v2" }),
            .unknown("a kid that is a path", changed { $0.header["kid"] = "../../dev/null" }),
            .unknown("no kid", changed { $0.header["kid"] = nil }),
            .unknown("typ JWT", changed { $0.header["typ"] = "JWT" }),
            .unknown("no typ", changed { $0.header["typ"] = nil }),
            .unknown("another issuer", changed { $0.claims["iss"] = "https://elsewhere" }, Bearer.elsewhere),
            .unknown("another audience", changed { $0.claims["aud"] = "payments" }, Bearer.elsewhere),
            .unknown(
                "an expired token", changed { $0.claims["exp"] = now },
                "The token has expired; get another with its refresh token or by a new token exchange."),
            .unknown("a token of tomorrow", changed { $0.claims["nbf"] = now + 1 }, "The token is not valid yet."),
            .unknown("no expiry", changed { $0.claims["exp"] = nil }),
            .client("the app's own token", own, "the client's own"),
            .client("a business token", business, "a business token"),
        ]
    }
}
