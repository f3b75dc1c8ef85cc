import CardAPI
import Foundation
import NIOHTTP1

/// A customer's app as far as a demonstration needs more of it than the client offers: it proves who its owner is when
/// the service asks, with the code that was sent to the phone.
struct CustomerApp: Sendable {
    let service: RunningService
    let customer: String
    let accessToken: String

    private struct Challenge: Decodable {
        let scaDetails: AuthenticationEventBody
    }

    private struct Inbox: Decodable {
        struct Message: Decodable {
            let code: String?
        }

        let messages: [Message]
    }

    private static let realm = #"SCA realm="Prepaid Cards" auth-param1=""#
    private static let verification = #"{"method":"OTP","channel":"SMS"}"#

    /// Locks, unlocks or cancels a card.
    func setStatus(_ status: String, of card: String) async throws -> CardBody {
        let body = #"{"status":"\#(status)","statusReason":"Shown in a demonstration"}"#
        let path = "/profile/prepaid/cards/\(card)"
        let answer = try await send("PATCH", path, body)
        guard let event = Self.event(in: answer) else { return try answer.decoded() }
        let operation = #""walletOperationId":"\#(event.walletOperationId)","verification":\#(Self.verification)"#
        let base = "/auth/sca/events/\(event.eventId)"
        let _: ChallengeBody = try await send("POST", base + "/challenges", "{\(operation)}").decoded()
        let inbox: Inbox = try await service.sandbox("GET", "/messages?customerId=\(customer)")
        let code = inbox.messages.lazy.compactMap(\.code).first ?? ""
        let attempt: AttemptBody =
            try await send("POST", base + "/attempts", "{\(operation),\"otp\":\"\(code)\"}").decoded()
        guard attempt.status == "VERIFIED" else {
            throw RunningService.Failure(description: "The code that was sent to the customer is \(attempt.status).")
        }
        let ids = #"{"eventId":"\#(event.eventId)","walletOperationId":"\#(event.walletOperationId)"}"#
        let proof = Data(#"{"scaDetails":\#(ids)}"#.utf8).base64EncodedString()
        return try await send("PATCH", path, body, headers: [("SCA-Authorization", proof)]).decoded()
    }

    private func send(
        _ method: String, _ path: String, _ json: String, headers: [(String, String)] = []
    ) async throws -> RawAnswer {
        try await service.answer(
            method, service.url + "/digitalwallets/v1" + path, json,
            headers: headers + [("Authorization", "Bearer \(accessToken)")])
    }

    /// Nil unless the answer asks who it is.
    private static func event(in answer: RawAnswer) -> AuthenticationEventBody? {
        guard answer.status == 401, let header = answer.headers.first(name: "WWW-Authenticate"),
            header.hasPrefix(realm), header.hasSuffix("\""),
            let json = Data(base64Encoded: String(header.dropFirst(realm.count).dropLast()))
        else { return nil }
        return try? JSONDecoder().decode(Challenge.self, from: json).scaDetails
    }
}
