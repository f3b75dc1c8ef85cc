import CryptoExtras
import Foundation

extension Secret {
    /// PKCS #8 or PKCS #1, of at least 2048 bits.
    package var rsaDecryptionKey: _RSA.Encryption.PrivateKey? {
        withBytes { try? _RSA.Encryption.PrivateKey(derRepresentation: Array($0)) }
    }
}
