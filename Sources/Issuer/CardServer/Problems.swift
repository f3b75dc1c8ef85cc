import CardAPI
import Cards
import HTTPContract
import Issuing
import Postgres
import Validation

extension FieldError {
    /// The cause of a fault is a sentence whose subject is the field. A field error has only the sentence's predicate.
    init(_ fault: WalletDataFault) {
        let subject = fault.field + " "
        let predicate = fault.cause.hasPrefix(subject) ? fault.cause.dropFirst(subject.count) : fault.cause[...]
        self.init(fault.field, String(predicate.last == "." ? predicate.dropLast() : predicate))
    }
}

/// The information about a failure of the service that a caller may get.
extension Problem {
    package static let failed = Problem(
        .internalServerError, "The service failed. Its log has the cause under the request id.")
    package static let passing = Problem(
        .serviceUnavailable, "The service cannot take the request now; nothing was done. Send it again shortly.")
}

/// The only translation of refusals into problems. `RefusalCodes` has the code for each reason.
extension Problem {
    package init(_ refusal: Refusal) {
        switch refusal {
        case .invalidFields(let errors): self.init(fieldErrors: errors)
        case .tokenization(.walletDataNotAccepted(let faults)):
            self.init(
                .tokenizationDataShouldBeValid, refusal.message,
                details: faults.map { "\($0.name): \($0.cause) \($0.fix)" }, fieldErrors: faults.map(FieldError.init))
        case .idempotency(let reason): self.init(reason.code, reason.message)
        case .customer(let reason): self.init(reason.code, reason.message)
        case .brand(let reason): self.init(reason.code, reason.message)
        case .account(let reason): self.init(reason.code, reason.message)
        case .authentication(let reason): self.init(reason.code, reason.message)
        case .dispute(let reason): self.init(reason.code, reason.message)
        case .message(let reason): self.init(reason.code, reason.message)
        case .movement(let reason): self.init(reason.code, reason.message)
        case .device(let reason): self.init(reason.code, reason.message)
        case .program(let reason): self.init(reason.code, reason.message)
        case .application(let reason): self.init(reason.code, reason.message)
        case .bulkOrder(let reason): self.init(reason.code, reason.message)
        case .card(let reason): self.init(reason.code, reason.message)
        case .event(let reason): self.init(reason.code, reason.message)
        case .pin(let reason): self.init(reason.code, reason.message)
        case .secureView(let reason): self.init(reason.code, reason.message)
        case .tokenization(let reason): self.init(reason.code, reason.message)
        case .webhook(let reason): self.init(reason.code, reason.message)
        }
    }

    /// The problem for a failure of the service. It says only whether to send the request again.
    package init(_ failure: IssuingFailure) {
        switch failure {
        case .refused(let refusal):
            self.init(refusal)
        case .overloaded:
            self = .passing
        case .database(let failure) where failure.isPassing:
            self = .passing
        case .database(let failure) where failure.kind == .connectionLost:
            self.init(
                .serviceUnavailable,
                "The service lost its database while it worked on the request; it is unknown whether the request was "
                    + "done. Send it again with the same Idempotency-Key, or check first.")
        case .database, .vault, .damaged:
            self = .failed
        }
    }
}
