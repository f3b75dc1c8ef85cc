import HTTPContract
import HTTPService
import HTTPTypes
import Logging
import Postgres

/// The functions with which the layers around a gateway read and write its messages: to record them, to count its
/// codes, or to answer in its place.
package struct GatewayMessages: Sendable {
    /// Hides everything in a body that could be secret. Nil if the body cannot be read.
    package typealias Mask = @Sendable (Operation, _ body: [UInt8]) -> JSONValue?

    /// Every code that its answers can have, in the order of its documentation.
    package let codes: [String]
    /// The codes in the body of an answer.
    package let codesIn: @Sendable (JSONValue) -> [String]
    /// Its answer when it takes no more requests (429), fails (500) or is down (503).
    package let outage: @Sendable (HTTPResponse.Status) -> Response
    package let maskedRequest: Mask
    package let maskedAnswer: Mask

    /// - Parameters:
    ///   - maskedRequest: hides the secrets of requests. By default, the members that an operation declares as secret
    ///     and those that it does not declare.
    ///   - maskedAnswer: hides the secrets of answers. By default, the members that an operation declares as secret.
    package init(
        codes: [String], codesIn: @escaping @Sendable (JSONValue) -> [String],
        outage: @escaping @Sendable (HTTPResponse.Status) -> Response,
        maskedRequest: @escaping Mask = { $0.masked(body: $1) },
        maskedAnswer: @escaping Mask = { $0.masked(answer: $1) }
    ) {
        (self.codes, self.codesIn, self.outage) = (codes, codesIn, outage)
        (self.maskedRequest, self.maskedAnswer) = (maskedRequest, maskedAnswer)
    }

    /// The gateway's answer when the service fails. A client sends a request again if it gets a 503, and gives up if it
    /// gets a 500.
    package func failed(_ error: any Error, _ logger: Logger) -> Response {
        logger.error("request failed", metadata: ["failure": "\(error)"])
        // If the connection was lost during a write, it is unknown whether the write was done. The database is then
        // unreachable, too.
        let failure = (error as? any DatabaseError)?.postgresFailure
        guard failure?.isPassing == true || failure?.kind == .connectionLost else {
            return outage(.internalServerError)
        }
        var response = outage(.serviceUnavailable)
        response.headers[.retryAfter] = "1"
        return response
    }

    /// The gateway's answer to a client that has sent too many wrong secrets.
    func refused(_ paused: TooManyWrongSecrets) -> Response {
        var response = outage(.tooManyRequests)
        for field in paused.headers { response.headers[field.name] = field.value }
        response.explanation = TooManyWrongSecrets.message
        return response
    }

    /// The sentence about an outage for people, the same at every gateway.
    package static func sentence(for status: HTTPResponse.Status) -> String {
        switch status {
        case .internalServerError: "The service has a malfunction; its log has the request's id."
        case .serviceUnavailable: "The service cannot take the request now. Send it again shortly."
        default: "\(status.reasonPhrase)."
        }
    }
}
