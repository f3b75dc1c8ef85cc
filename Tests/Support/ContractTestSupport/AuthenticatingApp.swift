import CardAPI
import CardClient
import CardSecrets
import Crypto
import Foundation
import HTTPContract
import Testing
import Validation

/// A customer's app, and its steps in strong customer authentication.
package struct App {
    package let service: LiveService
    package let person: LiveService.Person
    package let token: String

    /// - Parameter token: the token to send; nil for a new one of the customer.
    package init(
        of person: LiveService.Person = .ivana, at service: LiveService, holding token: String? = nil
    ) async throws {
        self.service = service
        self.person = person
        if let token {
            self.token = token
        } else {
            self.token = try await service.token(of: person)
        }
    }

    /// Sends a request, with the event in `SCA-Authorization` if there is one.
    package func ask(
        _ method: String, _ target: String, _ body: String = "", presenting event: AuthenticationEventBody? = nil,
        headers: [(name: String, value: String)] = []
    ) async throws -> RawAnswer {
        try await service.ask(
            method, target, token: token, body,
            headers: headers + (event.map { [("SCA-Authorization", $0.pass)] } ?? []))
    }

    /// The body of the protected request that most tests send.
    package static let locking = #"{"status":"LOCKED","statusReason":"Mislaid"}"#

    package func lock(
        _ card: CardBody, presenting event: AuthenticationEventBody? = nil,
        headers: [(name: String, value: String)] = []
    ) async throws -> RawAnswer {
        try await ask("PATCH", "\(cardsPath)/\(card.cardId)", Self.locking, presenting: event, headers: headers)
    }

    /// A new card. The business orders it, because that needs no authentication.
    package func newCard() async throws -> CardBody {
        try await service.business().create(for: person.rawValue, .virtual)
    }

    /// A card, and the event that locking it opens.
    package func begin() async throws -> (card: CardBody, event: AuthenticationEventBody) {
        let card = try await newCard()
        return (card, try await lock(card).event)
    }

    // MARK: Challenges and attempts

    package func challenging(
        _ event: AuthenticationEventBody, _ verification: String = .sms
    ) async throws -> RawAnswer {
        try await ask(
            "POST", "\(eventsPath)/\(event.eventId)/challenges",
            #"{"walletOperationId":"\#(event.walletOperationId)","verification":\#(verification)}"#)
    }

    package func challenge(
        _ event: AuthenticationEventBody, _ verification: String = .sms
    ) async throws -> ChallengeBody {
        try await challenging(event, verification).decoded(expecting: 201)
    }

    /// - Parameter answer: members of the body, such as `"otp":"123456"`; none for a push.
    package func attempting(
        _ event: AuthenticationEventBody, _ answer: String?, _ verification: String = .sms
    ) async throws -> RawAnswer {
        let members = #""walletOperationId":"\#(event.walletOperationId)","verification":\#(verification)"#
        return try await ask(
            "POST", "\(eventsPath)/\(event.eventId)/attempts", "{\(members)\(answer.map { "," + $0 } ?? "")}")
    }

    package func attempt(_ event: AuthenticationEventBody, otp: String) async throws -> AttemptBody {
        try await attempting(event, #""otp":"\#(otp)""#).decoded(expecting: 200)
    }

    /// The customer's messages, newest first.
    package func inbox() async throws -> [Message] {
        let answer = try await service.sandbox("GET", "/messages?customerId=\(person.rawValue)")
        return try answer.decoded(as: Inbox.self, expecting: 200).messages
    }

    /// The latest code, and a wrong one.
    package func code() async throws -> (right: String, wrong: String) {
        let code = try #require(try await inbox().first?.code)
        return (code, code == "000000" ? "000001" : "000000")
    }

    /// Sends a challenge and answers it with the right code.
    package func verify(_ event: AuthenticationEventBody) async throws {
        _ = try await challenge(event)
        #expect(try await attempt(event, otp: code().right).status == "VERIFIED")
    }
}

/// The path of the events of strong customer authentication.
package let eventsPath = "/digitalwallets/v1/auth/sca/events"

extension String {
    /// Verifications, with their names in bodies.
    package static let sms = #"{"method":"OTP","channel":"SMS"}"#
    package static let push = #"{"method":"OTP","channel":"PUSH_NOTIFICATION"}"#

    package var base64: String { Data(utf8).base64EncodedString() }
}

package struct Message: Decodable {
    package let id: String
    package let channel: String
    package let target: String
    package let code: String?
    package let eventId: String?
    package let answer: String?
    /// The status of the attempt in the answer.
    package let status: String?
    package let awaitsAnswer: Bool?
    package let operation: String?
    package let cardId: String?
    package let state: String
    package let expiryDate: String?
}

private struct Inbox: Decodable {
    let messages: [Message]
}

extension AuthenticationEventBody {
    /// The value of `SCA-Authorization` for this event.
    package var pass: String {
        #"{"scaDetails":{"eventId":"\#(eventId)","walletOperationId":"\#(walletOperationId)"}}"#.base64
    }
}

extension RawAnswer {
    /// The event in `WWW-Authenticate`, which must have the documented form.
    package var event: AuthenticationEventBody {
        get throws { try event(in: "Prepaid Cards") }
    }

    package func event(in realm: String) throws -> AuthenticationEventBody {
        struct Parameter: Decodable { let scaDetails: AuthenticationEventBody }
        let prefix = #"SCA realm="\#(realm)" auth-param1=""#
        guard status == 401, let challenge = self["WWW-Authenticate"], challenge.hasPrefix(prefix),
            challenge.hasSuffix("\""),
            let bytes = Data(base64Encoded: String(challenge.dropFirst(prefix.count).dropLast()))
        else { throw NoAnswer(received: head + "\r\n\r\n" + text) }
        return try JSONDecoder().decode(Parameter.self, from: bytes).scaDetails
    }

    /// Every wrong field with its error; nil if the answer is not about fields.
    package var wrongFields: String? {
        guard status == 400, let problem, problem.code == .fieldErrors else { return nil }
        return problem.fieldErrors.map { "\($0.field): \($0.error)" }.joined(separator: "; ")
    }
}

// MARK: Devices

/// A phone with its own key.
package struct Phone {
    package let key = P256.Signing.PrivateKey()
    package var id = ""

    package init(id: String = "") {
        self.id = id
    }

    /// The body of the request to trust it.
    package var introduction: String {
        let point = Array(key.publicKey.rawRepresentation)
        let (x, y) = (Base64url.encode(Array(point.prefix(32))), Base64url.encode(Array(point.suffix(32))))
        return #"{"name":"Phone","publicKey":{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)"}}"#
    }

    /// The value of `SCA-Device` for a request, with a signature over these four lines.
    package func pass(for method: String, _ path: String, _ body: String, signedAt milliseconds: Int) throws -> String {
        let hash = SHA256.hash(data: Data(body.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let message = "SCA-REQUEST\n\(method) \(path)\n\(milliseconds)\n\(hash)"
        let signature = Base64url.encode(Array(try key.signature(for: Data(message.utf8)).derRepresentation))
        return #"{"deviceId":"\#(id)","signedAt":\#(milliseconds),"signature":"\#(signature)"}"#.base64
    }
}
