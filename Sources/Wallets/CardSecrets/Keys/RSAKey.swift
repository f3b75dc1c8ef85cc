import CryptoExtras
import Foundation

extension Secret {
    /// The bytes as an RSA private key in PKCS #8 or PKCS #1, with at least 2048 bits.
    package var rsaDecryptionKey: _RSA.Encryption.PrivateKey? {
        withBytes { try? _RSA.Encryption.PrivateKey(derRepresentation: Array($0)) }
    }
}
