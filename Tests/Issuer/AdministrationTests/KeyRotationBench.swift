import Administration
import Cards
import CardSecrets
import Foundation
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

/// Servers over one database as production has it, each with its own keys in memory and its own time.
struct KeyRotationBench: Sendable {
    /// The first server.
    let fixture: IssuingFixture
    /// The key-encryption key of a fixture.
    let keyEncryptionKey: KeyEncryptionKey

    /// - Parameters:
    ///   - operations: those that require strong customer authentication.
    ///   - onCluster: whether later servers send what they would send to a cluster.
    init(asking operations: [ProtectedOperation] = [], onCluster: Bool = false) async throws {
        fixture = try await IssuingFixture.make(asking: operations)
        keyEncryptionKey = try Self.key("5e")
        try await fixture.issuing.database.execute(
            script: "DROP SCHEMA sandbox CASCADE; DROP SCHEMA merchants CASCADE")
        if onCluster { try await fixture.scratch.pretendToBeCluster() }
    }

    static func key(_ digits: String) throws -> KeyEncryptionKey {
        try KeyEncryptionKey(text: String(repeating: digits, count: 32), source: "The test's key")
    }

    /// When a version that was added at the fixture's time seals, and when the one before may be retired.
    static let (sealing, retiring) = (
        KeyRing.waitSeconds, KeyRing.waitSeconds + Administration.retirementSeconds)

    /// Another server at a later time, which has just read the keys.
    func server(after seconds: TimeInterval, drawing entropy: Entropy? = nil) async throws -> IssuingFixture {
        let server = try await fixture.server(now: IssuingFixture.now + seconds, drawing: entropy)
        #expect(try await server.issuing.readKeys(opening: keyEncryptionKey).isEmpty)
        return server
    }

    @discardableResult
    func rotate(_ purpose: KeyPurpose, on server: IssuingFixture? = nil) async throws -> Int {
        try await (server ?? fixture).administration.rotateKey(purpose, under: keyEncryptionKey).version
    }

    /// The message of the refusal to retire a version; empty if it was retired.
    func refusal(toRetire version: Int, of purpose: KeyPurpose, on server: IssuingFixture) async -> String {
        let failure = await #expect(throws: KeyChangeFailure.self) {
            try await server.administration.retireKey(purpose, version: version)
        }
        return failure?.description ?? ""
    }
}
