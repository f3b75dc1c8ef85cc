import Foundation
import Testing

@testable import CardSecrets

@Suite("Searching for card data in clear")
struct SecretSearchTests {
    private static let number = "4111117391846532"

    /// A value as it may stand somewhere, and the encodings that the search names.
    struct Spelling: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let encodings: [ClearSecret.Encoding]
        var kind = ClearSecret.Kind.cardNumber

        var testDescription: String { name }
    }

    private static func groups(_ separator: String) -> [UInt8] {
        let groups = stride(from: 0, to: 16, by: 4).map { number.dropFirst($0).prefix(4) }
        return Array(groups.joined(separator: separator).utf8)
    }

    private static func wide(_ width: Int, bigEndian: Bool) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: width - 1)
        return number.utf8.flatMap { bigEndian ? zeros + [$0] : [$0] + zeros }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] { Array(EncodedBytes.hexadecimal(bytes).utf8) }
    private static func base64(_ bytes: [UInt8]) -> [UInt8] { Array(EncodedBytes.base64(bytes).utf8) }
    private static func base64url(_ bytes: [UInt8]) -> [UInt8] { Array(Base64url.encode(bytes).utf8) }

    private static let digits = Array(number.utf8)
    private static let packed: [UInt8] = [0x41, 0x11, 0x11, 0x73, 0x91, 0x84, 0x65, 0x32]
    private static let packedAcross: [UInt8] = [0xF4, 0x11, 0x11, 0x17, 0x39, 0x18, 0x46, 0x53, 0x2F]
    private static let integer = withUnsafeBytes(of: UInt64(4_111_117_391_846_532).bigEndian, Array.init)
    /// The PIN 739184 and the digits 111739184653: 0673 9184 FFFF FFFF and 0000 1117 3918 4653.
    private static let block: [UInt8] = [0x06, 0x73, 0x80, 0x93, 0xC6, 0xE7, 0xB9, 0xAC]

    static let spellings = [
        Spelling(name: "digits", bytes: digits, encodings: [.digits]),
        Spelling(name: "with spaces", bytes: groups(" "), encodings: [.digits]),
        Spelling(name: "with hyphens", bytes: groups("-"), encodings: [.digits]),
        Spelling(name: "UTF-16, low byte first", bytes: wide(2, bigEndian: false), encodings: [.digits]),
        Spelling(name: "UTF-16, high byte first", bytes: wide(2, bigEndian: true), encodings: [.digits]),
        Spelling(name: "UTF-32", bytes: wide(4, bigEndian: false), encodings: [.digits]),
        Spelling(name: "packed", bytes: packed, encodings: [.packedDecimal]),
        Spelling(name: "packed across bytes", bytes: packedAcross, encodings: [.packedDecimal]),
        Spelling(name: "an integer", bytes: integer, encodings: [.integer]),
        Spelling(name: "an integer, low byte first", bytes: integer.reversed(), encodings: [.integer]),
        Spelling(name: "hexadecimal", bytes: hexadecimal(digits), encodings: [.hexadecimal, .digits]),
        Spelling(name: "hexadecimal twice", bytes: hexadecimal(hexadecimal(digits)), encodings: [
            .hexadecimal, .hexadecimal, .digits,
        ]),
        Spelling(name: "an integer in hexadecimal", bytes: hexadecimal(integer), encodings: [.hexadecimal, .integer]),
        Spelling(name: "Base64", bytes: base64(digits), encodings: [.base64, .digits]),
        Spelling(name: "Base64url", bytes: base64url([0xFB, 0xFF] + digits), encodings: [.base64, .digits]),
        Spelling(name: "packed in Base64", bytes: base64(packed), encodings: [.base64, .packedDecimal]),
        Spelling(name: "hexadecimal in Base64", bytes: base64(hexadecimal(digits)), encodings: [
            .base64, .hexadecimal, .digits,
        ]),
        Spelling(name: "Base64 in hexadecimal", bytes: hexadecimal(base64(digits)), encodings: [
            .hexadecimal, .base64, .digits,
        ]),
        Spelling(name: "a PIN block", bytes: block, encodings: [.bytes], kind: .pinBlock),
        Spelling(name: "a PIN block in hexadecimal", bytes: hexadecimal(block), encodings: [.hexadecimal, .bytes],
            kind: .pinBlock),
        Spelling(name: "a PIN block in Base64", bytes: base64(block), encodings: [.base64, .bytes], kind: .pinBlock),
    ]

    private static func searched(_ count: Int = 0) throws -> SearchedSecrets {
        let (sample, entropy) = (try SampleCard(), Entropy.seeded(5))
        var secrets = SearchedSecrets(using: entropy)
        secrets.add(sample.pan, sample.pin, of: sample.id)
        for _ in 0..<count {
            secrets.add(.generate(prefix: "411111", using: entropy), PIN(entropy.digits(4)), of: entropy.uuid())
        }
        return secrets
    }

    private static func find(_ pieces: [[UInt8]]) throws -> [ClearSecret] {
        var search = SecretSearch(for: try searched())
        return pieces.enumerated().flatMap { search.take($1, isLast: $0 == pieces.count - 1) }
    }

    @Test("A value is found once in each encoding, wherever two pieces meet", arguments: spellings)
    func everywhere(_ spelling: Spelling) throws {
        let sample = try SampleCard()
        let (before, after) = (Array("{\"x\": <".utf8), Array(">, 17}".utf8))
        for border in 0...spelling.bytes.count {
            let (head, tail) = (Array(spelling.bytes[..<border]), Array(spelling.bytes[border...]))
            let found = try Self.find([before + head, tail + after])
            #expect(found.map(\.encodings) == [spelling.encodings], "\(border)")
            #expect(found.map(\.kind) == [spelling.kind] && found.map(\.card) == [sample.id])
            let place = before.count..<before.count + spelling.bytes.count
            #expect(found.allSatisfy { place.contains($0.range.lowerBound) && $0.range.upperBound <= place.upperBound })
        }
    }

    @Test("A value is found behind zeros and between them, however many they are", arguments: spellings)
    func zeros(_ spelling: Spelling) throws {
        for count in [4, 8, 9, 10, 11, 17, 30, 4096] {
            let zeros = [UInt8](repeating: 0, count: count)
            let found = try Self.find([zeros + spelling.bytes + zeros + spelling.bytes + zeros])
            #expect(found.map(\.encodings) == [spelling.encodings, spelling.encodings], "\(count)")
            let (one, two) = (try #require(found.first).range, try #require(found.last).range)
            #expect(one.lowerBound >= count && two.upperBound == one.upperBound + count + spelling.bytes.count)
        }
    }

    @Test("A number inside Base64 is found at each place of the text, and behind other characters of Base64")
    func alignments() throws {
        for shift in 0..<6 {
            let text = [UInt8](repeating: UInt8(ascii: "#"), count: shift) + Self.digits + Array("}".utf8)
            for characters in 0..<8 {
                let run = [UInt8](repeating: UInt8(ascii: "A"), count: characters) + Self.base64url(text)
                let found = try Self.find([run])
                #expect(found.map(\.encodings) == [[.base64, .digits]], "\(shift), \(characters)")
            }
        }
        for characters in 0..<4 {
            let run = [UInt8](repeating: UInt8(ascii: "a"), count: characters) + Self.hexadecimal(Self.digits)
            #expect(try Self.find([run]).count == 1, "\(characters)")
        }
    }

    @Test("A number is found inside longer rows of digits, and each time that it occurs")
    func windows() throws {
        let text = "12 3" + Self.number + "9" + Self.number + "\n" + Self.number
        let found = try Self.find([Array(text.utf8)])
        #expect(found.map(\.range) == [4..<20, 21..<37, 38..<54])
        let bytes = Array(text.utf8)
        #expect(try Self.find(bytes.map { [$0] }).map(\.range) == [4..<20, 21..<37, 38..<54], "byte by byte")
    }

    @Test("Numbers that differ in one digit, and those of another card, are not found")
    func others() throws {
        for place in 0..<16 {
            for change in 1...9 {
                var digits = Self.digits
                digits[place] = UInt8(ascii: "0") + (digits[place] - UInt8(ascii: "0") + UInt8(change)) % 10
                #expect(try Self.find([digits]).isEmpty)
            }
        }
        let other = PAN.generate(prefix: "411111", using: .seeded(77))
        #expect(try other.reveal { try Self.find([Array($0.utf8)]) }.isEmpty)
        #expect(try Self.find([Array("4111 1173    9184 6532".utf8)]).isEmpty, "more than separators")
        #expect(try Self.find([Array("4111,1173,9184,6532".utf8)]).isEmpty, "four numbers")
    }

    @Test("A megabyte of digits and one of bytes hold no card number by chance")
    func noFalseAlarm() throws {
        let (secrets, entropy) = (try Self.searched(1000), Entropy.seeded(11))
        var digits: [UInt8] = []
        for _ in 0..<256 { digits += Array((entropy.digits(4000) + "411111").utf8) }
        #expect(digits.count > 1_000_000)
        #expect(SecretSearch.find(secrets, in: digits).isEmpty)
        let bytes = (0..<256).flatMap { _ in entropy.bytes(4096) }
        #expect(SecretSearch.find(secrets, in: bytes).isEmpty)
    }

    @Test("What is searched for is not printed")
    func redacted() throws {
        #expect("\(try Self.searched())" == "••••")
        #expect(Mirror(reflecting: try Self.searched()).children.isEmpty)
    }
}
