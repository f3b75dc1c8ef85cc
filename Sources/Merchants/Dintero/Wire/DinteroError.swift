import HTTPContract
import HTTPService
import HTTPTypes
import Payments
import PaymentTokens
import Validation

/// The codes of errors. Dintero documents the form of errors and their statuses; FORBIDDEN is the only code that its
/// documentation names, and the others are decided in its style.
enum DinteroErrorCode: String, CaseIterable {
    case invalid = "INVALID_REQUEST"
    case unauthorized = "UNAUTHORIZED"
    case forbidden = "FORBIDDEN"
    case notFound = "NOT_FOUND"
    case methodNotAllowed = "METHOD_NOT_ALLOWED"
    case conflict = "CONFLICT"
    case preconditionFailed = "PRECONDITION_FAILED"
    case tooLarge = "PAYLOAD_TOO_LARGE"
    case mediaType = "UNSUPPORTED_MEDIA_TYPE"
    case paymentData = "PAYMENT_DATA_INVALID"
    case otherAmount = "PAYMENT_DATA_OTHER_AMOUNT"
    case network = "NETWORK_NOT_SUPPORTED"
    case applePayOff = "APPLE_PAY_NOT_ENABLED"
    case sessionPaid = "SESSION_PAID"
    case sessionCancelled = "SESSION_CANCELLED"
    case sessionExpired = "SESSION_EXPIRED"
    case amount = "AMOUNT_TOO_LARGE"
    case state = "WRONG_STATUS"
    case tooMany = "TOO_MANY_REQUESTS"
    case failed = "INTERNAL_ERROR"
    case unavailable = "SERVICE_UNAVAILABLE"

    var status: HTTPResponse.Status {
        switch self {
        case .invalid, .paymentData, .otherAmount, .network, .amount, .state: .badRequest
        case .unauthorized: .unauthorized
        case .forbidden, .applePayOff: .forbidden
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .conflict, .sessionPaid, .sessionCancelled, .sessionExpired: .conflict
        case .preconditionFailed: .preconditionFailed
        case .tooLarge: .contentTooLarge
        case .mediaType: .unsupportedMediaType
        case .tooMany: .tooManyRequests
        case .failed: .internalServerError
        case .unavailable: .serviceUnavailable
        }
    }
}

/// A refusal by Dintero, with one of its codes.
struct DinteroError: Error {
    let code: DinteroErrorCode
    let message: String
    var fields: [FieldError] = []
    var headers: HTTPFields = [:]

    init(_ code: DinteroErrorCode, _ message: String) { (self.code, self.message) = (code, message) }

    /// - Parameter scheme: of `WWW-Authenticate`; nil where the token is sent without one.
    static func unauthorized(_ message: String, scheme: String? = nil) -> DinteroError {
        var error = DinteroError(.unauthorized, message)
        error.headers[.wwwAuthenticate] = "\(scheme ?? "Token") realm=\"Dintero\""
        return error
    }

    static func invalid(_ fields: [FieldError]) -> DinteroError {
        var error = DinteroError(.invalid, "The request is not valid; see errors.")
        // Two rules may find the same.
        var seen: Set<String> = []
        error.fields = fields.filter { seen.insert("\($0.field)\n\($0.error)").inserted }
        return error
    }

    /// - Throws: if there are errors.
    static func check(_ fields: [FieldError]) throws(DinteroError) {
        guard fields.isEmpty else { throw .invalid(fields) }
    }

    /// A refusal is explained; a failure of the service is not one of these.
    init(_ refusal: PaymentRefusal) {
        switch refusal {
        case .notFound, .merchantNotFound: self.init(.notFound, "\(refusal)")
        case .wrongStatus(let status, _):
            self.init(.state, "The transaction is \(status.dintero), which does not allow this change.")
        case .alreadySettled: self.init(.state, "\(refusal)")
        case .moreThanAuthorized, .moreThanCaptured: self.init(.amount, "\(refusal)")
        case .duplicateNonce: self.init(.conflict, "The same request was made before.")
        case .otherAmountAgreed: self.init(.otherAmount, "\(refusal)")
        case .amountNotAccepted, .otherCurrency, .tooLong, .nullCharacter, .cardNumber:
            self.init(.invalid, "\(refusal)")
        }
    }

    /// Why a wallet's token is not taken; nil if the service failed.
    init?(_ failure: WalletTokenFailure) {
        switch failure {
        case .noKey:
            self.init(.paymentData, "The account has no certificate for Apple Pay; request one and send it.")
        case .token(let reason): self.init(.paymentData, reason.cause)
        case .contents(let reason): self.init(.paymentData, reason)
        case .otherAmount(let agreed): self.init(.otherAmount, "The wallet's token is for another amount: \(agreed).")
        case .database, .vault, .damaged: return nil
        }
    }

    var body: JSONValue {
        let errors = fields.map { error -> JSONValue in
            ["field": .string(error.field), "message": .string(error.error)]
        }
        return [
            "error": [
                "code": .string(code.rawValue), "message": .string(message),
                "errors": errors.isEmpty ? nil : .array(errors),
            ]
        ]
    }

    var response: Response { Response(status: code.status, json: body, headers: headers) }
}
