import Testing
import TestSupport

@testable import Validation

@Suite("Errors about words that are not accepted")
struct AcceptedWordTests {
    @Test("The error says how a word with other capital letters is written, or which word was probably meant",
        arguments: textTable("""
            VIRTUAL, PHYSICAL      | virtual    | must be one of VIRTUAL, PHYSICAL; write VIRTUAL in capital letters
            VIRTUAL, PHYSICAL      | Physical   | must be one of VIRTUAL, PHYSICAL; write PHYSICAL in capital letters
            VIRTUAL, PHYSICAL      | VIRTUEL    | must be one of VIRTUAL, PHYSICAL; did you mean VIRTUAL?
            VIRTUAL, PHYSICAL      | virtuel    | must be one of VIRTUAL, PHYSICAL; did you mean VIRTUAL?
            VIRTUAL, PHYSICAL      | PLASTIC    | must be one of VIRTUAL, PHYSICAL
            createCard, updateCard | CREATECARD | must be one of createCard, updateCard; \
                                                  write createCard with the same capital letters
            dintero, stitch        | Stitch     | must be one of dintero, stitch; write stitch in small letters
            ACCOUNTS               | accounts   | must be ACCOUNTS, in capital letters
            ACCOUNTS               | ACOUNTS    | must be ACCOUNTS
            """))
    func hints(_ row: [String]) {
        let words = row[0].split(separator: ", ").map(String.init)
        #expect(FieldError("include", notOneOf: words, for: row[1]) == FieldError("include", row[2]))
    }
}
