import CardAPI
import Foundation
import HTTPContract
import HTTPTypes
import Validation

public typealias WalletError = Wallet.WalletError

extension Wallet {
    /// Why a call has no result.
    public enum WalletError: Error, Sendable {
        /// The customer must authenticate: have a challenge sent and answered (``SCAService``), then repeat the call
        /// with the event's ``SCAAuthenticationEventResponse/scaDetails``.
        case scaRequired(authenticationEvent: SCAAuthenticationEventResponse, errorID: String?)
        /// The service refused, and says why.
        case refused(Problem)
        /// The service issued no token, and says why. Only ``CardAPIClient`` throws this, because an app gets its token
        /// from the token provider.
        case tokenRefused(TokenErrorBody)
        /// The token provider failed, or the call was cancelled before it had a token.
        case tokenNotProvided(any Error)
        /// The response is not from this service, or from a later version of it. The error does not contain the body,
        /// because that may contain anything.
        case notUnderstood(operation: String, status: Int)
        /// No complete response arrived. The request may have been done: check first, or repeat it with the same
        /// idempotency key.
        case notAnswered(any Error)

        /// The service's refusal, if there is one.
        public var problem: Problem? {
            if case .refused(let problem) = self { problem } else { nil }
        }

        /// The refusal in the contract's own type; nil if this version does not know the code.
        package var knownProblem: CardAPI.Problem? { problem?.known }

        /// Without its event, a demand for authentication is an ordinary refusal: another token would not help.
        var isInvalidToken: Bool { problem?.status == 401 && knownProblem?.code != .scaRequired }
    }

    /// What the service says about a refused request.
    public struct Problem: Sendable, Hashable {
        /// The HTTP status.
        public let status: Int
        /// `DW-…`, or four digits; possibly one that this version does not know.
        public let code: String
        /// A message for the developer; never a secret.
        public let message: String
        public let details: [String]
        public let fieldErrors: [FieldError]
        /// How long to wait before the next request, if the service says so.
        public let retryAfterSeconds: Int?
        /// Identifies the request in the service's log.
        public let errorID: String?

        public init(
            status: Int, code: String, message: String, details: [String] = [], fieldErrors: [FieldError] = [],
            retryAfterSeconds: Int? = nil, errorID: String? = nil
        ) {
            self.status = status
            self.code = code
            self.message = message
            self.details = details
            self.fieldErrors = fieldErrors
            self.retryAfterSeconds = retryAfterSeconds
            self.errorID = errorID
        }

        /// One field of a request, and what is wrong with it.
        public struct FieldError: Sendable, Hashable, Decodable {
            /// The field's name, with dots if it is nested: `deliveryAddress.city`.
            public let field: String
            public let error: String

            public init(field: String, error: String) {
                self.field = field
                self.error = error
            }
        }
    }
}

extension Wallet.Problem {
    private struct Envelope: Decodable {
        struct Content: Decodable {
            let code: String
            let message: String
            let details: [String]?
            let fieldErrors: [FieldError]?
        }

        let error: Content
    }

    /// Nil if the response is not an error of this service.
    init?(_ answer: TransportAnswer) {
        guard let error = try? JSONDecoder().decode(Envelope.self, from: answer.body).error else { return nil }
        status = answer.status.code
        code = error.code
        message = error.message
        details = error.details ?? []
        fieldErrors = error.fieldErrors ?? []
        retryAfterSeconds = answer.headers[.retryAfter].flatMap { Int($0) }.map { min(max($0, 0), 86_400) }
        errorID = answer.headers[.requestID]
    }

    fileprivate var known: CardAPI.Problem? {
        ErrorCode(cardService: code).map { code in
            CardAPI.Problem(
                code, message, details: details,
                fieldErrors: fieldErrors.map { Validation.FieldError($0.field, $0.error) })
        }
    }
}

extension Wallet.WalletError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .scaRequired(let event, let errorID):
            "The customer must authenticate; the event is \(event.eventID)\(Self.reference(errorID))"
        case .refused(let problem):
            "\(problem.code): \(problem.message)\(Self.reference(problem.errorID))"
        case .tokenRefused(let refusal):
            "No token: \(refusal.errorDescription ?? refusal.error.rawValue)"
        case .tokenNotProvided(let error): "The token provider failed: \(error)"
        case .notUnderstood(let operation, let status):
            "The response to \(operation), with status \(status), is not from this service"
        case .notAnswered(let error): "No response arrived: \(error)"
        }
    }

    private static func reference(_ errorID: String?) -> String { errorID.map { " (\($0))" } ?? "" }
}
