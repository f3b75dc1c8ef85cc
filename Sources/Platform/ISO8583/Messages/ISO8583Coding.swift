import Validation

// A message on the wire: four digits of type, a bitmap of 8 bytes, a second one if bit 1 of the first is set, and the
// fields whose bits are set, in order.

extension ISO8583Message {
    /// Reads a message without the length in front of it.
    public init(decoding bytes: [UInt8]) throws(ISO8583Failure) {
        let reading = try Self.read(bytes)
        if let failure = reading.failure { throw failure }
        self = reading.message
    }

    /// Reads as much as can be read. Throws if the bytes cannot be divided into the fields of the bitmap, because no
    /// field is then certain.
    ///
    /// - Returns: the fields that are right, and the first of the values that are wrong. So the sender can learn that
    ///   its message is malformed.
    static func read(
        _ bytes: [UInt8]
    ) throws(ISO8583Failure) -> (message: ISO8583Message, failure: ISO8583Failure?) {
        let isHexadecimal = hasHexadecimalBitmap(bytes)
        do throws(ISO8583Failure) {
            let reading = try readBinary(bytes)
            return (reading.message, reading.failure.map { isHexadecimal ? .hexadecimalBitmap : $0 })
        } catch {
            switch error {
            case .tooLong, .type: throw error
            default: throw isHexadecimal ? .hexadecimalBitmap : error
            }
        }
    }

    /// Whether the bytes at the bitmap's place could be a bitmap in hexadecimal digits. A binary bitmap can have such
    /// bytes too, so this counts only for a message that has a fault when it is read with a binary bitmap.
    private static func hasHexadecimalBitmap(_ bytes: [UInt8]) -> Bool {
        let bitmap = bytes.dropFirst(4).prefix(16)
        return bitmap.count == 16 && bitmap.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
    }

    private static func readBinary(
        _ bytes: [UInt8]
    ) throws(ISO8583Failure) -> (message: ISO8583Message, failure: ISO8583Failure?) {
        guard bytes.count <= largestSize else { throw .tooLong(bytes.count) }
        var rest = bytes[...]
        guard let digits = rest.take(4), let type = MessageTypeIndicator(String(decoding: digits, as: UTF8.self)) else {
            throw .type
        }
        var (message, failure) = (ISO8583Message(type), ISO8583Failure?.none)
        for number in try takeBitmap(&rest) {
            guard let field = ISO8583Field.numbered(number) else { throw .field(number, .defined) }
            let value = try field.take(&rest)
            if field.allows(value) {
                message.fields[number] = field.value(value)
            } else {
                failure = failure ?? .field(number, .characters)
            }
        }
        guard rest.isEmpty else { throw .trailingBytes(rest.count) }
        return (message, failure)
    }

    /// The numbers of the fields that are there, except 1.
    private static func takeBitmap(_ rest: inout ArraySlice<UInt8>) throws(ISO8583Failure) -> [Int] {
        guard var bitmap = rest.take(8) else { throw .bitmap }
        if bitmap.first.map({ $0 & 0x80 != 0 }) == true {
            guard let second = rest.take(8) else { throw .bitmap }
            bitmap += second
        }
        let bytes = Array(bitmap)
        return (2...bytes.count * 8).filter { bytes[($0 - 1) / 8] & bit($0) != 0 }
    }

    /// Where a field is in its byte of the bitmap. Field 1 is the highest bit.
    private static func bit(_ number: Int) -> UInt8 { 0x80 >> UInt8(truncatingIfNeeded: (number - 1) % 8) }

    /// The message without a length in front of it. All fields must be as the table says.
    public func encoded() throws(ISO8583Failure) -> [UInt8] {
        let numbers = fields.keys.sorted()
        var bitmap = [UInt8](repeating: 0, count: numbers.last.map { $0 > 64 } == true ? 16 : 8)
        var body: [UInt8] = []
        for number in numbers {
            guard let field = ISO8583Field.numbered(number), let value = fields[number] else {
                throw .field(number, .defined)
            }
            bitmap[(number - 1) / 8] |= Self.bit(number)
            body += try field.encoded(value)
        }
        if bitmap.count == 16 { bitmap[0] |= Self.bit(1) }
        let bytes = Array(type.description.utf8) + bitmap + body
        guard bytes.count <= Self.largestSize else { throw .tooLong(bytes.count) }
        return bytes
    }
}

extension ISO8583Field {
    fileprivate func take(_ rest: inout ArraySlice<UInt8>) throws(ISO8583Failure) -> ArraySlice<UInt8> {
        var length = self.length.range.upperBound
        if self.length.prefix > 0 {
            guard let digits = rest.take(self.length.prefix) else { throw .field(number, .complete) }
            guard digits.allSatisfy(\.isASCIIDigit), let sent = Int(String(decoding: digits, as: UTF8.self)) else {
                throw .field(number, .lengthDigits)
            }
            length = sent
        }
        guard self.length.range.contains(length) else { throw .field(number, .length) }
        guard let bytes = rest.take(length) else { throw .field(number, .complete) }
        return bytes
    }

    fileprivate func value(_ bytes: ArraySlice<UInt8>) -> ISO8583Message.Value {
        kind == .binary ? .bytes(Array(bytes)) : .text(String(decoding: bytes, as: UTF8.self))
    }

    fileprivate func encoded(_ value: ISO8583Message.Value) throws(ISO8583Failure) -> [UInt8] {
        let bytes: [UInt8]
        switch value {
        case .bytes(let sent) where kind == .binary: bytes = sent
        case .text(let sent) where kind != .binary: bytes = Array(sent.utf8)
        case .bytes, .text: throw .field(number, .kind)
        }
        guard length.range.contains(bytes.count) else { throw .field(number, .length) }
        guard allows(bytes) else { throw .field(number, .characters) }
        return Array(bytes.count.digits(length.prefix).utf8) + bytes
    }
}

extension ArraySlice<UInt8> {
    /// Removes the first bytes; nil if there are fewer.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, self.count >= count else { return nil }
        defer { self = dropFirst(count) }
        return prefix(count)
    }
}

extension Int {
    /// The last digits, with zeros in front.
    fileprivate func digits(_ count: Int) -> String {
        String((String(repeating: "0", count: count) + String(self)).suffix(count))
    }
}
