import CardSecrets
import Foundation
import HTTPService
import HTTPTypes
import Identifiers
import NIOCore
import Payments
import Postgres

/// The header field `X-Idempotency-Key`.
enum IdempotencyName {
    static let header = "X-Idempotency-Key"

    /// - Returns: nil if the request has none.
    static func read(_ request: Request) throws(MoneyHashError) -> MoneyHashIdempotencyKey? {
        let values = request.values(of: header)
        guard let text = values.first else { return nil }
        guard values.count == 1, let key = MoneyHashIdempotencyKey(text), key.rawValue.uuid.6 >> 4 == 4,
            key.rawValue.uuid.8 >> 6 == 2
        else { throw .idempotencyKey("Invalid UUID") }
        return key
    }
}

extension Request {
    /// The values of a header field, whose name is compared without regard to case.
    func values(of name: String) -> [String] {
        let name = name.lowercased()
        return headers.filter { $0.name.canonicalName == name }.map(\.value)
    }
}

/// An answer that a request gets again.
struct KeptAnswer: Sendable {
    /// Of the request.
    let path: String
    let status: HTTPResponse.Status
    let body: String

    var response: Response { Response(status: status, jsonBytes: Array(body.utf8)) }
}

extension MoneyHash {
    static let keptSeconds = 24.0 * 3600
    /// The maximum duration of a request, in real time. After that, the same key may be used again.
    private static let claimSeconds = 120.0

    /// Answers a request with a key once, and gives the same answer for 24 hours, also if it is a refusal. A failure of
    /// the service is no answer, so the request can be sent again.
    func once(
        _ request: Request, of caller: MoneyHashCaller, _ answer: () async -> Response
    ) async throws -> Response {
        guard let name = try IdempotencyName.read(request) else { return await answer() }
        let (now, realNow, claim) = (clock.now(), clock.realNow(), entropy.uuid())
        let place: [SQLValue] = [.text(caller.merchant.rawValue), .boolean(caller.isLive), .id(name)]
        let claimed = try await database.write(
            KeptAnswerStatements.claim(
                place[0], place[1], place[2], .uuid(claim), .timestamp(realNow + Self.claimSeconds),
                .timestamp(now + Self.keptSeconds), .timestamp(realNow), .timestamp(now), .text(request.target.path)))
        guard !claimed.isEmpty else {
            let kept = try await database.read(KeptAnswerStatements.find(place[0], place[1], place[2]))
            if let earlier = kept.first ?? nil {
                guard earlier.path == request.target.path else {
                    throw MoneyHashError(.conflict, "This X-Idempotency-Key belongs to a request to \(earlier.path).")
                }
                return earlier.response
            }
            throw MoneyHashError(.conflict, "A request with this X-Idempotency-Key is being processed.")
        }
        let response = await answer()
        if response.status.kind == .serverError {
            _ = try await database.write(KeptAnswerStatements.drop(place[0], place[1], place[2], .uuid(claim)))
        } else {
            let body = String(decoding: response.body.readableBytesView, as: UTF8.self)
            _ = try await database.write(
                KeptAnswerStatements.keep(
                    place[0], place[1], place[2], .uuid(claim), .integer(response.status.code), .text(body)))
        }
        return response
    }

    /// Forgets answers that are a day old.
    func forgetAnswers() async throws(PostgresFailure) {
        let query = KeptAnswerStatements.forget(.timestamp(clock.now()))
        while let count = try await database.write(query).first, count > 0 {}
    }
}
