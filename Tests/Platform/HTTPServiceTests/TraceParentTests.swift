import Testing

@testable import HTTPService

@Suite("The caller's place in a trace")
struct TraceParentTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let parent = "b7ad6b7169203331"

    @Test("A valid value is passed on unchanged", arguments: ["00", "01", "03", "ff"])
    func valid(flags: String) throws {
        let text = "00-\(Self.trace)-\(Self.parent)-\(flags)"
        let value = try #require(TraceParent(text))
        #expect(value.text == text && value.traceID == Self.trace)
    }

    @Test("Of a later version, the known fields and the flag for sampling are passed on in version 00", arguments: [
        ("01", "01", "", "01"), ("cc", "02", "", "00"), ("fe", "0b", "-more", "01"), ("01", "00", "-", "00"),
    ])
    func later(version: String, flags: String, rest: String, passedOn: String) {
        let value = TraceParent("\(version)-\(Self.trace)-\(Self.parent)-\(flags)\(rest)")
        #expect(value?.text == "00-\(Self.trace)-\(Self.parent)-\(passedOn)")
    }

    @Test("An invalid value is ignored", arguments: [
        "", "00", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-1", "00-\(trace)-\(parent)-01-more",
        "00-\(trace)-\(parent)-01-", "ff-\(trace)-\(parent)-01", "01-\(trace)-\(parent)-01.more",
        "00-00000000000000000000000000000000-\(parent)-01", "00-\(trace)-0000000000000000-01",
        "00-\(trace.uppercased())-\(parent)-01", "0G-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-0x",
        "00_\(trace)-\(parent)-01", "00-\(trace)_\(parent)-01", "00-\(trace)-\(parent)_01",
        "00-\(trace)-\(parent)-01, 00-\(trace)-\(parent)-01", "00-é\(trace.dropFirst(2))-\(parent)-01",
        " 00-\(trace)-\(parent)-01",
    ])
    func invalid(text: String) { #expect(TraceParent(text) == nil) }
}
