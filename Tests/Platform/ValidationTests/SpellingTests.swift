import Testing
import TestSupport

@testable import Validation

@Suite("Suggestions for misspelt names")
struct SpellingTests {
    @Test("A misspelt field name gets a suggestion", arguments: textTable("""
        PROGRAMNAME           | programName
        program_name          | programName
        progarmName           | programName
        programmName          | programName
        name                  | -
        card-pin              | cardPin
        pin                   | -
        curency               | currency
        termsAccepted         | -
        """))
    func suggests(_ row: [String]) {
        let names = [
            "programName", "currency", "mobile", "cardPin", "externalId", "userAgent", "deliveryAddress",
            "termsAndConditionsAccepted", "eDisclosureAccepted",
        ]
        #expect(Spelling.suggestion(for: row[0], among: names) ?? "-" == row[1])
        #expect(Spelling.suggestion(for: "id", among: ["pin"]) == nil)
    }
}
