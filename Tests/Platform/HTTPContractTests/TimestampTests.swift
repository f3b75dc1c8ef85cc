import Foundation
import Testing
import TestSupport

@testable import HTTPContract

@Suite("Times on the wire")
struct TimestampTests {
    @Test("A time is written and read in the documented form", arguments: textTable("""
        0             | 1970-01-01T00:00:00Z
        -1            | 1969-12-31T23:59:59Z
        951782399     | 2000-02-28T23:59:59Z
        951782400     | 2000-02-29T00:00:00Z
        1795250734    | 2026-11-21T08:45:34Z
        4107542399    | 2100-02-28T23:59:59Z
        4107542400    | 2100-03-01T00:00:00Z
        253402300799  | 9999-12-31T23:59:59Z
        -62167219200  | 0000-01-01T00:00:00Z
        """))
    func writesTimes(_ row: [String]) throws {
        let timestamp = Timestamp(secondsSince1970: try #require(Int64(row[0])))
        #expect(timestamp.description == row[1])
        #expect(Timestamp(row[1]) == timestamp)
    }

    @Test("Every date is written as a time, even one that is infinite or not a number", arguments: [
        (0.9, "1970-01-01T00:00:00Z"), (-0.1, "1969-12-31T23:59:59Z"), (1e300, "9999-12-31T23:59:59Z"),
        (.infinity, "9999-12-31T23:59:59Z"), (-1e300, "0000-01-01T00:00:00Z"),
        (-.infinity, "0000-01-01T00:00:00Z"), (.nan, "9999-12-31T23:59:59Z"),
    ] as [(Double, String)])
    func anyDate(_ seconds: Double, _ text: String) {
        #expect(Timestamp(Date(timeIntervalSince1970: seconds)).description == text)
    }

    @Test("A time is read as written, without fractions of a second, and other forms are refused")
    func readsTimes() {
        for day in stride(from: Int64(-700_000), through: 700_000, by: 97) {
            let timestamp = Timestamp(secondsSince1970: day * 86_400 + 3_723)
            #expect(Timestamp(timestamp.description) == timestamp)
        }
        for text in [
            "", "Z", "2026-11-21", "2026-11-21T08:45:34", "2026-02-29T00:00:00Z", "2026-11-21T08:45:3Z",
            "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T08:45:61Z",
            "2026-11-21 08:45:34Z", "2026-11-21T08:45:34.Z", "2026-11-21T08:45:34,5Z", "+026-11-21T08:45:34Z",
            "2026-11-21T08:45:34+01:00", "2026-11-21T08:45:34+0000", "2026-11-21T08:45:34+00", "2026-11-21T08:45:34 Z",
            "2026-11-21T08:45:34.5", "2026-11-21T08:45:34.+00:00", "2026-11-21T08:45:34Z+00:00",
            "2026-11-21T08:45:60Z", "2026-12-31T22:59:60Z", "2026-12-30T23:59:60Z", "2026-02-29T23:59:60Z",
            "9999-12-31T23:59:60Z",
        ] {
            #expect(Timestamp(text) == nil, "\(text)")
            #expect(Timestamp.milliseconds(text) == nil, "\(text)")
        }
    }

    @Test("Every form of RFC 3339 in UTC is read, as programs of others write it", arguments: [
        ("2026-11-21T08:45:34+00:00", 0), ("2026-11-21T08:45:34-00:00", 0), ("2026-11-21t08:45:34z", 0),
        ("2026-11-21T08:45:34.999Z", 999), ("2026-11-21t08:45:34.5z", 500), ("2026-11-21T08:45:34.000000+00:00", 0),
        ("2026-11-21T08:45:34.123999999-00:00", 123), ("2026-11-21T08:45:34.04+00:00", 40),
    ])
    func readsEveryForm(_ text: String, _ milliseconds: Int64) throws {
        #expect(Timestamp(text) == Timestamp(secondsSince1970: 1_795_250_734))
        #expect(Timestamp.milliseconds(text) == 1_795_250_734_000 + milliseconds)
    }

    @Test("A leap second at the end of a month is the second after it", arguments: [
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"), ("2015-06-30T23:59:60.5+00:00", "2015-07-01T00:00:00Z"),
        ("2028-02-29t23:59:60z", "2028-03-01T00:00:00Z"), ("1969-12-31T23:59:60Z", "1970-01-01T00:00:00Z"),
    ])
    func leapSeconds(_ text: String, _ next: String) {
        #expect(Timestamp(text)?.description == next)
    }
}
