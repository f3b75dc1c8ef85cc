import CardSecrets

/// What an issuer and Visa's token service share; the same on both sides, since all of it is symmetric.
public struct VisaKeys: Sendable {
    /// Names the shared secret in the header of what is sealed with it.
    public let apiKey: String
    /// Any length; its SHA-256 is the key.
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
