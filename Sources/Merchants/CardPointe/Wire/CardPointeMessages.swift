import Gateways
import HTTPContract
import HTTPService
import HTTPTypes

/// The facts about the gateway's messages that others need to count its codes, and to answer in its place.
package enum CardPointeMessages {
    /// `PPS 11`, `RPCT 116` and so on, as in `respproc` and `respcode`; then the codes of CardSecure.
    package static var codes: [String] {
        Processor.allCases.flatMap(GatewayResponseCode.all(of:)).map { name($0.processor.rawValue, $0.code) }
            + CardSecureError.Code.allCases.map { name("CardSecure", String($0.rawValue)) }
    }

    /// The codes in an answer, which may be a list of payments.
    package static func codes(in answer: JSONValue) -> [String] {
        switch answer {
        case .array(let elements): elements.flatMap(codes)
        case .object(let object): code(in: object).map { [$0] } ?? []
        default: []
        }
    }

    private static func code(in object: JSONObject) -> String? {
        if case .string(let processor)? = object["respproc"], case .string(let code)? = object["respcode"] {
            return name(processor, code)
        }
        guard case .number(let code)? = object["errorcode"], code != "0" else { return nil }
        return name("CardSecure", code)
    }

    private static func name(_ processor: String, _ code: String) -> String { "\(processor) \(code)" }

    /// The body of an answer without secrets, also without the tokens that stand for cards.
    package static func maskedAnswer(_ operation: Operation, _ body: [UInt8]) -> JSONValue? {
        operation.masked(answer: body).map(withoutTokens)
    }

    private static func withoutTokens(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(withoutTokens))
        case .object(let object):
            .object(object.map { ($0, ["token", "account"].contains($0) ? .hidden : withoutTokens($1)) })
        default: value
        }
    }

    /// The answer of a gateway that takes no more requests, fails or is down.
    package static func outage(_ status: HTTPResponse.Status) -> Response {
        status == .internalServerError ? CardPointeErrors.failed
            : CardPointeErrors.response(status, GatewayMessages.sentence(for: status))
    }
}
