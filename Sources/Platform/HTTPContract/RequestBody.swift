import Validation

/// The JSON body of a request, declared once as a list of members. By this list, the server reads the body and reports
/// every wrong field, the client writes the body, and descriptions hide secrets. It is also the source of the OpenAPI
/// document.
///
/// Every property is optional. A wrong member, or a missing required one, is `nil` and has a field error, while the
/// rules of the domain check the other members.
public protocol RequestBody: Sendable, Hashable, JSONWritable, DescribedByMembers {
    init()
    static var members: [BodyMember<Self>] { get }
    /// Whether unknown members are refused, which is the default.
    static var isClosed: Bool { get }
    /// Examples of whole bodies, if the members' own examples do not form a valid one.
    static var examples: [BodyExample<Self>] { get }
    /// The accepted combinations of members; empty if all are.
    static var shapes: [ObjectSchema.Shape] { get }
}

/// An example of a whole body.
public struct BodyExample<Body: Sendable>: Sendable {
    let summary: String
    let fill: @Sendable (inout Body) -> Void

    /// - Parameters:
    ///   - summary: a short description of the example.
    ///   - fill: sets the members of an empty body.
    public init(_ summary: String, _ fill: @escaping @Sendable (inout Body) -> Void) {
        self.summary = summary
        self.fill = fill
    }
}

extension RequestBody {
    public static var isClosed: Bool { true }
    public static var examples: [BodyExample<Self>] { [] }
    public static var shapes: [ObjectSchema.Shape] { [] }

    public static var schema: ObjectSchema {
        var schema = ObjectSchema(
            name: ObjectSchema.name(of: self), members: members.map(\.declaration), isClosed: isClosed,
            examples: examples.map { example in
                var body = Self()
                example.fill(&body)
                return ObjectSchema.Example(summary: example.summary, value: JSONValue(writing: body))
            }, shapes: shapes)
        schema.isOpenRequest = !isClosed
        return schema
    }

    /// Reads the body of a request.
    ///
    /// - Returns: the members that could be read, and an error for every wrong field. The caller adds the errors of the
    ///   rules and returns all errors at once.
    /// - Throws: ``RequestError/Cause/bodyNotReadable`` if the bytes are not one JSON object.
    public static func read(_ bytes: [UInt8]) throws(RequestError) -> (body: Self, fieldErrors: [FieldError]) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            let reason = bytes.isEmpty ? "it is empty, and a JSON object is expected" : error.description
            throw RequestError(.bodyNotReadable, "The request body cannot be read as JSON: \(reason).")
        }
        guard case .object(let object) = value else {
            throw RequestError(.bodyNotReadable, "The request body is \(value.noun); a JSON object is expected.")
        }
        var errors: [FieldError] = []
        return (read(object, inside: "", &errors), errors)
    }

    static func read(_ object: JSONObject, inside path: String, _ errors: inout [FieldError]) -> Self {
        var body = Self()
        var knownCount = 0
        for member in members {
            let declaration = member.declaration
            let field = path + declaration.name
            let value = object[declaration.name]
            if value != nil { knownCount += 1 }
            switch value {
            case nil, .null:
                if declaration.isRequired { errors.append(.missing(field)) }
            case let value?:
                member.read(value, field, &body, &errors)
            }
        }
        guard isClosed, knownCount < object.names.count else { return body }
        let known = members.map { $0.declaration.name }
        errors += FieldError.unknown(object.names, known: known, noun: "field", inside: path)
        return body
    }

    public func write(to json: inout JSONWriter) {
        json.object(writeMembers)
    }

    /// Writes only the members, for an object that also has others.
    public func writeMembers(to json: inout JSONWriter) {
        for member in Self.members { member.write(self, &json) }
    }

    public var shownMembers: [(name: String, value: any Sendable)] {
        Self.members.compactMap { $0.declaration.shown($0.value(self)) }
    }
}

/// A member of a request body: its declaration and its property. An object, because a loop over the members would
/// otherwise copy the declaration of each for every request.
public final class BodyMember<Body: Sendable>: Sendable {
    public let declaration: ObjectSchema.Member
    let read: @Sendable (JSONValue, _ field: String, inout Body, inout [FieldError]) -> Void
    let write: @Sendable (Body, inout JSONWriter) -> Void
    let value: @Sendable (Body) -> (any Sendable)?

    private init(
        declaration: ObjectSchema.Member,
        read: @escaping @Sendable (JSONValue, _ field: String, inout Body, inout [FieldError]) -> Void,
        write: @escaping @Sendable (Body, inout JSONWriter) -> Void,
        value: @escaping @Sendable (Body) -> (any Sendable)?
    ) {
        self.declaration = declaration
        self.read = read
        self.write = write
        self.value = value
    }

    private convenience init<Value: JSONWritable & Sendable>(
        _ declaration: ObjectSchema.Member,
        _ property: any WritableKeyPath<Body, Value?> & Sendable,
        _ parse: @escaping @Sendable (JSONValue, _ field: String, inout [FieldError]) -> Value?
    ) {
        self.init(
            declaration: declaration,
            read: { value, field, body, errors in body[keyPath: property] = parse(value, field, &errors) },
            write: { body, json in json.member(declaration.name, body[keyPath: property]) },
            value: { body in body[keyPath: property] })
    }
}

extension BodyMember {
    /// A text of at most `maximumLength` Unicode scalars, if that is not nil. A text with a fixed form, such as a PIN,
    /// has no limit here, because the domain's rule for the form gives the better message.
    public static func string(
        _ name: String, _ property: any WritableKeyPath<Body, String?> & Sendable, isRequired: Bool = false,
        isSecret: Bool = false, maximumLength: Int? = nil, pattern: String? = nil, example: String?,
        _ description: String
    ) -> BodyMember {
        let declaration = ObjectSchema.Member(
            name: name, kind: .string, isRequired: isRequired, isSecret: isSecret, maximumLength: maximumLength,
            pattern: pattern, example: example, description: description)
        return BodyMember(declaration, property) { value, field, errors in
            guard case .string(let text) = value else {
                errors.append(FieldError(field, "must be a string, not \(value.noun)"))
                return nil
            }
            if let maximumLength, text.unicodeScalars.count > maximumLength {
                errors.append(FieldError(field, "must be at most \(maximumLength) characters long"))
                return nil
            }
            // Postgres cannot store this character in a text.
            guard !ControlCharacters.nulIsIn(text) else {
                errors.append(FieldError(field, ControlCharacters.nulViolation))
                return nil
            }
            return text
        }
    }

    /// A text that must be one of a few words.
    public static func enumeration(
        _ name: String, _ property: any WritableKeyPath<Body, String?> & Sendable, of words: [String],
        isRequired: Bool = false, example: String?, _ description: String
    ) -> BodyMember {
        let declaration = ObjectSchema.Member(
            name: name, kind: .enumeration(words), isRequired: isRequired, example: example, description: description)
        return BodyMember(declaration, property) { value, field, errors in
            guard case .string(let word) = value else {
                errors.append(FieldError(field, "must be a string, not \(value.noun)"))
                return nil
            }
            guard words.contains(word) else {
                errors.append(FieldError(field, notOneOf: words, for: word))
                return nil
            }
            return word
        }
    }

    public static func boolean(
        _ name: String, _ property: any WritableKeyPath<Body, Bool?> & Sendable, isRequired: Bool = false,
        example: String?, _ description: String
    ) -> BodyMember {
        let declaration = ObjectSchema.Member(
            name: name, kind: .boolean, isRequired: isRequired, example: example, description: description)
        return BodyMember(declaration, property) { value, field, errors in
            guard case .boolean(let boolean) = value else {
                errors.append(FieldError(field, "must be true or false, not \(value.noun)"))
                return nil
            }
            return boolean
        }
    }

    /// A whole number. It is read only if it is in its range, so that no arithmetic with it can overflow.
    public static func integer(
        _ name: String, _ property: any WritableKeyPath<Body, Int?> & Sendable, in range: ClosedRange<Int>,
        isRequired: Bool = false, example: String?, _ description: String
    ) -> BodyMember {
        let declaration = ObjectSchema.Member(
            name: name, kind: .integer(range), isRequired: isRequired, example: example, description: description)
        return BodyMember(declaration, property) { value, field, errors in
            guard case .number(let digits) = value, digits.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") })
            else {
                errors.append(FieldError(field, "must be a whole number"))
                return nil
            }
            guard let number = Int(digits), range.contains(number) else {
                errors.append(FieldError(field, "must be \(range.lowerBound) to \(range.upperBound)"))
                return nil
            }
            return number
        }
    }

    /// A list of texts.
    public static func strings(
        _ name: String, _ property: any WritableKeyPath<Body, [String]?> & Sendable, isRequired: Bool = false,
        example: String?, _ description: String
    ) -> BodyMember {
        let declaration = ObjectSchema.Member(
            name: name, kind: .strings, isRequired: isRequired, example: example, description: description)
        return BodyMember(declaration, property) { value, field, errors in
            guard case .array(let elements) = value else {
                errors.append(FieldError(field, "must be an array of strings, not \(value.noun)"))
                return nil
            }
            let texts = elements.compactMap { element in
                if case .string(let text) = element, !ControlCharacters.nulIsIn(text) { text } else { nil }
            }
            guard texts.count == elements.count else {
                errors.append(FieldError(field, "must contain only strings, without the character U+0000"))
                return nil
            }
            return texts
        }
    }

    /// An object with its own members, whose errors have a dot in their names: `deliveryAddress.city`.
    public static func object<Nested: RequestBody>(
        _ name: String, _ property: any WritableKeyPath<Body, Nested?> & Sendable, isRequired: Bool = false,
        _ description: String
    ) -> BodyMember {
        let declaration = ObjectSchema.Member(
            name: name, kind: .object(Nested.schema), isRequired: isRequired, description: description)
        return BodyMember(declaration, property) { value, field, errors in
            guard case .object(let object) = value else {
                errors.append(FieldError(field, "must be an object, not \(value.noun)"))
                return nil
            }
            return Nested.read(object, inside: field + ".", &errors)
        }
    }

    /// A list of objects, whose errors are named by position: `cards[3].currency`.
    public static func objects<Nested: RequestBody>(
        _ name: String, _ property: any WritableKeyPath<Body, [Nested]?> & Sendable, isRequired: Bool = false,
        maximumCount: Int, _ description: String
    ) -> BodyMember {
        let declaration = ObjectSchema.Member(
            name: name, kind: .objects(Nested.schema, maximumCount: maximumCount), isRequired: isRequired,
            description: description)
        return BodyMember(declaration, property) { value, field, errors in
            guard case .array(let elements) = value else {
                errors.append(FieldError(field, "must be an array of objects, not \(value.noun)"))
                return nil
            }
            guard (1...maximumCount).contains(elements.count) else {
                errors.append(FieldError(field, "must hold 1 to \(maximumCount) objects, not \(elements.count)"))
                return nil
            }
            return elements.enumerated().map { index, element in
                let place = "\(field)[\(index)]"
                guard case .object(let object) = element else {
                    errors.append(FieldError(place, "must be an object, not \(element.noun)"))
                    return Nested()
                }
                return Nested.read(object, inside: place + ".", &errors)
            }
        }
    }

    /// The same member in a body that contains this body's members among its own.
    public func amongOthers<Outer: Sendable>(
        in property: any WritableKeyPath<Outer, Body> & Sendable
    ) -> BodyMember<Outer> {
        BodyMember<Outer>(
            declaration: declaration,
            read: { [read] value, field, outer, errors in read(value, field, &outer[keyPath: property], &errors) },
            write: { [write] outer, json in write(outer[keyPath: property], &json) },
            value: { [value] outer in value(outer[keyPath: property]) })
    }

    /// A member with any value, which is neither read nor written. Clients send it, but no rule needs it.
    public static func anything(_ name: String, _ description: String) -> BodyMember {
        BodyMember(
            declaration: ObjectSchema.Member(name: name, kind: .anything, description: description),
            read: { _, _, _, _ in }, write: { _, _ in }, value: { _ in nil })
    }
}
