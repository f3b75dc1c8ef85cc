import CardSecrets
import Provisioning

extension VisaKeys {
    /// New keys for a sandbox, which it shares with its simulated Visa.
    public static func generate(using entropy: Entropy) -> VisaKeys {
        VisaKeys(
            apiKey: EncodedBytes.hexadecimal(entropy.bytes(16)),
            sharedSecret: Secret(Array(EncodedBytes.base64(entropy.bytes(32)).utf8)),
            activationKey: Secret(entropy.bytes(24)), activationKeySet: simulatedKeySet)
    }

    /// A simulated Visa's name for its activation key.
    public static let simulatedKeySet = "405551.1"
}
