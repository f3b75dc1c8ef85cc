import HTTPContract
import Testing
import Validation

@Suite("The query of a request")
struct RequestQueryTests {
    private struct Query: RequestQuery {
        var account: String?
        var start: Timestamp?
        var name: String?

        static let parameters: [BoundParameter<Query>] = [
            .number("account", \.account, digits: 4, "An account."), .time("start", \.start, "A time."),
            .text("name", \.name, "A name."),
        ]
    }

    private func errors(_ text: String) -> [FieldError] {
        do throws(RequestError) {
            _ = try Query.read(text)
            return []
        } catch {
            return error.fieldErrors
        }
    }

    @Test("Numbers and times are read, and written as they were")
    func read() throws {
        let query = try Query.read("account=1234&start=2026-11-21T08:45:34Z")
        #expect(query.account == "1234")
        #expect(query.start == Timestamp("2026-11-21T08:45:34Z"))
        #expect(try Query.read(query.text) == query)
        #expect(try Query.read("account=") == Query())
    }

    @Test(
        "A number has at least 1 digit, no leading zero and not more digits than its limit",
        arguments: ["12345", "0", "01", "-1", "1a", "%D9%A1"])
    func wrongNumber(text: String) {
        #expect(
            errors("account=\(text)")
                == [FieldError("account", "must be a number of 1 to 4 digits, without a leading zero")])
    }

    @Test(
        "A time is in UTC",
        arguments: ["", "2026-11-21", "2026-13-01T00:00:00Z", "now", "2026-11-21T08:45:34%2B01:00"])
    func wrongTime(text: String) {
        #expect(errors("start=\(text)") == [FieldError("start", "must be a time in UTC, like 2026-11-21T08:45:34Z")])
    }

    @Test("A text has up to 200 characters, as the document says, however many bytes they are")
    func longText() throws {
        for character in ["a", "%C3%A9", "%F0%9F%98%80"] {
            let longest = String(repeating: character, count: 200)
            #expect(try Query.read("name=\(longest)").name?.unicodeScalars.count == 200)
            #expect(errors("name=\(longest)a") == [FieldError("name", "must be at most 200 characters long")])
        }
    }

    @Test("All wrong parameters are reported at once")
    func all() {
        #expect(errors("account=x&start=y&other=1").map(\.field) == ["account", "start", "other"])
    }
}
