import HTTPContract
import Validation

/// The members of a request's JSON, as the gateway reads them: all are texts, and a number or a boolean is read as its
/// text. A member that is null or empty is absent, and one that the gateway does not know is ignored.
struct RequestFields: Sendable {
    private let object: JSONObject

    /// - Throws: if the bytes are not one JSON object.
    init(_ bytes: [UInt8]) throws(RequestError) {
        let value = try translating({ RequestError(.bodyNotReadable, "The request body is not JSON: \($0).") }) {
            () throws(JSONSyntaxError) in
            try JSONValue(parsing: bytes)
        }
        guard case .object(let object) = value else {
            throw RequestError(.bodyNotReadable, "The request body must be a JSON object.")
        }
        self.object = object
    }

    /// The text of a member; nil if it is absent.
    ///
    /// - Throws: ``GatewayResponseCode/invalidField`` if it is too long, an array or an object, or has a control
    ///   character.
    func text(_ field: GatewayField) throws(Refused) -> String? {
        let text: String
        switch object[field.name] {
        case nil, .null: return nil
        case .string(let string): text = string
        case .number(let digits): text = digits
        case .boolean(let isTrue): text = isTrue ? "Y" : "N"
        case .array, .object: throw Refused(.invalidField, "\(field.name) must be a string")
        }
        guard text.unicodeScalars.count <= field.limit else {
            throw Refused(.invalidField, "\(field.name) must have at most \(field.limit) characters")
        }
        guard !ControlCharacters.areIn(text) else {
            throw Refused(.invalidField, "\(field.name) must have no control characters")
        }
        return text.isEmpty ? nil : text
    }

    /// Whether a member is present, even if it is empty.
    func has(_ field: GatewayField) -> Bool { object[field.name] != nil }

    /// Whether the value of a member means yes: `Y` or `true`, in either case.
    func isYes(_ field: GatewayField) throws(Refused) -> Bool {
        ["Y", "TRUE"].contains(try text(field)?.uppercased())
    }

    /// The JSON of the merchant's own fields, without numbers of cards; nil if there are none.
    ///
    /// - Throws: ``GatewayResponseCode/invalidField`` if it is over its limit, or neither an object nor an array.
    func userFields() throws(Refused) -> JSONValue? {
        let field = GatewayField.userFields
        switch object[field.name] {
        case nil, .null: return nil
        case let value?:
            switch value {
            case .array, .object: break
            default: throw Refused(.invalidField, "\(field.name) must be an object or an array")
            }
            guard value.jsonBytes.count <= field.limit else {
                throw Refused(.invalidField, "\(field.name) must have at most \(field.limit) bytes")
            }
            guard !value.holdsCardNumber else {
                throw Refused(.invalidField, "\(field.name) must not contain a card number")
            }
            return value
        }
    }
}

/// The gateway refuses a request: the answer has status 200 and this code.
struct Refused: Error, Sendable {
    let code: GatewayResponseCode
    /// The fault, for the developer of the client; it is not sent.
    let explanation: String?

    init(_ code: GatewayResponseCode, _ explanation: String? = nil) {
        (self.code, self.explanation) = (code, explanation)
    }
}
