import Validation

/// A value that can write its JSON.
public protocol JSONWritable {
    func write(to json: inout JSONWriter)
}

extension JSONWritable {
    /// This value as one JSON text.
    public var jsonBytes: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.bytes
    }
}

/// Writes JSON straight into bytes, in the order of the calls, without building a tree or using reflection.
///
/// Every response of the server is written here. With a general encoder, the server handles a quarter fewer requests
/// per second. It adds commas automatically and closes each object and array at the end of its block.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// - Parameter capacity: bytes to reserve; a card takes about 600.
    public init(capacity: Int = 640) { bytes.reserveCapacity(capacity) }

    /// An object, whose members the block writes.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        enclosed(by: "{", "}", members)
    }

    /// One member of an object. An absent value writes nothing, because absent values are omitted, not null.
    public mutating func member(_ name: String, _ value: (some JSONWritable)?) {
        guard let value else { return }
        member(name) { json in value.write(to: &json) }
    }

    /// The name of a member. Its value must follow.
    public mutating func name(_ key: JSONKey) {
        separate()
        bytes += key.bytes
        needsComma = false
    }

    /// One member of an object, whose value the block writes.
    public mutating func member(_ name: String, _ value: (inout JSONWriter) -> Void) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        value(&self)
        needsComma = true
    }

    public mutating func array(_ elements: some Sequence<some JSONWritable>) {
        enclosed(by: "[", "]") { json in
            for element in elements { element.write(to: &json) }
        }
    }

    /// A string: `"`, `\` and control characters are escaped, all others are written in UTF-8 (RFC 8259, section 7).
    public mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let byte = utf8[index]
                guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
                bytes += UnsafeBufferPointer(rebasing: utf8[start..<index])
                escape(byte)
                start = index + 1
            }
            bytes += UnsafeBufferPointer(rebasing: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x08: bytes += #"\b"#.utf8
        case 0x09: bytes += #"\t"#.utf8
        case 0x0A: bytes += #"\n"#.utf8
        case 0x0C: bytes += #"\f"#.utf8
        case 0x0D: bytes += #"\r"#.utf8
        case 0..<0x20: bytes += (byte < 0x10 ? #"\u000"# : #"\u001"#).utf8 + [UInt8(hexadecimalDigit: byte & 0x0F)]
        default: bytes += [UInt8(ascii: "\\"), byte]
        }
    }

    /// A number, a boolean or null, given as its JSON text.
    mutating func bare(_ text: some StringProtocol) {
        separate()
        bytes += text.utf8
    }

    private mutating func enclosed(
        by opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ content: (inout JSONWriter) -> Void
    ) {
        separate()
        bytes.append(UInt8(ascii: opening))
        needsComma = false
        content(&self)
        bytes.append(UInt8(ascii: closing))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

/// The name of a member in its JSON form, with the colon. So names that occur in every response are escaped only once.
public struct JSONKey: Sendable {
    let bytes: [UInt8]

    public init(_ name: String) { bytes = name.jsonBytes + [UInt8(ascii: ":")] }
}

extension String: JSONWritable {
    public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Bool: JSONWritable {
    public func write(to json: inout JSONWriter) { json.bare(self ? "true" : "false") }
}

extension Int: JSONWritable {
    public func write(to json: inout JSONWriter) { json.bare(String(self)) }
}

extension Array: JSONWritable where Element: JSONWritable {
    public func write(to json: inout JSONWriter) { json.array(self) }
}
