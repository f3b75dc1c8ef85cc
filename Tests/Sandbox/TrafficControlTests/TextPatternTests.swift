import Testing

@testable import TrafficControl

/// Tests patterns and paths without a service.
@Suite("Comparing patterns in one pass")
struct TextPatternTests {
    private static func matches(_ pattern: String, _ text: String) throws -> Bool {
        var budget = StepBudget()
        return try TextPattern(pattern).matches(text, within: &budget)
    }

    @Test("A pattern describes the whole text", arguments: [
        ("abc", "abc", true), ("abc", "abcd", false), ("b", "abc", false), ("^abc$", "abc", true),
        (".*b.*", "abc", true),
        ("a|bc", "bc", true), ("a|bc", "ac", false), ("(a|b)c", "bc", true), ("(?:ab)+", "ababab", true),
        ("(ab)*", "", true), ("a?b", "b", true), ("a{2}", "aa", true), ("a{2}", "aaa", false),
        ("a{2,}", "aaaa", true),
        ("a{1,3}", "aaaa", false), ("[a-c]+", "abcb", true), ("[^a-c]+", "xyz", true), ("[^a-c]", "b", false),
        ("[]a]+", "]a", true), ("[a-]+", "a-", true), (#"\d+\.\d\d"#, "12.34", true), (#"\w+\s\w+"#, "a_1 b", true),
        (#"[\d,]+"#, "1,2", true), (#"\+48 \d{9}"#, "+48 500100200", true), ("é.", "é🙂", true), ("()", "", true),
        ("(a*)*b", "aaab", true), ("a||b", "", true), (#"a\$"#, "a$", true),
    ])
    func matching(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
        #expect(try Self.matches(pattern, text) == isMatch)
    }

    @Test("A pattern with an unsupported construct is refused with the reason", arguments: [
        ("", "must be 1 to 200"), ("(a", "( without a )"), ("a)", ") without a ("), ("[a", "[ without a ]"),
        ("*a", "has a * with nothing to repeat"),
        ("a**", "repeats a repetition"), ("a{3,2}", "counts"), ("a{101}", "at most 100"),
        (#"\b"#, "no meaning"), (#"a\"#, "ends with a"), ("(?=a)", "group with ?"), ("a^b", "in its middle"),
        ("[z-a]", "ends before it begins"), ("((a{100}){100}){100}", "repeats too much"),
        ("(((((){100}){100}){100}){100}){100}", "repeats too much"),
        (String(repeating: "a", count: 201), "1 to 200"),
    ])
    func refused(_ pattern: String, _ reason: String) {
        let violation = #expect(throws: TextPattern.Violation.self) { try TextPattern(pattern) }
        #expect(violation?.error.contains(reason) == true, "\(violation?.error ?? "")")
    }

    @Test("Patterns that other engines never finish take one pass, and the budget ends the longest", arguments: [
        "(a+)+b", "(a|a)*b", "(a*)*b", "(.*.*)*b", "a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaa",
    ])
    func noBacktracking(_ pattern: String) throws {
        let text = String(repeating: "a", count: 10_000)
        #expect(try Self.matches(pattern, text) == false)
        var small = StepBudget(1000)
        #expect(throws: StepBudget.Exhausted.self) { try TextPattern(pattern).matches(text, within: &small) }
    }

    @Test("A path is written in a subset of JSONPath", arguments: [
        ("$", true), ("$.a.b", true), ("$['a b'][0][*].*", true), (#"$["a"]"#, true), ("$.a-b", true),
        ("a", false), ("$.", false), ("$a", false), ("$..a", false), ("$[-1]", false), ("$[0:2]", false),
        ("$[?(@.a)]", false), ("$[1234567]", false), ("$" + String(repeating: ".a", count: 21), false),
    ])
    func paths(_ text: String, _ isPath: Bool) {
        #expect((JSONPath(text) != nil) == isPath)
    }
}
