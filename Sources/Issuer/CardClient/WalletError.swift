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
        /// The token provider failed, or the call was cancelled before it had a token, or the app has called
        /// ``Wallet/authenticate(_:)`` since the call began (``SignInChanged``).
        case tokenNotProvided(any Error, idempotencyKey: String? = nil)
        /// The response is not from this service, or from a later version of it, for example the error page of a proxy.
        /// The request may have been done, as after ``notAnswered(_:idempotencyKey:)``. The error does not contain the
        /// body, because that may contain anything.
        case notUnderstood(
            operation: String, status: Int, retryAfterSeconds: Int? = nil, idempotencyKey: String? = nil)
        /// No complete response arrived, or the call was cancelled. The request may have been done: check first, or
        /// repeat it with the ``idempotencyKey``.
        case notAnswered(any Error, idempotencyKey: String? = nil)

        /// The key that every try of the call had. The app can make the same call again with it, also after a restart
        /// and within a day: the service does the work only once. Nil for a call that takes no key, for a call that was
        /// never sent, and for a demand for authentication.
        public var idempotencyKey: String? {
            switch self {
            case .refused(let problem): problem.idempotencyKey
            case .tokenNotProvided(_, let key), .notUnderstood(_, _, _, let key), .notAnswered(_, let key): key
            case .scaRequired, .tokenRefused: nil
            }
        }

        /// The service's refusal, if there is one.
        public var problem: Problem? {
            if case .refused(let problem) = self { problem } else { nil }
        }

        /// The refusal in the contract's own type; nil if this version does not know the code.
        package var knownProblem: CardAPI.Problem? { problem?.known }

        /// The same error with the key of the call that failed.
        func keeping(_ key: String?) -> WalletError {
            switch self {
            case .refused(var problem):
                problem.idempotencyKey = key
                return .refused(problem)
            case .tokenNotProvided(let error, _):
                return .tokenNotProvided(error, idempotencyKey: key)
            case .notUnderstood(let operation, let status, let retryAfterSeconds, _):
                return .notUnderstood(
                    operation: operation, status: status, retryAfterSeconds: retryAfterSeconds, idempotencyKey: key)
            case .notAnswered(let error, _):
                return .notAnswered(error, idempotencyKey: key)
            case .scaRequired, .tokenRefused:
                return self
            }
        }

        /// Without its event, a demand for authentication is an ordinary refusal: another token would not help.
        var isInvalidToken: Bool { problem?.status == 401 && knownProblem?.code != .scaRequired }
    }

    /// The service's description of a refused request.
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
        /// The key of the refused call, if it has one: see ``WalletError/idempotencyKey``.
        public internal(set) var idempotencyKey: String?

        public init(
            status: Int, code: String, message: String, details: [String] = [], fieldErrors: [FieldError] = [],
            retryAfterSeconds: Int? = nil, errorID: String? = nil, idempotencyKey: String? = nil
        ) {
            self.status = status
            self.code = code
            self.message = message
            self.details = details
            self.fieldErrors = fieldErrors
            self.retryAfterSeconds = retryAfterSeconds
            self.errorID = errorID
            self.idempotencyKey = idempotencyKey
        }

        /// One field of a request, and its error.
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
        retryAfterSeconds = answer.retryAfterSeconds
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
        case .tokenNotProvided(let error, _): "There is no token: \(error)"
        case .notUnderstood(let operation, let status, _, _):
            "The response to \(operation), with status \(status), is not from this service"
        case .notAnswered(let error, _): "No response arrived: \(error)"
        }
    }

    private static func reference(_ errorID: String?) -> String { errorID.map { " (\($0))" } ?? "" }
}
