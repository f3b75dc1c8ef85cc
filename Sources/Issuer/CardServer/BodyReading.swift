import CardAPI
import Cards
import HTTPContract
import HTTPService
import Issuing
import Validation

extension Request {
    /// The body of a request to an operation that takes a text.
    package func text(for operation: Operation) async throws -> String {
        try requireMediaType(operation.mediaTypes)
        let bytes = try await bodyBytes(upTo: operation.bodyLimitBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.bodyNotReadable, "The request body is not UTF-8 text.")
        }
        return text
    }
}

extension Request.JSONBody {
    /// The draft that a rule makes of the body, with the errors of both.
    func draft<Value>(_ rule: (Body) -> Draft<Value>) -> Draft<Value> {
        Draft(value, errors: violations).then(rule)
    }

    /// The value that a rule makes of the body, if no field has an error.
    package func accepted<Value>(_ rule: (Body) -> Draft<Value?>) throws(IssuingFailure) -> Value {
        try IssuingFailure.refusing { () throws(Refusal) in try draft(rule).accepted() }
    }

    /// The same for a rule over several fields, which must know the fields that are already wrong.
    package func accepted<Value>(
        _ rule: (Body, _ wrong: WrongFields) -> Draft<Value?>
    ) throws(IssuingFailure) -> Value {
        try accepted { body in rule(body, WrongFields(violations)) }
    }
}
