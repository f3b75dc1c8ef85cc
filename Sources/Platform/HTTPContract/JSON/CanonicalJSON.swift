extension JSONValue {
    /// The one form of all JSON texts with this content, for a digest: without white space, with one spelling of each
    /// character, and with the members of an object sorted by the bytes of their names.
    ///
    /// The form is JSON, and reading it gives this value again with sorted members. So values that differ in more than
    /// the order of members have different forms. It is simpler than RFC 8785 because it only has to be the same here:
    /// a number keeps its digits, because the reader distinguishes 1 from 1.0, and a character that Unicode can compose
    /// in two ways keeps its code points.
    package var canonicalBytes: [UInt8] { CanonicalJSON(value: self).jsonBytes }
}

private struct CanonicalJSON: JSONWritable {
    let value: JSONValue

    func write(to json: inout JSONWriter) {
        switch value {
        case .null, .boolean, .number, .string:
            value.write(to: &json)
        case .array(let elements):
            json.array(elements.lazy.map(CanonicalJSON.init))
        case .object(let object):
            json.object { json in
                for name in object.names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                    json.member(name, object[name].map(CanonicalJSON.init))
                }
            }
        }
    }
}
