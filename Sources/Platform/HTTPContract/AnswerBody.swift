/// The JSON body of a response, declared once as a list of members. The list drives the writing of responses, the
/// hiding of secrets in descriptions, and the OpenAPI document. So the document and the responses cannot differ.
public protocol AnswerBody: AnswerValue, JSONWritable, DescribedByMembers {
    static var members: [AnswerMember<Self>] { get }
}

extension AnswerBody {
    public static var schema: ObjectSchema {
        ObjectSchema(name: ObjectSchema.name(of: self), members: members.map(\.declaration))
    }

    public static var kind: ObjectSchema.Kind { .object(schema) }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            for member in Self.members { member.write(self, &json) }
        }
    }

    public var shownMembers: [(name: String, value: any Sendable)] {
        Self.members.compactMap { $0.declaration.shown($0.value(self)) }
    }
}

/// One member of a response: its declaration, and the source of its value.
///
/// An object, because a loop over the members would otherwise copy the declaration of each for every response.
public final class AnswerMember<Body: Sendable>: Sendable {
    public let declaration: ObjectSchema.Member
    let write: @Sendable (Body, inout JSONWriter) -> Void
    let value: @Sendable (Body) -> (any Sendable)?

    @usableFromInline
    init(
        declaration: ObjectSchema.Member, write: @escaping @Sendable (Body, inout JSONWriter) -> Void,
        value: @escaping @Sendable (Body) -> (any Sendable)?
    ) {
        self.declaration = declaration
        self.write = write
        self.value = value
    }
}

extension AnswerMember {
    /// A member whose type determines its kind in JSON, and whether it is always present.
    ///
    /// Inlinable, so that the compiler makes the writing for the value's type: as generic code, the members of a card
    /// took 30,000 instructions a response.
    ///
    /// - Parameters:
    ///   - kind: if the type does not suffice: the accepted words of a string, or that the string is an identifier.
    ///   - example: in its JSON form, without quotes. For a list, its only element.
    @inlinable
    public static func member<Value: AnswerValue>(
        _ name: String, _ value: @escaping @Sendable (Body) -> Value, as kind: ObjectSchema.Kind = Value.kind,
        isSecret: Bool = false, pattern: String? = nil, example: String? = nil, _ description: String
    ) -> AnswerMember {
        let key = JSONKey(name)
        return AnswerMember(
            declaration: ObjectSchema.Member(
                name: name, kind: kind, isRequired: !Value.isOptional, isSecret: isSecret, pattern: pattern,
                example: example, description: description),
            write: { body, json in value(body).write(under: key, to: &json) }, value: { body in value(body).present })
    }
}

/// A value that a member of a response can have.
public protocol AnswerValue: Sendable {
    static var kind: ObjectSchema.Kind { get }
    /// Whether the value may be absent. An absent value is omitted from the body.
    static var isOptional: Bool { get }
    /// The value itself; nil if it is absent.
    var present: (any Sendable)? { get }
    func write(under key: JSONKey, to json: inout JSONWriter)
}

extension AnswerValue where Self: JSONWritable {
    public static var isOptional: Bool { false }
    public var present: (any Sendable)? { self }

    @inlinable
    public func write(under key: JSONKey, to json: inout JSONWriter) {
        json.name(key)
        write(to: &json)
    }
}

extension String: AnswerValue {
    public static var kind: ObjectSchema.Kind { .string }
}

extension Bool: AnswerValue {
    public static var kind: ObjectSchema.Kind { .boolean }
}

extension Int: AnswerValue {
    public static var kind: ObjectSchema.Kind { .integer(nil) }
}

/// A JSON tree of any shape.
extension JSONValue: AnswerValue {
    public static var kind: ObjectSchema.Kind { .anything }
}

extension Timestamp: AnswerValue {
    public static var kind: ObjectSchema.Kind { .time }
}

extension Array: AnswerValue where Element: AnswerValue & JSONWritable {
    public static var kind: ObjectSchema.Kind {
        switch Element.kind {
        case .string: .strings
        case .object(let schema): .objects(schema, maximumCount: nil)
        // JSON Schema could describe lists more exactly, but these few do not need it.
        default: .anything
        }
    }
}

extension Optional: AnswerValue where Wrapped: AnswerValue {
    public static var kind: ObjectSchema.Kind { Wrapped.kind }
    public static var isOptional: Bool { true }
    public var present: (any Sendable)? { self?.present }

    @inlinable
    public func write(under key: JSONKey, to json: inout JSONWriter) { self?.write(under: key, to: &json) }
}
