import GraphQL
import HTTPContract

/// Hides all possible secrets in a message of Stitch.
///
/// A client chooses the names of its variables and of the fields in an answer, so a name alone proves nothing: a value
/// is shown only if it also has a harmless form.
package enum StitchMasking {
    /// The body of a request: a form, or a GraphQL request.
    package static func request(_ operation: Operation, _ body: [UInt8]) -> JSONValue? {
        guard operation == StitchOperations.graphQL else { return form(body) }
        guard case .object(let object)? = try? JSONValue(parsing: body) else { return nil }
        return .object(
            object.map { name, value in
                switch (name, value) {
                case ("query", .string(let text)):
                    (name, ExecutableDocument.redacted(text).map { .string(Masking.text($0)) } ?? .hidden)
                case ("operationName", .string(let text)) where text.wholeMatch(of: word) != nil: (name, value)
                case ("variables", _): (name, sent(value))
                default: (Masking.text(name), .hidden)
                }
            })
    }

    /// The body of an answer.
    package static func answer(_ operation: Operation, _ body: [UInt8]) -> JSONValue? {
        (try? JSONValue(parsing: body)).map { answered($0, as: "") }
    }

    private static var word: Regex<Substring> { /[A-Za-z_]{1,40}/ }

    // MARK: - Requests

    private static func form(_ body: [UInt8]) -> JSONValue? {
        String(validating: body, as: UTF8.self).map { text in
            .object(
                JSONObject(
                    FormText.decode(text).map { name, value in
                        (Masking.text(name), value.map { sent(.string($0), as: name) } ?? .hidden)
                    }))
        }
    }

    private static func sent(_ value: JSONValue, as name: String = "") -> JSONValue {
        switch value {
        case .null, .boolean: value
        case .number(let digits): isHarmless(digits, as: name) ? value : .hidden
        case .string(let text): isHarmless(text, as: name) ? .string(Masking.text(text)) : .hidden
        case .array(let elements): .array(elements.map { sent($0, as: name) })
        case .object(let object): .object(object.map { (Masking.text($0), sent($1, as: $0)) })
        }
    }

    /// Whether a text cannot be a secret: no secret is sent under this name, and the value has the form of the name's
    /// values.
    private static func isHarmless(_ text: String, as name: String) -> Bool {
        let form: Regex<Substring>? =
            switch name {
            case "grant_type", "reason", "initiative", "answer": word
            case "scope": /[a-z_ ]{1,200}/
            case "quantity": /[0-9]{1,9}(?:\.[0-9]{1,4})?/
            case "currency": /[A-Z]{3}/
            case "client_id", "nonce", "externalReference", "originalPaymentId", "merchantIdentifier":
                /[A-Za-z0-9._:\-]{1,64}/
            default: nil
            }
        return form.map { text.wholeMatch(of: $0) != nil } ?? false
    }

    // MARK: - Answers

    private static func answered(_ value: JSONValue, as name: String) -> JSONValue {
        switch value {
        case .null, .boolean: value
        case .number(let digits): digits.utf8.count <= longestNumber ? value : .hidden
        case .string(let text) where isPlain(text): value
        case .string(let text): ["message", "error_description"].contains(name) ? .string(message(text)) : .hidden
        case .array(let elements): .array(elements.map { answered($0, as: name) })
        case .object(let object): .object(object.map { (Masking.text($0), answered($1, as: $0)) })
        }
    }

    /// Whether the text is a word of the schema, an id, a time, an amount or a reference.
    private static func isPlain(_ text: String) -> Bool {
        if StitchMessages.isCode(text) { return true }
        let forms: [Regex<Substring>] = [
            /[A-Za-z_]{1,30}/, /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-[0-9]{1,9})?/,
            /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{1,15}Z/, /[0-9]{1,12}(?:\.[0-9]{1,4})?/,
        ]
        return forms.contains { text.wholeMatch(of: $0) != nil }
    }

    private static let longestNumber = 12

    /// Without what it quotes, and without long words, which could be repeated from a request.
    private static func message(_ text: String) -> String {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        let unquoted = parts.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "hidden" }
        return unquoted.joined(separator: "\"").split(separator: " ", omittingEmptySubsequences: false).map { word in
            word.utf8.count > 40 ? "hidden" : Masking.text(String(word))
        }.joined(separator: " ")
    }
}
