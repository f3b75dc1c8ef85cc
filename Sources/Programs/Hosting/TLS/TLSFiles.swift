import ArgumentParser
import CardSecrets
import HTTPService

/// The files of `--tls-certificate` and `--tls-key`.
package struct TLSFiles: Sendable {
    let certificate: String
    let key: String

    /// - Throws: `ValidationError`, whose message names the option at fault, its file, and what would be accepted.
    func read() throws -> TransportSecurity {
        let chain = try Setting.pem(certificate, option: "--tls-certificate")
        do {
            var secret = try PrivateFile.contents(of: key, limit: Setting.pemLimitBytes)
            defer { secret.wipe() }
            return try TransportSecurity(certificates: chain, privateKey: secret)
        } catch let failure as KeyFailure {
            throw ValidationError("--tls-key: \(failure)")
        } catch let failure as TransportSecurity.Failure {
            throw ValidationError(explanation(failure))
        }
    }

    private func explanation(_ failure: TransportSecurity.Failure) -> String {
        let kinds = "RSA of 2048 bits or more, P-256, P-384, P-521 and Ed25519 are accepted."
        return switch failure {
        case .unreadableCertificate:
            "--tls-certificate \(certificate) does not contain certificates in PEM, or one of them is damaged; name a "
                + "file with the listener's certificate, followed by its issuers' certificates."
        case .unsupportedCertificate:
            "--tls-certificate \(certificate): TLS cannot use the key of the first certificate, or the certificate's "
                + "key usage lacks digitalSignature; \(kinds)"
        case .weakCertificate:
            "--tls-certificate \(certificate): the RSA key of the first certificate has fewer than 2048 bits; \(kinds)"
        case .unreadablePrivateKey:
            "--tls-key \(key) does not contain a private key in PEM that TLS can use; \(kinds)"
        case .encryptedPrivateKey:
            "--tls-key \(key) contains a private key with a passphrase; name a file with the key alone, as this writes "
                + "it: openssl pkey -in \(key) -out FILE"
        case .keyOfAnotherCertificate:
            "--tls-key \(key) is not the key of the first certificate in \(certificate). Name the key that this "
                + "certificate was requested with, and put the listener's certificate first in its file."
        case .refused(let reason):
            "--tls-certificate \(certificate) and --tls-key \(key) cannot be used together: \(reason)"
        }
    }
}
