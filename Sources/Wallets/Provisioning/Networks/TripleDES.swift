import CardSecrets
import COpenSSL

/// Triple-DES in CBC mode with a vector of zeros and PKCS #7 padding. Visa's activation data is encrypted with it.
///
/// OpenSSL computes it, including the padding, because swift-crypto has no Triple-DES. The first block of a message
/// must be new (it holds a nonce); otherwise the vector of zeros would show which messages begin alike. Source: NIST SP
/// 800-67, SP 800-38A.
enum TripleDES {
    static func encrypt(_ message: Secret, under key: Secret) throws(VaultFailure) -> [UInt8] {
        guard let ciphertext = message.withBytes({ process(Array($0), under: key, direction: 1) }) else {
            throw .cipherUnavailable("DES-EDE3-CBC")
        }
        return ciphertext
    }

    /// Decrypts; nil for wrong padding, as for any other failure.
    static func decrypt(_ ciphertext: [UInt8], under key: Secret) -> Secret? {
        guard !ciphertext.isEmpty, ciphertext.count.isMultiple(of: 8) else { return nil }
        return process(ciphertext, under: key, direction: 0).map { Secret($0) }
    }

    private static func process(_ input: [UInt8], under key: Secret, direction: Int32) -> [UInt8]? {
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        // With two keys, the first is used again as the third (SP 800-67, keying option 2).
        let key = key.withBytes { Secret($0.count == 16 ? Array($0) + $0.prefix(8) : Array($0)) }
        var output = [UInt8](repeating: 0, count: input.count + 8)
        var (written, rest): (Int32, Int32) = (0, 0)
        let succeeded = key.withBytes { key in
            EVP_CipherInit_ex(
                context, EVP_des_ede3_cbc(), nil, key.baseAddress, [UInt8](repeating: 0, count: 8), direction) == 1
                && EVP_CipherUpdate(context, &output, &written, input, Int32(input.count)) == 1
        }
        guard succeeded else { return nil }
        let finished = output.withUnsafeMutableBufferPointer { buffer in
            EVP_CipherFinal_ex(context, buffer.baseAddress?.advanced(by: Int(written)), &rest) == 1
        }
        defer { output.wipe() }
        return finished ? Array(output.prefix(Int(written + rest))) : nil
    }
}
