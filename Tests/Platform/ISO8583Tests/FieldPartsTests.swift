import Testing

@testable import ISO8583

@Suite("Parts of a field")
struct FieldPartsTests {
    @Test("Sub-elements have two digits of id, two of length, and their text")
    func subElements() {
        #expect(SubElements("9203123630512345")?.texts == [92: "123", 63: "12345"])
        #expect(SubElements("")?.texts == [:] && SubElements("0100")?.texts == [1: ""])
    }

    @Test("Sub-elements with a wrong length, and one that occurs twice, are refused", arguments: [
        "9", "920", "9204123", "92A3123", "A203123", "92-1", "92031239203123", "9203123 ",
    ])
    func wrongSubElements(text: String) { #expect(SubElements(text) == nil) }

    /// The tags of EMV book 3: 9F26 cryptogram, 9F36 counter, 95 results. Their lengths are in all forms of BER.
    @Test("Chip data has tags of one and two bytes, and lengths of one to three bytes")
    func chipData() {
        let long = [UInt8](repeating: 7, count: 130)
        let data = ChipData([0x9F, 0x36, 2, 0, 9, 0x95, 1, 5, 0x9F, 0x26, 0x81, 130] + long + [0x82, 0x82, 0, 1, 4])
        #expect(data?.values == [0x9F36: [0, 9], 0x95: [5], 0x9F26: long, 0x82: [4]])
        #expect(ChipData([])?.values == [:] && ChipData([0x95, 0])?[0x95] == [])
    }

    @Test("Chip data that ends too early, is endless, or has a tag twice is refused", arguments: [
        [0x9F], [0x9F, 0x36], [0x9F, 0x36, 2, 0], [0x95, 0x80], [0x95, 0x83, 0, 0, 1, 5], [0x95, 0x81],
        [0x95, 1, 5, 0x95, 1, 5], [0x9F, 0x81, 0x01, 1, 5], [0x95, 0x82, 0xFF, 0xFF, 0],
    ] as [[UInt8]])
    func wrongChipData(bytes: [UInt8]) { #expect(ChipData(bytes) == nil) }
}
