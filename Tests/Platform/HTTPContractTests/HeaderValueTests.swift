import HTTPContract
import HTTPTypes
import Testing

@Suite("The value of a header field")
struct HeaderValueTests {
    private static func fields(_ values: String...) -> HTTPFields {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .userAgent, value: "test"))
        for value in values { fields.append(HTTPField(name: .accept, value: value)) }
        return fields
    }

    @Test("A field that was not sent has no value")
    func missing() { #expect(Self.fields().onlyValue(of: .accept) == nil) }

    @Test("A field that was sent once has that value, in every letter case of its name", arguments: ["a", "a, b", ""])
    func once(value: String) throws {
        let name = try #require(HTTPField.Name("ACCEPT"))
        #expect(Self.fields(value).onlyValue(of: name) == value)
    }

    @Test("The values of a repeated field are joined")
    func repeated() {
        let fields = Self.fields("a", "b", "a")
        #expect(fields.onlyValue(of: .accept) == "a, b, a")
        #expect(fields.onlyValue(of: .accept) == fields[.accept])
    }
}
