import CardSecrets
import Provisioning

extension VisaKeys {
    /// For a sandbox that shares keys with a Visa of its own making.
    public static func generate(using entropy: Entropy) -> VisaKeys {
        VisaKeys(
            apiKey: EncodedBytes.hexadecimal(entropy.bytes(16)),
            sharedSecret: Secret(Array(EncodedBytes.base64(entropy.bytes(32)).utf8)),
            activationKey: Secret(entropy.bytes(24)), activationKeySet: simulatedKeySet)
    }

    /// What a simulated Visa calls its activation key.
    public static let simulatedKeySet = "405551.1"
}
