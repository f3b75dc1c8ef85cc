import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Payments
import PaymentTokens
import Validation

/// A refusal by MoneyHash: an HTTP status, and the faults of each member.
struct MoneyHashError: Error {
    /// The field of a problem that no member of the request has.
    static let detail = "detail"

    let status: HTTPResponse.Status
    let problems: [FieldProblem]
    var message = ""
    var count: Int?
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ problems: [FieldProblem]) {
        (self.status, self.problems) = (status, problems)
    }

    init(_ status: HTTPResponse.Status, _ text: String) {
        self.init(status, [FieldProblem(Self.detail, text)])
    }

    static func invalid(_ field: String, _ text: String) -> MoneyHashError {
        MoneyHashError(.badRequest, [FieldProblem(field, text)])
    }

    static func notAuthenticated(_ text: String) -> MoneyHashError {
        var error = MoneyHashError(.unauthorized, text)
        error.headers[.wwwAuthenticate] = "Api-Key"
        return error
    }

    static let notFound = MoneyHashError(.notFound, "Not found.")

    /// As it is documented for the key of idempotency, which has another message and another count than the others.
    static func idempotencyKey(_ text: String) -> MoneyHashError {
        var error = MoneyHashError.invalid(IdempotencyName.header, text)
        (error.message, error.count) = ("error", 1)
        return error
    }

    /// A refusal is explained; a failure of the service is not one of these.
    ///
    /// - Parameter field: the member of the request that the refusal is about.
    init(_ refusal: PaymentRefusal, about field: String = detail) {
        switch refusal {
        case .notFound, .merchantNotFound: self = .notFound
        case .wrongStatus, .alreadySettled:
            self = .invalid("transaction", "The transaction's payment_status does not allow this.")
        case .duplicateNonce: self = .invalid("intent", "The intent is being paid; read its details.")
        case .moreThanAuthorized, .moreThanCaptured, .amountNotAccepted, .otherCurrency, .otherAmountAgreed:
            self = .invalid(field, "\(refusal)")
        case .tooLong, .nullCharacter, .cardNumber: self = .invalid(Self.detail, "\(refusal)")
        }
    }

    /// Why a wallet's token is not taken; nil if the service failed.
    init?(_ failure: WalletTokenFailure) {
        switch failure {
        case .noKey: self = .invalid("receipt", "The merchant has no certificate for this wallet.")
        case .token(let reason): self = .invalid("receipt", reason.cause)
        case .contents(let reason): self = .invalid("receipt", reason)
        case .otherAmount(let agreed):
            self = .invalid("receipt", "The wallet's token is for another amount: \(agreed).")
        case .database, .vault, .damaged: return nil
        }
    }

    var response: Response {
        Response(status: status, json: Envelope.failure(self), headers: headers)
    }
}

/// The form of every answer.
enum Envelope {
    static func success(_ data: some JSONWritable, count: Int?) -> JSONValue {
        let answer: JSONValue = [
            "status": ["code": 200, "message": "success", "errors": []], "data": JSONValue(writing: data),
        ]
        return answer.ending(count)
    }

    static func failure(_ error: MoneyHashError) -> JSONValue {
        let errors = error.problems.map { JSONValue.members([($0.field, .string($0.text))]) }
        let answer: JSONValue = [
            "status": [
                "code": .number(String(error.status.code)), "message": .string(error.message),
                "errors": .array(errors),
            ],
            "data": [:],
        ]
        return answer.ending(error.count)
    }

    /// The schema that operations declare: the same form around the data.
    static func schema(around data: ObjectSchema) -> ObjectSchema {
        schema(data.name + "Envelope", .object(data), count: "1, or null.")
    }

    /// The same around a list.
    static func schema(aroundEach element: ObjectSchema) -> ObjectSchema {
        schema(element.name + "List", .objects(element, maximumCount: nil), count: "How many there are.")
    }

    private static func schema(_ name: String, _ data: ObjectSchema.Kind, count: String) -> ObjectSchema {
        ObjectSchema(
            name: name,
            members: [
                .init(name: "status", kind: .object(status), isRequired: true, description: "How it ended."),
                .init(name: "data", kind: data, isRequired: true, description: "What was asked for."),
                .init(name: "count", kind: .anything, isRequired: true, description: count),
                .init(name: "next", kind: .anything, isRequired: true, description: "Always null."),
                .init(name: "previous", kind: .anything, isRequired: true, description: "Always null."),
            ])
    }

    static let errorSchema = schema(around: ObjectSchema(name: "MoneyHashNothing", members: []))

    private static let status = ObjectSchema(
        name: "MoneyHashStatus",
        members: [
            .init(
                name: "code", kind: .integer(nil), isRequired: true, example: "200",
                description: "The status of HTTP again."),
            .init(
                name: "message", kind: .string, isRequired: true, example: "success",
                description: "success, or error or nothing."),
            .init(
                name: "errors", kind: .anything, isRequired: true,
                description: "An object for each thing that is wrong: the member, and a sentence."),
        ])
}

extension JSONValue {
    fileprivate func ending(_ count: Int?) -> JSONValue {
        guard case .object(let object) = self else { return self }
        var members: [(String, JSONValue?)] = object.names.map { ($0, object[$0]) }
        members.append(("count", count.map { JSONValue.number(String($0)) } ?? .null))
        members += [("next", .null), ("previous", .null)]
        return .members(members)
    }

    static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
