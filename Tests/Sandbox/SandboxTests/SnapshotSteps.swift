import Cards
import Identifiers
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport

extension SnapshotName {
    static func named(_ text: String) -> SnapshotName {
        guard let name = SnapshotName(rawValue: text) else { preconditionFailure("\(text) is no snapshot's name.") }
        return name
    }
}

/// The refusal in which an operation is expected to end; any other failure is recorded as an issue.
func snapshotRefusal<Value>(
    at location: SourceLocation = #_sourceLocation, _ operation: () async throws -> Value
) async -> SnapshotRefusal? {
    do {
        _ = try await operation()
    } catch SnapshotFailure.refused(let refusal) {
        return refusal
    } catch {
        Issue.record("It failed instead of being refused: \(error)", sourceLocation: location)
    }
    return nil
}

extension IssuingFixture {
    /// The sorted lines of a dump, whose own order depends on the disk.
    func dump() async throws -> [Substring] {
        // The audit trail goes on over a restore.
        var isOfTrail = false
        return try await DatabaseDump.text(of: scratch).split(separator: "\n").filter { line in
            if line.hasPrefix("COPY audit.") { isOfTrail = true }
            defer { if line == "\\." { isOfTrail = false } }
            return !isOfTrail && !line.contains("'audit.audit_number'")
        }.sorted()
    }

    /// Digests of the tables that a snapshot covers.
    func watchedContents() async throws -> [String: String] {
        try await contents().filter { !["sandbox.snapshot", "sandbox.change"].contains($0.key) }
    }
}
