import HTTPContract
import Testing
import Validation

@Suite("The query of a request")
struct RequestQueryTests {
    private struct Query: RequestQuery {
        var account: String?
        var start: Timestamp?

        static let parameters: [BoundParameter<Query>] = [
            .number("account", \.account, digits: 4, "An account."), .time("start", \.start, "A time."),
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
        "A number is 1 to so many digits without a leading zero",
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

    @Test("All wrong parameters are reported at once")
    func all() {
        #expect(errors("account=x&start=y&other=1").map(\.field) == ["account", "start", "other"])
    }
}
