/// What members a JSON object may have: plain data, by which bodies are read and written and from which the OpenAPI
/// document is made.
public struct ObjectSchema: Sendable, Hashable {
    /// What the object is called among all others: `CardExpiry` for `CardBody.Expiry`.
    public let name: String
    /// In the order in which they are written and their errors are listed.
    public let members: [Member]
    /// Whether a member with another name is refused: so it is in requests, while a client must expect new ones in
    /// answers.
    public var isClosed = false
    /// Whole objects as they could be sent; where there is none, the examples of the members make one up.
    public var examples: [Example] = []
    /// Where members hang together: an object must have one of these. None where every choice of members is good.
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
        /// In Unicode scalars, as JSON Schema counts.
        public var maximumLength: Int?
        /// A regular expression for those who write requests. Whoever reads them asks the rules of the domain, which
        /// say better what is wrong.
        public var pattern: String?
        /// As it would stand in JSON, without quotes; `nil` where the kind says it all.
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
        /// A whole number; in a request always with the range that it must be in.
        case integer(ClosedRange<Int>?)
        /// A UUID, in small letters.
        case identifier
        /// A ``Timestamp``.
        case time
        /// A list of strings.
        case strings
        /// A string that must be one of these.
        case enumeration([String])
        case object(ObjectSchema)
        /// A list of objects: of 1 to so many in a request, of any number in an answer.
        case objects(ObjectSchema, maximumCount: Int?)
        /// Whatever a client likes to send.
        case anything
    }

    /// Which members an object has, and what some of them say.
    public struct Shape: Sendable, Hashable {
        /// The words that some members must have, if they are there.
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
        /// What it is an example of, in a few words.
        public let summary: String
        public let value: JSONValue
    }
}

extension ObjectSchema {
    /// Errors by the place of their fields in the body, whoever found them; of an object, what is unknown comes last.
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
    /// What a body's object is called: the type's full name without its module and without "Body". Where a private type
    /// stands, its name has a place in brackets, which is another in every run.
    static func name(of type: Any.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }
            .map { $0.hasSuffix("Body") ? $0.dropLast(4) : $0 }.joined()
    }
}
