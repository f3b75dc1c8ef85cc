/// The JSON body of an answer, declared once as a list of members: the server writes by the list, descriptions hide
/// what it calls secret, and the OpenAPI document is made from it, so that what is promised and what is sent cannot
/// differ.
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
            let members = Self.members
            // By index: a loop over the members would copy each, declaration and all.
            for index in members.indices { members[index].write(self, &json) }
        }
    }

    public var shownMembers: [(name: String, value: any Sendable)] {
        Self.members.compactMap { $0.declaration.shown($0.value(self)) }
    }
}

/// One member of an answer: its declaration, and where its value comes from.
public struct AnswerMember<Body: Sendable>: Sendable {
    public let declaration: ObjectSchema.Member
    let write: @Sendable (Body, inout JSONWriter) -> Void
    let value: @Sendable (Body) -> (any Sendable)?
}

extension AnswerMember {
    /// A member whose type says what kind of JSON it is, and whether it is always there.
    ///
    /// - Parameters:
    ///   - kind: Where the type says too little: the words a string may be, or that it is an identifier.
    ///   - example: As it would stand in JSON, without quotes; of a list, its one element.
    public static func member<Value: AnswerValue>(
        _ name: String, _ value: @escaping @Sendable (Body) -> Value, as kind: ObjectSchema.Kind = Value.kind,
        isSecret: Bool = false, example: String? = nil, _ description: String
    ) -> AnswerMember {
        let key = JSONKey(name)
        return AnswerMember(
            declaration: ObjectSchema.Member(
                name: name, kind: kind, isRequired: !Value.isOptional, isSecret: isSecret, example: example,
                description: description),
            write: { body, json in value(body).write(under: key, to: &json) }, value: { body in value(body).present })
    }
}

/// What a member of an answer can be.
public protocol AnswerValue: Sendable {
    static var kind: ObjectSchema.Kind { get }
    /// Whether it can be absent, and then is omitted.
    static var isOptional: Bool { get }
    /// The value itself; nil where it is absent.
    var present: (any Sendable)? { get }
    func write(under key: JSONKey, to json: inout JSONWriter)
}

extension AnswerValue where Self: JSONWritable {
    public static var isOptional: Bool { false }
    public var present: (any Sendable)? { self }

    public func write(under key: JSONKey, to json: inout JSONWriter) { json.member(key, self) }
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

/// A tree whose shape is not this service's to say.
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
        // JSON Schema has more to say of lists than this service needs of those few.
        default: .anything
        }
    }
}

extension Optional: AnswerValue where Wrapped: AnswerValue {
    public static var kind: ObjectSchema.Kind { Wrapped.kind }
    public static var isOptional: Bool { true }
    public var present: (any Sendable)? { self?.present }

    public func write(under key: JSONKey, to json: inout JSONWriter) { self?.write(under: key, to: &json) }
}
