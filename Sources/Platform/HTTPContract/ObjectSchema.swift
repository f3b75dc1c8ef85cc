/// The members of a JSON object, as plain data. It drives the reading and writing of bodies and the OpenAPI document.
public struct ObjectSchema: Sendable, Hashable {
    /// The object's unique name, such as `CardExpiry` for `CardBody.Expiry`.
    public let name: String
    /// The members, in the order in which they are written and their errors are listed.
    public let members: [Member]
    /// Whether unknown members are refused. Requests refuse them; clients must expect new members in responses.
    public var isClosed = false
    /// Whether the object is the body of a request in which unknown members are ignored.
    public var isOpenRequest = false
    /// Examples of the whole object; if there are none, the examples of its members form one.
    public var examples: [Example] = []
    /// Dependencies between members: an object must match one of these. Empty if every combination is valid.
    public var shapes: [Shape] = []

    public init(
        name: String, members: [Member], isClosed: Bool = false, examples: [Example] = [], shapes: [Shape] = []
    ) {
        self.name = name
        self.members = members
        self.isClosed = isClosed
        self.examples = examples
        self.shapes = shapes
    }

    public struct Member: Sendable, Hashable {
        public let name: String
        public let kind: Kind
        public var isRequired: Bool
        /// Whether the value must never appear in a description, a dump or a log.
        public var isSecret: Bool
        /// Counted in Unicode scalars, as in JSON Schema.
        public var maximumLength: Int?
        /// A regular expression for clients. The server uses the rules of the domain, which give better messages.
        public var pattern: String?
        /// In its JSON form, without quotes; `nil` if the kind suffices.
        public var example: String?
        public let description: String

        public init(
            name: String, kind: Kind, isRequired: Bool = false, isSecret: Bool = false, maximumLength: Int? = nil,
            pattern: String? = nil, example: String? = nil, description: String
        ) {
            self.name = name
            self.kind = kind
            self.isRequired = isRequired
            self.isSecret = isSecret
            self.maximumLength = maximumLength
            self.pattern = pattern
            self.example = example
            self.description = description
        }
    }

    public enum Kind: Sendable, Hashable {
        case string
        case boolean
        /// A whole number; in a request always with its range.
        case integer(ClosedRange<Int>?)
        /// A UUID, in lower case.
        case identifier
        /// A ``Timestamp``.
        case time
        /// A list of strings.
        case strings
        /// A string that must be one of these.
        case enumeration([String])
        case object(ObjectSchema)
        /// A list of objects: 1 to this number in a request, any number in a response.
        case objects(ObjectSchema, maximumCount: Int?)
        /// Any value.
        case anything
    }

    /// The members that an object must have or must not have, and the accepted values of some of them.
    public struct Shape: Sendable, Hashable {
        /// The accepted words of some members, if these are present.
        public let words: [String: [String]]
        public let required: [String]
        public let absent: [String]

        public init(_ words: [String: [String]] = [:], required: [String] = [], absent: [String] = []) {
            self.words = words
            self.required = required
            self.absent = absent
        }
    }

    public struct Example: Sendable, Hashable {
        /// A short description of the example.
        public let summary: String
        public let value: JSONValue

        public init(summary: String, value: JSONValue) {
            self.summary = summary
            self.value = value
        }
    }
}

extension ObjectSchema {
    /// Sorts errors from all sources by the order of their fields in the body. Unknown members come last in their
    /// object.
    public func sorted<Found>(_ errors: [Found], by field: (Found) -> String) -> [Found] {
        errors.enumerated()
            .map { (place: place(of: field($1)[...]) + [$0], error: $1) }
            .sorted { $0.place.lexicographicallyPrecedes($1.place) }
            .map(\.error)
    }

    private func place(of field: Substring) -> [Int] {
        let names = field.split(separator: ".", maxSplits: 1)
        let name = names.first?.split(separator: "[", maxSplits: 1) ?? []
        guard let index = members.firstIndex(where: { $0.name == name.first ?? "" }) else {
            return [members.count, -1]
        }
        let inside: (ObjectSchema) -> [Int] = { names.count == 2 ? $0.place(of: names[1]) : [-1] }
        switch members[index].kind {
        case .object(let nested):
            return [index] + inside(nested)
        case .objects(let nested, _):
            guard name.count == 2, let element = Int(name[1].dropLast()) else { return [index, -1] }
            return [index, element] + inside(nested)
        case .string, .boolean, .integer, .identifier, .time, .strings, .enumeration, .anything:
            return [index, -1]
        }
    }
}

extension ObjectSchema {
    /// The name of a body's object: the type's full name without its module and without "Body". An address in brackets
    /// is removed, because it differs in every run; the names of private types contain one.
    static func name(of type: Any.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }
            .map { $0.hasSuffix("Body") ? $0.dropLast(4) : $0 }.joined()
    }
}
