import Cards
import Issuing
import TestSupport

extension SnapshotName {
    static func named(_ text: String) -> SnapshotName {
        guard let name = SnapshotName(rawValue: text) else { preconditionFailure("\(text) is no snapshot's name.") }
        return name
    }
}

extension IssuingFixture {
    /// The lines of a dump without their order, which is that of the disk.
    func dump() async throws -> [Substring] {
        try await DatabaseDump.text(of: scratch).split(separator: "\n").sorted()
    }

    /// Digests of all that a snapshot is of.
    func watchedContents() async throws -> [String: String] {
        try await contents().filter { !["sandbox.snapshot", "sandbox.change"].contains($0.key) }
    }
}
