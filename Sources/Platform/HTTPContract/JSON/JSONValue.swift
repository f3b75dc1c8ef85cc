/// A JSON text as a tree. It makes it possible to find every wrong member of a request, which a decoder that stops at
/// its first error cannot do.
///
/// Numbers keep the digits that were sent, so nothing is rounded until the number is converted.
public enum JSONValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Reads one JSON text (RFC 8259) strictly: UTF-8 only, no byte order mark, no repeated name in an object, at most
    /// ``maximumDepth`` levels, no lone surrogates, and only white space after the value.
    ///
    /// The caller limits the number of bytes.
    public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw JSONSyntaxError(offset: nil, reason: "the bytes are not UTF-8")
        }
        var parser = JSONParser(bytes)
        self = try parser.parseText()
    }

    /// How many arrays and objects may be nested; the deepest body of this service needs two.
    public static let maximumDepth = 16

    /// The kind of value as a noun for an error message ("a number"). It never contains the value, which may be a
    /// secret.
    package var noun: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// Writes the same content without white space.
extension JSONValue: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.bare("null")
        case .boolean(let value): value.write(to: &json)
        case .number(let digits): json.bare(digits)
        case .string(let text): json.string(text)
        case .array(let values): json.array(values)
        case .object(let members):
            json.object { json in
                for name in members.names { json.member(name, members[name]) }
            }
        }
    }
}

/// The members of a JSON object, found by name and listed in the order in which they were sent.
///
/// Names are compared as Swift compares strings: canonically equivalent spellings are the same name, so no name can
/// occur twice.
public struct JSONObject: Sendable, Hashable {
    public private(set) var names: [String] = []
    private var values: [String: JSONValue] = [:]

    public init() {}

    public subscript(name: String) -> JSONValue? { values[name] }

    /// If several members have the same name, the last one counts.
    public init(_ members: [(String, JSONValue)]) {
        for (name, value) in members {
            if values.updateValue(value, forKey: name) == nil { names.append(name) }
        }
    }

    /// This object with every member converted.
    package func map(_ transform: (String, JSONValue) -> (String, JSONValue)) -> JSONObject {
        JSONObject(names.compactMap { name in values[name].map { transform(name, $0) } })
    }

    /// Adds a member. Returns `false` and changes nothing if the name exists.
    mutating func insert(_ value: JSONValue, named name: String) -> Bool {
        guard values[name] == nil else { return false }
        values[name] = value
        names.append(name)
        return true
    }
}
