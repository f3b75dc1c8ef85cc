import Crypto

extension Entropy {
    /// A new P-256 key for one message.
    ///
    /// Nearly every 32-byte number is a valid private key; for the few that are not, it draws again.
    package func agreementKey() -> P256.KeyAgreement.PrivateKey {
        while true {
            var bytes = bytes(32)
            defer { bytes.wipe() }
            if let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: bytes) { return key }
        }
    }

    package func signingKey() -> P256.Signing.PrivateKey {
        let key = agreementKey()
        do {
            return try P256.Signing.PrivateKey(rawRepresentation: key.rawRepresentation)
        } catch {
            preconditionFailure("The same numbers are keys for agreeing and for signing.")
        }
    }

    /// Entropy that is bound to a message, for keys and nonces that only one message may use.
    ///
    /// A seed that is used twice draws the same bytes twice. With the message mixed in, the same bytes come only with
    /// the same message. Its ciphertext is then the same too and reveals nothing new, so a nonce of zeros stays safe.
    package func bound(to message: Secret) -> Entropy {
        message.withBytes { message in
            .stretched(by: HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: bytes(32))))
        }
    }
}
