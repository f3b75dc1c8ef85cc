import GraphQL
import HTTPContract
import Payments

/// The codes in `extensions` of an error. Only `FORBIDDEN` is documented.
enum StitchErrorCode: String, CaseIterable {
    case forbidden = "FORBIDDEN"
    case invalidInput = "INVALID_INPUT"
    case notFound = "NOT_FOUND"
    case internalError = "INTERNAL_SERVER_ERROR"
}

extension FieldFailure {
    init(_ code: StitchErrorCode, _ message: String, _ more: [(String, JSONValue)] = []) {
        self.init(message, extensions: JSONObject([("code", .string(code.rawValue))] + more))
    }

    static func missing(_ scope: StitchScope) -> FieldFailure {
        FieldFailure(
            .forbidden, "Token is missing the following scope: \(scope.rawValue)",
            [("missingScopes", .array([.string(scope.rawValue)]))])
    }

    /// A refusal is explained; a failure of the service is not.
    init(_ failure: PaymentFailure) {
        guard case .refused(let refusal) = failure else {
            self.init(.internalError, "The service failed; ask again with the same nonce.")
            return
        }
        self.init(refusal == .notFound ? .notFound : .invalidInput, Self.message(of: refusal))
    }

    private static func message(of refusal: PaymentRefusal) -> String {
        switch refusal {
        case .duplicateNonce: "The nonce was used for another transaction of this client."
        default: "\(refusal)"
        }
    }
}

extension JSONObject {
    func isTrue(_ name: String) -> Bool { self[name] == .boolean(true) }
}
