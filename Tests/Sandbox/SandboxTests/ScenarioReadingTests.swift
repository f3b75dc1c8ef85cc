import IssuingTestSupport
import Scenarios
import Testing

/// Tests the errors that are found without a database.
@Suite("Reading a scenario")
struct ScenarioReadingTests {
    private func faults(in text: String) throws -> [String] {
        do throws(ScenarioFaults) {
            return try ScenarioFaults(Scenario(reading: text).faults).list.map(\.description)
        } catch {
            return error.list.map(\.description)
        }
    }

    @Test("Every error is reported with its line and column")
    func errorPositions() throws {
        let found = try faults(in: """
            customers:
              anna:
                country: PL
                firstname: Anna
                lastName: Nowak
                mobile: +48 500100200
                address: Warszawa
            cards:
              lost:
                customer: anna
                program: [SKRILL-VIRTUAL-MC-EEA]
                status: MISLAID
              b c: {customer: anna, program: X}
              nothing:
            programs:
              NEW: {cardType: PAPER, scheme: VISA, region: EEA, currencies: EUR, isDigital: no, allowableCards: few}
            people: {}
            """)
        #expect(found == [
            "line 2, column 3: firstName is required",
            "line 4, column 5: firstname is not a known field; the fields are country, firstName, lastName, mobile, "
                + "email, address",
            "line 7, column 14: address must be a mapping of address1, address2, address3, city, countryCode, state, "
                + "postalCode",
            "line 11, column 14: program must be text",
            "line 12, column 13: status must be one of ACTIVE, PENDING, APPLIED, REJECTED, ISSUED, DIGITAL, LOCKED, "
                + "SUSPENDED, EXPIRED, CANCELLED, DAMAGED, LOST",
            "line 13, column 3: cards.b c must have a name of 1 to 24 of the characters 0-9, A-Z, a-z, _ and -",
            "line 14, column 3: cards.nothing must be a mapping of customer, program, currency, mobile, pin, "
                + "externalId, deliveryAddress, status",
            "line 16, column 19: cardType must be one of PHYSICAL, VIRTUAL",
            "line 16, column 65: currencies must be a list of texts",
            "line 16, column 81: isDigital must be true or false",
            "line 16, column 101: allowableCards must be a whole number from 1 to 1000",
            "line 17, column 1: people is not a part of a scenario; the parts are brands, clients, programs, rates, "
                + "customers, cards, tokenizations, loads, payments, clearingFiles, merchants",
        ])
    }

    @Test("An element of a list that has no values is an error, because it would be left out")
    func emptyElements() throws {
        let error = "must be a mapping of payment, amount, currency, final"
        #expect(try faults(in: """
            clearingFiles:
              monday: {lines: [{payment: a}, {}, {payment: ~}]}
            """) == ["line 2, column 34: lines[1] \(error)", "line 2, column 38: lines[2] \(error)"])
    }

    @Test("A name that occurs twice hides no other error")
    func repetitions() throws {
        let found = try faults(in: """
            customers:
              anna: {country: PL, country: DE, firstName: Anna, lastName: Nowak, mobile: +48 500100200}
              "anna": {country: PL, firstName: Anna}
              ben: {country: DE, firstName: Ben, lastName: Lau, mobile: +49 151, colour: red}
              anna: {country: PL}
            cards:
              x: {customer: anna, program: A, status: NEW}
              x: {customer: anna}
            cards:
              y: {customer: anna, program: A, status: OLD, status: LOCKED}
            """)
        #expect(found == [
            "line 2, column 23: country occurs twice; use each name once",
            "line 3, column 3: customers.anna occurs twice; use each name once",
            "line 3, column 3: lastName is required", "line 3, column 3: mobile is required",
            "line 4, column 70: colour is not a known field; the fields are country, firstName, lastName, mobile, "
                + "email, address",
            "line 5, column 3: customers.anna occurs twice; use each name once",
            "line 5, column 3: firstName is required", "line 5, column 3: lastName is required",
            "line 5, column 3: mobile is required",
            "line 7, column 43: status must be one of ACTIVE, PENDING, APPLIED, REJECTED, ISSUED, DIGITAL, LOCKED, "
                + "SUSPENDED, EXPIRED, CANCELLED, DAMAGED, LOST",
            "line 8, column 3: cards.x occurs twice; use each name once",
            "line 8, column 3: program is required",
            "line 9, column 1: cards occurs twice; use each name once",
            "line 10, column 43: status must be one of ACTIVE, PENDING, APPLIED, REJECTED, ISSUED, DIGITAL, LOCKED, "
                + "SUSPENDED, EXPIRED, CANCELLED, DAMAGED, LOST",
            "line 10, column 48: status occurs twice; use each name once",
        ])
    }

    @Test("Names that occur twice are reported together with what makes the text unreadable")
    func repetitionBeforeBreak() throws {
        let found = try faults(in: "customers:\r\n  a: {}\r\n  a: {}\r\ncards:\r\n  - [\r\n")
        #expect(found.count == 2, "\(found)")
        #expect(found.first == "line 2, column 3: the name a occurs twice; use each name once")
        #expect(found.last?.contains("the text is not YAML") == true)
    }

    @Test("Invalid YAML is reported once", arguments: [
        ("customers: {a: {country: *b}}", "line 1, column 26: aliases are not supported"),
        ("customers:\r\n  a: *b\r\n", "line 2, column 6: aliases are not supported"),
        ("customers: {'a\\tb': {}, \"a\\tb\": {}, {}: {}, {}: {}}", "occurs twice; use each name once"),
        ("cards:\n  1: {customer: a, program: b}\n  '1': {customer: a, program: b}", "column 3: cards.1 occurs twice"),
        ("customers:\n\ta: 1\n", "line 2, column 1: the text is not YAML: found character that cannot start any token"),
        ("[1, 2]", "line 1, column 1: a mapping was expected"),
        ("customers: [", "the text is not YAML"),
        ("a: 1\n---\nb: 2\n", "line 2, column 1: the text is not YAML"),
    ])
    func invalidYAML(text: String, fault: String) throws {
        let found = try faults(in: text)
        #expect(found.count == 1 && found[0].contains(fault), "\(found)")
    }

    @Test("The nesting is limited", arguments: ["[", "{a: ", "- "])
    func nestingLimit(opening: String) throws {
        let deep = String(repeating: opening, count: (1 << 20) / opening.utf8.count)
        #expect(try faults(in: deep).map { $0.contains("is not YAML: Maximum nesting level reached") } == [true])
    }

    /// Each key that is a tree would be read again for each tree around it.
    @Test("A key after a question mark is refused where the parser would read one", arguments: [
        ("? a\n: 1", "line 1, column 1"), ("cards: {? [a]: 1}", "line 1, column 9"),
        ("cards: [?{a: 1}]", "line 1, column 9"), ("cards:\n  - ? a", "line 2, column 5"),
        ("cards: {\r\n?{a: 1}: 2}", "line 2, column 1"), ("cards: {a: 1, ? b: 2}", "line 1, column 15"),
        (String(repeating: "{? ", count: 900) + "[a]" + String(repeating: "}", count: 900), "line 1, column 2"),
    ])
    func keyAfterQuestionMark(text: String, place: String) throws {
        let error = "keys after a question mark are not supported; begin the key or the text with a letter"
        #expect(try faults(in: text) == ["\(place): \(error)"])
    }

    @Test("A text may have a question mark")
    func questionMarks() throws {
        let scenario = try Scenario(reading: """
            customers:
              anna: {country: PL, firstName: "Who? A -?", lastName: a ? b, mobile: +48?}
            """)
        let anna = try #require(scenario.items.first)
        #expect(anna["firstName"] == "Who? A -?" && anna["lastName"] == "a ? b" && anna["mobile"] == "+48?")
    }

    @Test("The size, the lines, the combining marks and the items are limited")
    func sizeLimits() throws {
        #expect(try faults(in: String(repeating: "#", count: 1 << 20 + 1)) == [
            "line 1, column 1: the file is over 1 MiB, which is the limit"
        ])
        #expect(try faults(in: String(repeating: "\n", count: 1 << 20)) == [
            "line 50001, column 1: the file has over 50000 lines, which is the limit"
        ])
        #expect(try faults(in: #"a: "\#(String(repeating: #"\u0301\u0323"#, count: 50_000))""#) == [
            "line 1, column 60010: the file has over 10000 combining marks, which is the limit"
        ])
        let items = (0...1000).map { "  c\($0): {country: BG, firstName: A, lastName: B, mobile: +1 1}" }
        #expect(try faults(in: "customers:\n" + items.joined(separator: "\n")) == [
            "line 1002, column 3: a scenario has at most 1000 items"
        ])
    }

    @Test("The first 100 errors are reported, with a note that there are more")
    func errorLimit() throws {
        // The parser accepts no longer key.
        let name = String(repeating: "n", count: 1000)
        let files = [
            ("customers:\n", "  a b%: {}\n"), ("cards:\n  \(name):\n", "    c%: x\n"), ("", "s%: x\n"),
        ]
        for (before, wrong) in files {
            let lines = (0..<20_000).map { wrong.replacing("%", with: "\($0)") }
            let found = try faults(in: before + lines.joined())
            #expect(found.count == ScenarioFaults.limit + 1)
            #expect(found.last?.hasSuffix("and more is wrong; only the first 100 errors are listed") == true)
            #expect(found.allSatisfy { $0.utf8.count < 400 })
        }
    }

    @Test("A new customer cannot have a number as a name")
    func numericName() throws {
        let people = (0...1).map { "  1000000\($0): {country: BG, firstName: A, lastName: B, mobile: +1 1}" }
        #expect(try faults(in: "customers:\n" + people.joined(separator: "\n")) == (2...3).map { line in
            "line \(line), column 3: customers.1000000\(line - 2) must have a name that is not a number: "
                + "a number refers to an existing customer"
        })
    }

    @Test("Scalars are read as the written text")
    func scalarText() throws {
        let scenario = try Scenario(reading: """
            {"customers":{"anna":{"country":"NO","firstName":"null","lastName":"Zażółć \\"x\\"","mobile":"+47 12",
             "email":null}},
             "cards": {"one": {"customer": 10000001, "program": "P", "pin": 0123}}}
            """)
        let anna = try #require(scenario.items(of: .customers).first)
        #expect(anna["country"] == "NO" && anna["firstName"] == "null" && anna["lastName"] == #"Zażółć "x""#)
        #expect(anna["email"] == nil && !anna.has("address"))
        let card = try #require(scenario.items(of: .cards).first)
        #expect(card["customer"] == "10000001" && card["pin"] == "0123")
        #expect(scenario.items.map(\.path) == ["customers.anna", "cards.one"])
        #expect(try Scenario(reading: "").items.isEmpty)
    }
}
