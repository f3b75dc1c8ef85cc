import Issuing
import Postgres
import TestSupport

extension IssuingFixture {
    /// Creates a service that sends what it would send to a cluster: its sessions find the table that tells a cluster.
    /// Its database is one Postgres.
    package static func make(seed: UInt64 = 1, onCluster: Bool) async throws -> IssuingFixture {
        let fixture = try await make(seed: seed)
        guard onCluster else { return fixture }
        try await fixture.scratch.pretendToBeCluster()
        return try await fixture.server()
    }
}
