import Validation

/// A query parameter of an operation, as plain data for the server, the client and the OpenAPI document.
public struct QueryParameter: Sendable, Hashable {
    public let name: String
    public let kind: Kind
    public var isRequired = false
    /// Whether the value is a secret of the caller.
    public var isSecret = false
    public let description: String

    public enum Kind: Sendable, Hashable {
        case enumeration([String])
        /// Several words, separated by commas, in repeated parameters, or both.
        case enumerationList([String])
        case integer(ClosedRange<Int>, defaultValue: Int)
        case text
        /// A UUID.
        case identifier
        /// The id of something that is numbered: up to this many digits.
        case number(digits: Int)
        /// A ``Timestamp``.
        case time
    }
}

/// The query of a request, declared once as a list of parameters, like the members of a ``RequestBody``.
public protocol RequestQuery: Sendable, Hashable {
    init()
    static var parameters: [BoundParameter<Self>] { get }
}

extension RequestQuery {
    public static var schema: [QueryParameter] { parameters.map(\.declaration) }

    /// Reads the percent-encoded text after the question mark. A parameter without a value counts as absent, except a
    /// time: no schema for times accepts an empty text.
    ///
    /// - Throws: an error with every wrong parameter. Its cause is ``RequestError/Cause/pagingNotAcceptable`` if only
    ///   `limit` and `offset` are wrong.
    public static func read(_ text: String?) throws(RequestError) -> Self {
        var query = Self()
        let text = text ?? ""
        // Most requests have no query.
        if text.isEmpty, !parameters.contains(where: { $0.declaration.isRequired }) { return query }
        var errors: [FieldError] = []
        let pairs = FormText.decode(text)
        for parameter in parameters {
            let name = parameter.declaration.name
            let given = pairs.filter { $0.name == name }
            let values = given.compactMap(\.value)
            if values.count < given.count {
                errors.append(FieldError(name, "must be percent-encoded UTF-8"))
            } else if values.contains(where: ControlCharacters.areIn) {
                errors.append(FieldError(name, ControlCharacters.violation))
            } else {
                let isTime = parameter.declaration.kind == .time
                parameter.read(isTime ? values : values.filter { !$0.isEmpty }, &query, &errors)
            }
        }
        errors += FieldError.unknown(
            pairs.map(\.name), known: parameters.map(\.declaration.name), noun: "query parameter")
        guard !errors.isEmpty else { return query }
        let paging = parameters.map(\.declaration.name).filter { $0 == "limit" || $0 == "offset" }
        let isOnlyPaging = errors.allSatisfy { paging.contains($0.field) }
        throw RequestError(fieldErrors: errors, isOnlyPaging ? .pagingNotAcceptable : .fieldsNotAcceptable)
    }

    /// The query as the client sends it. It has only the values that differ from the defaults, and is empty if none
    /// does.
    public var text: String {
        let defaults = Self()
        return FormText.encode(
            Self.parameters.compactMap { parameter in
                let value = parameter.text(self)
                return value == parameter.text(defaults) ? nil : (parameter.declaration.name, value)
            })
    }
}

/// A query parameter and its property.
public struct BoundParameter<Query: Sendable>: Sendable {
    public let declaration: QueryParameter
    let read: @Sendable (_ values: [String], inout Query, inout [FieldError]) -> Void
    let text: @Sendable (Query) -> String
}

extension BoundParameter {
    /// Any text of at most 200 characters, counted in Unicode scalars, as in JSON Schema.
    public static func text(
        _ name: String, _ property: any WritableKeyPath<Query, String?> & Sendable, isSecret: Bool = false,
        _ description: String
    ) -> BoundParameter {
        BoundParameter(
            declaration: QueryParameter(name: name, kind: .text, isSecret: isSecret, description: description),
            read: { values, query, errors in
                guard let text = onlyValue(of: name, values, &errors) else { return }
                guard text.unicodeScalars.count <= 200 else {
                    return errors.append(FieldError(name, "must be at most 200 characters long"))
                }
                // Postgres cannot compare a text with this character.
                guard !ControlCharacters.nulIsIn(text) else {
                    return errors.append(FieldError(name, ControlCharacters.nulViolation))
                }
                query[keyPath: property] = text
            },
            text: { query in query[keyPath: property] ?? "" })
    }

    public static func enumeration(
        _ name: String, _ property: any WritableKeyPath<Query, String?> & Sendable, of words: [String],
        _ description: String
    ) -> BoundParameter {
        BoundParameter(
            declaration: QueryParameter(name: name, kind: .enumeration(words), description: description),
            read: { values, query, errors in
                guard let word = onlyValue(of: name, values, &errors) else { return }
                guard words.contains(word) else { return errors.append(FieldError(name, notOneOf: words, for: word)) }
                query[keyPath: property] = word
            },
            text: { query in query[keyPath: property] ?? "" })
    }

    public static func enumerationList(
        _ name: String, _ property: any WritableKeyPath<Query, [String]> & Sendable, of words: [String],
        _ description: String
    ) -> BoundParameter {
        BoundParameter(
            declaration: QueryParameter(name: name, kind: .enumerationList(words), description: description),
            read: { values, query, errors in
                let given = values.flatMap { $0.split(separator: ",").map(String.init) }
                if let unknown = given.first(where: { !words.contains($0) }) {
                    return errors.append(FieldError(name, notOneOf: words, for: unknown))
                }
                query[keyPath: property] = words.filter(given.contains)
            },
            text: { query in query[keyPath: property].joined(separator: ",") })
    }

    public static func identifier(
        _ name: String, _ property: any WritableKeyPath<Query, String?> & Sendable, _ description: String
    ) -> BoundParameter {
        BoundParameter(
            declaration: QueryParameter(name: name, kind: .identifier, description: description),
            read: { values, query, errors in
                guard let text = onlyValue(of: name, values, &errors) else { return }
                let isUUID = text.wholeMatch(of: /[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) != nil
                guard isUUID else { return errors.append(FieldError(name, "must be a UUID")) }
                query[keyPath: property] = text
            },
            text: { query in query[keyPath: property] ?? "" })
    }

    /// An id of digits, without a leading zero.
    public static func number(
        _ name: String, _ property: any WritableKeyPath<Query, String?> & Sendable, digits: Int,
        isRequired: Bool = false, _ description: String
    ) -> BoundParameter {
        BoundParameter(
            declaration: QueryParameter(
                name: name, kind: .number(digits: digits), isRequired: isRequired, description: description),
            read: { values, query, errors in
                if isRequired, values.isEmpty { return errors.append(.missing(name)) }
                guard let text = onlyValue(of: name, values, &errors) else { return }
                let isPlain = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
                guard isPlain, text.utf8.count <= digits, text.utf8.first != UInt8(ascii: "0") else {
                    return errors.append(
                        FieldError(name, "must be a number of 1 to \(digits) digits, without a leading zero"))
                }
                query[keyPath: property] = text
            },
            text: { query in query[keyPath: property] ?? "" })
    }

    public static func time(
        _ name: String, _ property: any WritableKeyPath<Query, Timestamp?> & Sendable, _ description: String
    ) -> BoundParameter {
        BoundParameter(
            declaration: QueryParameter(name: name, kind: .time, description: description),
            read: { values, query, errors in
                guard let text = onlyValue(of: name, values, &errors) else { return }
                guard let time = Timestamp(text) else {
                    return errors.append(FieldError(name, "must be a time in UTC, like 2026-11-21T08:45:34Z"))
                }
                query[keyPath: property] = time
            },
            text: { query in query[keyPath: property]?.description ?? "" })
    }

    /// A whole number. The property of a new `Query` must have the default value.
    public static func integer(
        _ name: String, _ property: any WritableKeyPath<Query, Int> & Sendable, in range: ClosedRange<Int>,
        defaultValue: Int, _ description: String
    ) -> BoundParameter {
        let kind = QueryParameter.Kind.integer(range, defaultValue: defaultValue)
        return BoundParameter(
            declaration: QueryParameter(name: name, kind: kind, description: description),
            read: { values, query, errors in
                guard let text = onlyValue(of: name, values, &errors) else { return }
                let isPlain = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
                guard isPlain, let number = Int(text), range.contains(number) else {
                    let expected = "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
                    return errors.append(FieldError(name, expected))
                }
                query[keyPath: property] = number
            },
            text: { query in String(query[keyPath: property]) })
    }

    private static func onlyValue(of name: String, _ values: [String], _ errors: inout [FieldError]) -> String? {
        if values.count > 1 { errors.append(FieldError(name, "must be given once, not \(values.count) times")) }
        return values.count == 1 ? values[0] : nil
    }
}
