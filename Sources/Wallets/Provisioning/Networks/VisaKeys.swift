import CardSecrets

/// The keys that an issuer and Visa's token service share. Both sides have the same ones, because all are symmetric.
public struct VisaKeys: Sendable {
    /// Names the shared secret in the header of each message that is sealed with it.
    public let apiKey: String
    /// A secret of any length; its SHA-256 is the key.
    public let sharedSecret: Secret
    /// Triple-DES, two keys (16 bytes) or three (24).
    public let activationKey: Secret
    /// Visa's name for the activation key, such as `405551.1`.
    public let activationKeySet: String

    public init(apiKey: String, sharedSecret: Secret, activationKey: Secret, activationKeySet: String) {
        precondition([16, 24].contains(activationKey.count), "A Triple-DES key has 16 or 24 bytes.")
        precondition(!activationKeySet.contains("-"), "A key set is written between hyphens and has none.")
        self.apiKey = apiKey
        self.sharedSecret = sharedSecret
        self.activationKey = activationKey
        self.activationKeySet = activationKeySet
    }
}
