import GatewayTestSupport
import HTTPContract
import HTTPTypes

@testable import MoneyHash

extension HTTPField.Name {
    static let apiKey = HTTPField.Name("X-Api-Key")!
    static let idempotencyName = HTTPField.Name("X-Idempotency-Key")!
}

extension Answer {
    var data: JSONObject? { object.object("data") }
    var state: String? { data?.text("state") }

    /// The status, and the error of every wrong member.
    var words: String {
        guard case .array(let errors)? = object.object("status")?["errors"] else { return "\(status)" }
        let problems = errors.flatMap { error -> [String] in
            guard case .object(let object) = error else { return [] }
            return object.names.map { "\($0): \(object.text($0) ?? "")" }
        }
        return ([String(status)] + problems).joined(separator: " | ")
    }

    /// The state, and the code and the `provider_error_code` of the newest operation.
    var outcome: String {
        guard case .array(let operations)? = data?.object("transaction")?["operations"],
            case .object(let last)? = operations.last, let status = last.object("latest_status")
        else { return state ?? words }
        return [state, status.text("code"), status.text("provider_error_code")].compactMap(\.self)
            .joined(separator: " ")
    }
}
