import CardAPI
import Foundation
import HTTPContract
import HTTPTypes
import Validation

public typealias WalletError = Wallet.WalletError

extension Wallet {
    /// Why there is no answer of the kind asked for.
    public enum WalletError: Error, Sendable {
        /// The customer has to show that it is them: have a challenge sent and answered (``SCAService``), then ask the
        /// same again with the event's ``SCAAuthenticationEventResponse/scaDetails``.
        case scaRequired(authenticationEvent: SCAAuthenticationEventResponse, errorID: String?)
        /// The service refused, and says why.
        case refused(Problem)
        /// The service gave no token, and says why: only from ``CardAPIClient``, since an app's token is provided.
        case tokenRefused(TokenErrorBody)
        /// The token provider failed, or the call was cancelled before it had a token.
        case tokenNotProvided(any Error)
        /// An answer came that is none of this service, or of a later version of it; its body is kept out of the error,
        /// for it may hold anything.
        case notUnderstood(operation: String, status: Int)
        /// No whole answer came. What was asked may have been done: look first, or ask again with the same idempotency
        /// key.
        case notAnswered(any Error)

        /// What the service refused with, if it did.
        public var problem: Problem? {
            if case .refused(let problem) = self { problem } else { nil }
        }

        /// The same in the contract's own type; nil if its code is not among those this version knows.
        package var knownProblem: CardAPI.Problem? { problem?.known }

        var isInvalidToken: Bool { problem?.status == 401 }
    }

    /// What the service says against a request.
    public struct Problem: Sendable, Hashable {
        /// The status of the answer.
        public let status: Int
        /// `DW-…`, or four digits; also one that this version does not know.
        public let code: String
        /// A sentence for the developer; never a secret.
        public let message: String
        public let details: [String]
        public let fieldErrors: [FieldError]
        /// How long to wait before asking again, where the service says so.
        public let retryAfterSeconds: Int?
        /// Finds the request in the service's log.
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

        /// One property of a request, and what it must be.
        public struct FieldError: Sendable, Hashable, Decodable {
            /// Dotted where it is nested: `deliveryAddress.city`.
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

    /// Nil if the answer is none of an error.
    init?(_ answer: Answer) {
        guard let error = try? JSONDecoder().decode(Envelope.self, from: answer.body).error else { return nil }
        status = answer.status.code
        code = error.code
        message = error.message
        details = error.details ?? []
        fieldErrors = error.fieldErrors ?? []
        retryAfterSeconds = answer[.retryAfter].flatMap { Int($0) }.map { min(max($0, 0), 86_400) }
        errorID = answer[.requestID]
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
            "The customer has to show that it is them; the event is \(event.eventID)\(Self.reference(errorID))"
        case .refused(let problem):
            "\(problem.code): \(problem.message)\(Self.reference(problem.errorID))"
        case .tokenRefused(let refusal):
            "No token: \(refusal.errorDescription ?? refusal.error.rawValue)"
        case .tokenNotProvided(let error): "The token provider failed: \(error)"
        case .notUnderstood(let operation, let status):
            "The answer to \(operation), of status \(status), is none of this service's"
        case .notAnswered(let error): "No answer came: \(error)"
        }
    }

    private static func reference(_ errorID: String?) -> String { errorID.map { " (\($0))" } ?? "" }
}
