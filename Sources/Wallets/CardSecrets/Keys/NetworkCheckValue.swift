import Crypto
import CryptoExtras

/// What the other side of a shared key computes from it, to see that both have the same key.
///
/// For AES it is the beginning of the CMAC of a block of zeros, for Triple-DES that of the encrypted block of zeros
/// (ANSI X9.24-1-2017, annex A).
public struct NetworkCheckValue: Sendable, Equatable, CustomStringConvertible {
    /// Six hexadecimal digits, in upper case.
    public let description: String

    init(of key: Secret, for purpose: KeyPurpose) throws(VaultFailure) {
        let zeros = [UInt8](repeating: 0, count: 16)
        let bytes: [UInt8]
        if purpose == .cardVerification {
            let (first, second) = key.withBytes { (Secret(Array($0.prefix(8))), Secret(Array($0.suffix(8)))) }
            bytes = try BlockCipher(tripleDES: first, second).encrypt(Array(zeros.prefix(8)))
        } else {
            guard var code = try? AES.CMAC(key: key.key, outputSize: 16) else { throw .cipherUnavailable("AES-CMAC") }
            code.update(data: zeros)
            bytes = code.finalize().withUnsafeBytes(Array.init)
        }
        description = EncodedBytes.hexadecimal(Array(bytes.prefix(3))).uppercased()
    }
}
