import Testing

@testable import ISO8583

@Suite("Messages on the wire")
struct ISO8583CodingTests {
    @Test("A message without fields has a bitmap without bits")
    func empty() throws {
        let message = try ISO8583Message("0800")
        #expect(try message.encoded() == Array("0800".utf8) + [0, 0, 0, 0, 0, 0, 0, 0])
        #expect(try ISO8583Message(decoding: message.encoded()) == message)
    }

    /// Encoded by hand: bits 2, 3 and 4 are 0x70, and bit 11 is the third bit of the second byte.
    @Test("Fields follow the bitmap in order, and variable ones have their length in front")
    func authorization() throws {
        let message = try ISO8583Message("0100",
            [
                2: .text("5100000000000008"), 3: .text("000000"), 4: .text("000000001250"), 11: .text("000123"),
                63: .text("MCC1"),
            ])
        let wire =
            Array("0100".utf8) + [0x70, 0x20, 0, 0, 0, 0, 0, 0x02]
            + Array("165100000000000008000000000000001250000123004MCC1".utf8)
        #expect(try message.encoded() == wire)
        #expect(try ISO8583Message(decoding: wire) == message)
    }

    @Test("A field above 64 needs the second bitmap, which the first bit announces")
    func secondBitmap() throws {
        let message = try ISO8583Message("0800", [11: .text("000001"), 70: .text("301")])
        let wire = Array("0800".utf8) + [0x80, 0x20, 0, 0, 0, 0, 0, 0, 0x04, 0, 0, 0, 0, 0, 0, 0]
            + Array("000001301".utf8)
        #expect(try message.encoded() == wire)
        #expect(try ISO8583Message(decoding: wire) == message)
    }

    @Test("A PIN block and a chip's data are bytes")
    func binary() throws {
        let pin = [UInt8](0xF0...0xFF)
        let message = try ISO8583Message("0200", [52: .bytes(pin), 55: .bytes([0x9F, 0x36, 0x01, 0x07])])
        let wire = Array("0200".utf8) + [0, 0, 0, 0, 0, 0, 0x12, 0] + pin + Array("004".utf8) + [0x9F, 0x36, 0x01, 0x07]
        #expect(try message.encoded() == wire)
        #expect(try ISO8583Message(decoding: wire) == message)
    }

    @Test("Every field of the table survives, alone and with all others, as short and as long as it may be")
    func everyField() throws {
        let type = try #require(MessageTypeIndicator("0100"))
        for field in ISO8583Field.all {
            for length in Set([field.length.range.lowerBound, field.length.range.upperBound]) {
                let message = ISO8583Message(type, [field.number: field.example(length: length)])
                #expect(try ISO8583Message(decoding: message.encoded()) == message, "\(message)")
            }
        }
        let short = ISO8583Field.all.map { ($0.number, $0.example(length: $0.length.range.lowerBound)) }
        let message = ISO8583Message(type, Dictionary(uniqueKeysWithValues: short))
        #expect(try ISO8583Message(decoding: message.encoded()) == message)
    }

    @Test("The table has each field once, except 1, the second bitmap, and 65, a third one")
    func table() {
        #expect(ISO8583Field.all.map(\.number) == Array(2...64) + Array(66...128))
    }

    @Test("Values that the table does not allow are not written", arguments: [
        ([1: .text("")], .field(1, .defined)), ([65: .bytes([])], .field(65, .defined)),
        ([129: .text("")], .field(129, .defined)), ([-1: .text("")], .field(-1, .defined)),
        ([3: .text("00000")], .field(3, .length)), ([2: .text("12345678901234567890")], .field(2, .length)),
        ([4: .text("00000000125O")], .field(4, .characters)), ([28: .text("000000001")], .field(28, .characters)),
        ([43: .text(String(repeating: "\n", count: 40))], .field(43, .characters)),
        ([48: .text("Café")], .field(48, .characters)), ([52: .text("0000000000000000")], .field(52, .kind)),
        ([2: .bytes([1])], .field(2, .kind)),
        ([46: .text(long), 47: .text(long), 48: .text(long), 60: .text(long), 61: .text(long)], .tooLong(5022)),
    ] as [([Int: ISO8583Message.Value], ISO8583Failure)])
    func refusesToWrite(fields: [Int: ISO8583Message.Value], failure: ISO8583Failure) throws {
        let message = try ISO8583Message("0100", fields)
        #expect(throws: failure) { try message.encoded() }
    }

    @Test("Bytes that are no message are refused, and the error names the field and the rule", arguments: [
        ("", .type), ("01", .type), ("01A0", .type), ("0100", .bitmap), ("0100p!!!!!!", .bitmap),
        ("0100p!!!!!!!", .field(2, .complete)), ("0100p!!!!!!!1", .field(2, .complete)),
        ("0100p!!!!!!!A6", .field(2, .lengthDigits)), ("0100p!!!!!!!-1", .field(2, .lengthDigits)),
        ("0100p!!!!!!!20", .field(2, .length)), ("0100p!!!!!!!161234", .field(2, .complete)),
        ("0100@!!!!!!!0", .field(2, .complete)), ("01007220000000C080001651", .hexadecimalBitmap),
        ("0800822000000000000004000000000000001128010203", .hexadecimalBitmap),
    ] as [(String, ISO8583Failure)])
    func refusesToRead(text: String, failure: ISO8583Failure) {
        #expect(throws: failure) { try ISO8583Message(decoding: Array(text.utf8)) }
    }

    @Test("Bytes after the last field, a third bitmap and a message above 4,096 bytes are refused")
    func refusesMore() throws {
        let whole = try ISO8583Message("0800", [11: .text("000001")]).encoded()
        #expect(throws: ISO8583Failure.trailingBytes(1)) { try ISO8583Message(decoding: whole + [0x30]) }
        let third = Array("0100".utf8) + [0x80, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0]
        #expect(throws: ISO8583Failure.field(65, .defined)) { try ISO8583Message(decoding: third) }
        let long = [UInt8](repeating: 0x30, count: 4097)
        #expect(throws: ISO8583Failure.tooLong(4097)) { try ISO8583Message(decoding: long) }
    }

    @Test("A description shows no value")
    func description() throws {
        let message = try ISO8583Message("0100", [2: .text("5100000000000008"), 3: .text("000000")])
        #expect("\(message)" == "0100 with fields 2, 3" && "\(message.fields)".contains("••••"))
        #expect(!String(reflecting: message).contains("5100") && Mirror(reflecting: message).children.isEmpty)
        #expect("\(ISO8583Failure.field(4, .characters))" == "Field 4 (Amount, transaction) must be of kind n.")
    }

    @Test("An answer has its type, a code, and the fields by which the sender finds its message", arguments: [
        ("0100", "0110"), ("0101", "0110"), ("0120", "0130"), ("0121", "0130"), ("0200", "0210"), ("0420", "0430"),
        ("0401", "0410"), ("0800", "0810"), ("0110", nil), ("0130", nil), ("0140", nil), ("9999", nil),
    ])
    func answer(sent: String, expected: String?) throws {
        let message = try ISO8583Message(sent, [11: .text("000001"), 14: .text("2912"), 52: .bytes([UInt8](0..<16))])
        let answer = message.answer("00")
        #expect(answer?.type.description == expected)
        #expect(answer == nil || answer?.fields == [11: .text("000001"), 39: .text("00")])
    }

    private static let long = String(repeating: "0", count: 999)
}

extension ISO8583Field {
    /// A value that the field allows.
    func example(length: Int) -> ISO8583Message.Value {
        switch kind {
        case .binary: .bytes([UInt8](repeating: 0xFF, count: length))
        case .signedAmount: .text("D" + String(repeating: "7", count: max(0, length - 1)))
        case .digits, .track: .text(String(repeating: "7", count: length))
        case .alphanumeric: .text(String(repeating: "A", count: length))
        case .text: .text(String(repeating: "~", count: length))
        }
    }
}
