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
        name                  | programName
        card-pin              | cardPin
        pin                   | cardPin
        PIN                   | cardPin
        id                    | -
        accepted              | -
        cardMobile            | mobile
        automobile            | -
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

    @Test("A name that is longer by a word gets a suggestion", arguments: textTable("""
        cardPin               | pin
        card_pin              | pin
        CARD_PIN              | pin
        reason                | statusReason
        newStatus             | status
        bobbin                | -
        """))
    func suggestsForUpdate(_ row: [String]) {
        let names = ["status", "statusReason", "pin", "userAgent"]
        #expect(Spelling.suggestion(for: row[0], among: names) ?? "-" == row[1])
    }
}
