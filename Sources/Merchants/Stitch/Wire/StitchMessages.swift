import Gateways
import GraphQL
import HTTPContract
import HTTPService
import HTTPTypes

/// The facts about Stitch's messages that others need to record them, to count their codes, and to answer in its place.
package enum StitchMessages {
    /// The reasons of transactions, the codes of GraphQL errors, and those of the token call.
    package static var codes: [String] {
        StitchSchema.schema.values(of: "TransactionStateReason")
            + StitchErrorCode.allCases.map(\.rawValue) + [StitchErrors.notAuthenticated]
            + GrantRefusal.Code.allCases.map(\.rawValue)
    }

    /// The codes anywhere in an answer, because a client may give every field another name.
    package static func codes(in answer: JSONValue) -> [String] {
        switch answer {
        case .string(let text): isCode(text) ? [text] : []
        case .array(let elements): elements.flatMap(codes)
        case .object(let object): object.names.flatMap { object[$0].map(codes) ?? [] }
        default: []
        }
    }

    static func isCode(_ text: String) -> Bool { known.contains(text) }

    private static let known = Set(codes)

    /// The answer of a service that takes no more requests, fails or is down.
    package static func outage(_ status: HTTPResponse.Status) -> Response {
        let code = status == .internalServerError
            ? StitchErrorCode.internalError.rawValue
            : status.reasonPhrase.uppercased().replacing(" ", with: "_")
        return StitchErrors.response(status, code, GatewayMessages.sentence(for: status))
    }
}
