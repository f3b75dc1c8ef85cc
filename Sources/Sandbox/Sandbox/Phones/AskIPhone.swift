import CardSecrets
import Issuing
import SimulatedWallets
import Validation

extension Sandbox {
    /// The data that PassKit gives an app that wants to add a card to this phone, and the key that a real iPhone never
    /// shows. It is new each time, and is not stored.
    public func certificates(of id: PhoneID) async throws(PhoneFailure) -> SimulatedAppleDevice {
        guard try await phone(id).kind == .iPhone else { throw .refused(.isNoIPhone) }
        return try translating(PhoneFailure.failed) { () throws(IssuingFailure) in
            try IssuingFailure.guarding { () throws(VaultFailure) in
                try SimulatedAuthority.sandbox(using: entropy).appleDevice(at: clock.now())
            }
        }
    }
}
