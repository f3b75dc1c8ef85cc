import Testing

@testable import Gateways

@Suite("Reading a declared body")
struct RequestFormTests {
    private static let form = RequestForm(
        name: "Order",
        members: [
            RequestMember("order", .text(limit: 4), isRequired: true, "The order."),
            RequestMember("amount", .decimal, "The amount."), RequestMember("count", .whole(1...9), "How many."),
            RequestMember("kind", .choice(["A", "B"]), isNullable: true, "The kind."),
            RequestMember("more", .object(limitBytes: 20), mayBeBlank: true, "More."),
        ],
        saying: { "\($0)" })

    @Test("Values get a normal form, and unknown members are ignored")
    func values() throws {
        let body = #"{"order":"a","amount":"1.50","count":3,"kind":null,"more":{"x":1},"other":[]}"#
        let read = try RequestMembers(Array(body.utf8), Self.form)
        #expect(read.problems.isEmpty && read.text("order") == "a" && read.text("amount") == "1.5")
        #expect(read.whole("count") == 3 && read.object("more") != nil && read["other"] == nil)
        #expect(read.isAbsent("kind") && !read.isAbsent("order"))
    }

    @Test("Each invalid member is reported as a problem, for which the gateway has its own words", arguments: [
        ("{}", "order missing"), (#"{"order":null}"#, "order null"), (#"{"order":""}"#, "order blank"),
        (#"{"order":1}"#, "order notText"), (#"{"order":"abcde"}"#, "order moreCharacters(limit: 4)"),
        (#"{"order":"a","amount":"x"}"#, "amount notDecimal"), (#"{"order":"a","count":0}"#, "count below(1)"),
        (#"{"order":"a","count":10}"#, "count above(9)"), (#"{"order":"a","count":1.5}"#, "count notWhole"),
        (#"{"order":"a","kind":"C"}"#, #"kind notAChoice("C")"#),
        (#"{"order":"a","more":{"x":"0123456789abcdef"}}"#, "more moreBytes(limit: 20)"),
        (#"{"order":"a","more":{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}}"#, "more deeper(limit: 5)"),
    ])
    func problems(_ body: String, _ expected: String) throws {
        let read = try RequestMembers(Array(body.utf8), Self.form)
        #expect(read.problems.map { "\($0.field) \($0.text)" } == [expected])
    }

    @Test("Only one JSON object is a body", arguments: ["", "{", "[]", "1", "{}{}"])
    func unreadable(_ body: String) {
        #expect(throws: RequestMembers.Unreadable.self) { try RequestMembers(Array(body.utf8), Self.form) }
    }
}
