import CardSecrets
import Foundation
import SimulatedWallets

/// The trust of a sandbox, and phones with certificates under its root, at a fixed time.
package struct AppleSample {
    package static let now = Date(timeIntervalSince1970: 1_790_000_000)

    package let authority: SimulatedAuthority
    package let trust: AppleTrust

    package init(seed: UInt64 = 5, validity: AppleTrust.Validity = .checked) throws {
        authority = try SimulatedAuthority(at: Self.now, using: .seeded(seed))
        trust = try AppleTrust(furtherRoots: [authority.rootPEM], validity: validity)
    }

    package func device(_ fault: SimulatedAppleDevice.Fault? = nil) throws -> SimulatedAppleDevice {
        try authority.appleDevice(at: Self.now, fault: fault)
    }
}
