import Crypto

extension Entropy {
    /// A key of P-256 for one message.
    ///
    /// Of the numbers of 32 bytes nearly all are private keys; the few that are not are drawn again.
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

    /// Entropy with a message in it, for keys and nonces that must serve one message only.
    ///
    /// A seed that is used twice draws the same bytes twice. Bound to the message, the same bytes come only with the
    /// same message, whose ciphertext is then the same too and tells nothing new; a nonce of zeros stays safe.
    package func bound(to message: Secret) -> Entropy {
        message.withBytes { message in
            .stretched(by: HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: bytes(32))))
        }
    }
}
