import HTTPContract
import Payments

/// The members of an answer, in their order. Members without a value are left out.
struct AnswerFields: Sendable {
    private(set) var members: [(name: String, value: JSONValue)]
    /// A detail for the developer of the client; it is never sent.
    var explanation: String?

    init(_ members: KeyValuePairs<String, JSONValue?> = [:]) {
        self.members = members.compactMap { name, value in value.map { (name, $0) } }
    }

    init(_ code: GatewayResponseCode) {
        members = [
            ("respproc", .string(code.processor.rawValue)), ("respcode", .string(code.code)),
            ("respstat", .string(code.status.rawValue)), ("resptext", .string(code.text)),
        ]
    }

    init(_ refused: Refused) {
        self.init(refused.code)
        explanation = refused.explanation
    }

    init(members: [(name: String, value: JSONValue)]) { self.members = members }

    static func + (left: AnswerFields, right: AnswerFields) -> AnswerFields {
        var sum = left
        sum.members += right.members
        sum.explanation = left.explanation ?? right.explanation
        return sum
    }

    var json: JSONValue { .object(JSONObject(members.map { ($0.name, $0.value) })) }
}

extension JSONValue {
    /// A text that may be absent.
    static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
}

extension CardPointe {
    /// The answer of the body. A refusal is an answer too, with these members.
    static func answered(
        refusedWith members: @autoclosure () -> AnswerFields, _ body: () async throws -> AnswerFields
    ) async throws -> AnswerFields {
        do {
            return try await body()
        } catch let refused as Refused {
            return AnswerFields(refused) + members()
        } catch PaymentFailure.refused(let refusal) {
            return AnswerFields(Refused(refusal)) + members()
        }
    }
}
