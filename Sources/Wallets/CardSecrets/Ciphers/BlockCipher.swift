import COpenSSL

/// A bare block cipher for single blocks. Use it only for CVVs and PIN blocks.
///
/// OpenSSL computes both ciphers, because swift-crypto has no Triple-DES. Triple-DES with equal halves is single DES,
/// which OpenSSL 3 offers under its own name only in its legacy provider.
struct BlockCipher: Sendable {
    private enum Algorithm: String {
        case tripleDES = "DES-EDE3-ECB"
        case aes128 = "AES-128-ECB"
        case aes256 = "AES-256-ECB"

        var blockLength: Int { self == .tripleDES ? 8 : 16 }

        var cipher: OpaquePointer? {
            switch self {
            case .tripleDES: EVP_des_ede3_ecb()
            case .aes128: EVP_aes_128_ecb()
            case .aes256: EVP_aes_256_ecb()
            }
        }
    }

    private let algorithm: Algorithm
    private let key: Secret

    /// - Parameter key: 16 or 32 bytes (FIPS 197).
    init(aes key: Secret) {
        precondition(key.count == 16 || key.count == 32, "An AES key has 16 or 32 bytes, not \(key.count).")
        algorithm = key.count == 16 ? .aes128 : .aes256
        self.key = key
    }

    /// Encrypts with `first`, decrypts with `second`, encrypts with `first` again (NIST SP 800-67, keying option 2).
    init(tripleDES first: Secret, _ second: Secret) {
        precondition(first.count == 8 && second.count == 8, "A DES key has 8 bytes.")
        algorithm = .tripleDES
        var schedule: [UInt8] = []
        schedule.reserveCapacity(24)
        for key in [first, second, first] { key.withBytes { schedule += $0 } }
        key = Secret(schedule)
    }

    func encrypt(_ block: [UInt8]) throws(VaultFailure) -> [UInt8] { try process(block, direction: 1) }

    func decrypt(_ block: [UInt8]) throws(VaultFailure) -> [UInt8] { try process(block, direction: 0) }

    private func process(_ block: [UInt8], direction: Int32) throws(VaultFailure) -> [UInt8] {
        precondition(block.count == algorithm.blockLength)
        guard let context = EVP_CIPHER_CTX_new() else { throw .cipherUnavailable(algorithm.rawValue) }
        defer { EVP_CIPHER_CTX_free(context) }

        var output = [UInt8](repeating: 0, count: block.count)
        var written: Int32 = 0
        let succeeded = key.withBytes { key in
            EVP_CipherInit_ex(context, algorithm.cipher, nil, key.baseAddress, nil, direction) == 1
                && EVP_CIPHER_CTX_set_padding(context, 0) == 1
                && EVP_CipherUpdate(context, &output, &written, block, Int32(block.count)) == 1
        }
        guard succeeded, Int(written) == block.count else { throw .cipherUnavailable(algorithm.rawValue) }
        return output
    }
}
