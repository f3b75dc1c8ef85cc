import Issuing
import TestSupport

extension IssuingFixture {
    /// The same service on connections of its own, which are counted.
    package func counted(by counter: DatabaseCounter) throws -> Issuing {
        Issuing(
            database: try scratch.counted(by: counter), vault: issuing.vault, clock: issuing.clock,
            entropy: issuing.entropy)
    }
}
