import Foundation
import Testing

@testable import Validation

@Suite("The spelling of a UUID")
struct UUIDSpellingTests {
    @Test("A UUID is read in either case and written in lower case", arguments: [
        "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "0F1e2d3C-4b5a-4978-BfEd-cba987654321",
    ])
    func read(_ text: String) throws {
        let uuid = try #require(UUID(spelled: text))
        #expect(uuid == UUID(uuidString: text))
        #expect(uuid.spelled == text.lowercased())
    }

    @Test("Any other spelling is refused", arguments: [
        "", "0f1e2d3c4b5a4978bfedcba987654321", "{0f1e2d3c-4b5a-4978-bfed-cba987654321}",
        "0f1e2d3c-4b5a-4978-bfed-cba98765432", "0f1e2d3c-4b5a-4978-bfed-cba9876543210",
        "0f1e2d3c+4b5a-4978-bfed-cba987654321", "0f1e2d3-c4b5a-4978-bfed-cba987654321",
        "0f1e2d3c-4b5a-4978-bfed-cba98765432g", " f1e2d3c-4b5a-4978-bfed-cba987654321",
        "+f1e2d3c-4b5a-4978-bfed-cba987654321", "０f1e2d3c-4b5a-4978-bfed-cba9876543",
    ])
    func refused(_ text: String) { #expect(UUID(spelled: text) == nil) }
}
