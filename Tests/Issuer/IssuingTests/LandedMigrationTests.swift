import CardSecrets
import Crypto
import Issuing
import Postgres
import Testing

/// A database that has taken a step never takes it again. If the step's text changed, databases of one version would
/// differ.
@Suite("Migrations that have landed")
struct LandedMigrationTests {
    /// The beginning of the SHA-256 of each step's SQL. The baseline is left out: it stands for the schema of a new
    /// database, and no older database takes it.
    private static let digests = [
        27: "2c5c421d447d33f5",
        28: "163bb44ce5f380be",
        29: "5e39c87a8b2f202c",
        30: "f8513977c79357a9",
        31: "842eebd22ff6251a",
        32: "95d6f546f711bb62",
        33: "9a5a59f4bcbc1ab9",
        34: "ccd8623b8fe6ab7b",
        35: "30789e14a17f6168",
        36: "bc784fabd78c5ea9",
        37: "a53f32edcb849f48",
        38: "374cd99feaaff1ce",
        39: "9e5caa30923cb9b3",
        40: "634dc80ddd26c870",
        41: "39950f9877796e6e",
        42: "5237fa0fcdfa9612",
        43: "8e67216a64553157",
        44: "1690a2c0cb179b3e",
        45: "c2551242ba2a0fe4",
        46: "af1234a847f1eb44",
        47: "5c1f8c02040b3b4d",
        48: "93bbf51df9d50cd4",
        49: "69c6769b5f413572",
        50: "9584ed8eea6a4f74",
    ]

    @Test("The SQL of a step stays as it landed, and a new step is recorded here")
    func text() throws {
        let baseline = try #require(IssuingSchema.migrations.first).version
        var known = Self.digests
        for step in IssuingSchema.migrations where step.version > baseline {
            let digest = EncodedBytes.hexadecimal(SHA256.hash(data: Array(step.sql.utf8)).prefix(8))
            let recorded = known.removeValue(forKey: step.version)
            #expect(digest == recorded, "migration \(step.version) \(step.name)")
        }
        #expect(known.isEmpty, "these migrations were removed")
    }
}
