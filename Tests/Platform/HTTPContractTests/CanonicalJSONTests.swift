import HTTPContract
import Testing
import TestSupport

/// The digest of a request relies on this: the same content has one form, and different content has different forms.
@Suite("The canonical form of JSON")
struct CanonicalJSONTests {
    @Test("Order, white space and escapes do not matter", arguments: textTable("""
        {"b":1,"a":2}                           | {"a":2,"b":1}
        { "a" :\t1 , "b" : [ 1 , 2 ] }          | {"a":1,"b":[1,2]}
        {"b":{"d":1,"c":[{"f":2,"e":3}]},"a":0} | {"a":0,"b":{"c":[{"e":3,"f":2}],"d":1}}
        {"\\u0061":"\\u0062\\/\\u000a"}         | {"a":"b/\\n"}
        {"é":1,"z":2,"Z":3,"":4,"aa":5,"a":6}   | {"":4,"Z":3,"a":6,"aa":5,"z":2,"é":1}
        {"\\ud83d\\ude00":1,"\\uffff":2}        | {"\u{FFFF}":2,"😀":1}
        [{},[],{"a":{}}]                        | [{},[],{"a":{}}]
        "a"                                     | "a"
        null                                    | null
        """))
    func sameContent(_ row: [String]) throws {
        #expect(try form(of: row[0]) == row[1])
        #expect(try form(of: row[1]) == row[1])
    }

    /// Each line is a group of texts that a careless canonical form could confuse.
    private static let confusable = [
        ["1", "1.0", "1e0", "1E0", "1e+0", "10e-1", "-0", "0", "0.0", #""1""#, "[1]", "true", #""true""#],
        [#"{"a":null}"#, "{}", "[]", "null", "\"\"", #""null""#, #"{"a":""}"#, #"{"a":{}}"#, #"{"a":[]}"#, "[null]"],
        ["[1,2]", "[2,1]", "[12]", "[1.2]", #"["1,2"]"#, #"["1","2"]"#, "[[1],2]", "[1,[2]]", "[[1,2]]"],
        [
            #"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#, #"{"ab":12}"#, #"{"a":{"b":2}}"#, #"{"a":"1,\"b\":2"}"#,
            #"{"a":1,"B":2}"#, #"[{"a":1},{"b":2}]"#, #"["a",1,"b",2]"#, #""{\"a\":1,\"b\":2}""#,
        ],
        [#""\\n""#, #""\n""#, #""n""#, #""\u0000""#, #""\\u0000""#, #""\"""#, #""\\\"""#, #""/""#, #""\\/""#],
        [#""é""#, #""e\u0301""#, #""e""#, #""É""#, #""\u212a""#, #""K""#, #"{"é":1}"#, #"{"e\u0301":1}"#],
        [#"{"":1}"#, #"{" ":1}"#, #"{"a":{"":1}}"#, #"{"a":1,"":1}"#, #"{"\u0000":1}"#],
    ]

    @Test("Values that the reader distinguishes have different forms", arguments: confusable)
    func differentContent(texts: [String]) throws {
        #expect(Set(try texts.map { Array(try form(of: $0).utf8) }).count == texts.count)
    }

    @Test("All small values have different forms, whatever the order of their members")
    func exhaustive() throws {
        let leaves: [JSONValue] = [
            .null, .boolean(true), .number("1"), .number("1.0"), .string(""), .string("1"), .string("a"),
            .string(#"","a":1"#),
        ]
        let flat = Self.collections(of: leaves)
        let third = flat.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
        let values = Array(Set(leaves + flat + Self.collections(of: leaves + third)))
        let forms = values.map(\.canonicalBytes)
        #expect(values.count > 5000 && Set(forms).count == values.count)
        for (value, form) in zip(values, forms) {
            #expect(value.reversed.canonicalBytes == form)
            #expect(try JSONValue(parsing: form).canonicalBytes == form)
        }
    }

    @Test("The deepest value that is read has a form")
    func deepest() throws {
        let text = String(repeating: #"{"b":1,"a":"#, count: 16) + "0" + String(repeating: "}", count: 16)
        #expect(try form(of: text).hasPrefix(#"{"a":{"a":"#))
    }

    private func form(of text: String) throws -> String {
        String(decoding: try JSONValue(parsing: Array(text.utf8)).canonicalBytes, as: UTF8.self)
    }

    /// All arrays of up to two elements, and all objects with some of three members.
    private static func collections(of elements: [JSONValue]) -> [JSONValue] {
        let pairs = elements.flatMap { first in elements.map { [first, $0] } }
        let arrays: [[JSONValue]] = [[]] + elements.map { [$0] } + pairs
        let objects: [JSONObject] = pairs.map { JSONObject([("a", $0[0]), ("", $0[1])]) }
            + elements.flatMap { [JSONObject([("a", $0)]), JSONObject([("\"", $0)])] } + [JSONObject()]
        return arrays.map(JSONValue.array) + objects.map(JSONValue.object)
    }
}

extension JSONValue {
    /// The same content with the members of all objects in the opposite order.
    fileprivate var reversed: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.reversed))
        case .object(let object):
            .object(JSONObject(object.names.reversed().compactMap { name in object[name].map { (name, $0.reversed) } }))
        default: self
        }
    }
}
