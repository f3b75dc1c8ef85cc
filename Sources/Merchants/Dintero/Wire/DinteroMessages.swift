import Gateways
import HTTPContract
import HTTPService
import HTTPTypes

extension GatewayMessages {
    static let dintero = GatewayMessages(
        codes: DinteroErrorCode.allCases.map(\.rawValue) + DinteroErrorType.allCases.map(\.rawValue),
        codesIn: DinteroMessages.codes(in:), outage: DinteroMessages.outage)
}

/// The facts about Dintero's messages that others need to count their codes, and to answer in its place.
enum DinteroMessages {
    /// The codes of errors, and the types of errors of events.
    static func codes(in answer: JSONValue) -> [String] {
        guard case .object(let object) = answer else { return [] }
        if let error = object.object("error") { return error.text("code").map { [$0] } ?? [] }
        guard case .array(let details)? = object["error_details"] else { return [] }
        return details.compactMap { detail in
            guard case .object(let detail) = detail else { return nil }
            return detail.text("code").flatMap { DinteroErrorType(rawValue: $0)?.rawValue }
        }
    }

    /// The answer of a service that takes no more requests, fails or is down.
    static func outage(_ status: HTTPResponse.Status) -> Response {
        let code: DinteroErrorCode = switch status {
        case .tooManyRequests: .tooMany
        case .internalServerError: .failed
        default: .unavailable
        }
        return DinteroError(code, GatewayMessages.sentence(for: status)).response
    }
}
