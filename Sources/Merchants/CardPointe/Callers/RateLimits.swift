import Foundation
import HTTPTypes
import Identifiers
import Payments
import Postgres

/// The services that a merchant may call only so often. Source: CardPointe, "API basics and best practices".
enum LimitedService: String, Sendable {
    case funding, inquire, profile, settlestat
}

extension CardPointe {
    /// Counts a call. All servers count together, in real time: the clock of payments may stand still.
    ///
    /// - Returns: the header fields that say how many calls are left in this minute.
    /// - Throws: 429 if there are none left.
    func count(_ service: LimitedService, of account: CardPointeAccount) async throws -> HTTPFields {
        let seconds = Int64(clock.realNow().timeIntervalSince1970)
        let calls = try await database.write(
            CallerStatements.count(
                .text(account.merchant.rawValue), .text(service.rawValue), .bigint(seconds / 60))).first ?? 1
        let left = settings.requestsPerMinute - Int(calls)
        guard left >= 0 else {
            let wait = String(60 - seconds % 60)
            throw GatewayHTTPError(
                status: .tooManyRequests, message: "Too Many Requests",
                headers: [.rateLimitRemaining: "0", .rateLimitRetryAfter: wait, .retryAfter: wait])
        }
        return [.rateLimitRemaining: String(left)]
    }
}

extension HTTPField.Name {
    static let rateLimitRemaining = named("X-Rate-Limit-Remaining")
    static let rateLimitRetryAfter = named("X-Rate-Limit-Retry-After-Seconds")

    private static func named(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no name of a header field") }
        return name
    }
}
