import Identifiers
import IssuingTestSupport
import Sandbox
import Testing
import Validation

@Suite("Name of a snapshot")
struct SnapshotNameTests {
    @Test(
        "A plain name of 1 to 60 characters is accepted",
        arguments: ["a", "before-checkout", "2026-11-21_18.00", String(repeating: "Z", count: 60)])
    func validNames(name: String) {
        #expect(SnapshotName.read(name).value?.rawValue == name)
    }

    @Test(
        "Any other name is refused",
        arguments: ["", "a b", "a/b", "ü", "a\n", "%41", String(repeating: "Z", count: 61)])
    func invalidNames(name: String) {
        let violation = FieldError("name", "must be 1 to 60 of the characters 0-9, A-Z, a-z, ., _ and -")
        #expect(SnapshotName.read(name).errors == [violation])
    }

    @Test("A name that would mean another path is refused", arguments: [".", ".."])
    func dots(name: String) {
        #expect(SnapshotName.read(name).errors == [FieldError("name", "must not be . or ..")])
        #expect(SnapshotName.read("a..").value != nil)
    }
}
