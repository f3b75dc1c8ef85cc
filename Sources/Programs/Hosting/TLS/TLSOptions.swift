import ArgumentParser
import CardSecrets
import Foundation
import HTTPService
import Logging

/// The options for listeners that speak TLS themselves, for every program that runs the service.
package struct TLSOptions: ParsableArguments {
    @Flag(help: "Speak only TLS, with a certificate of the local authority whose root the command ca prints.")
    package var tls = false

    @Option(
        help: ArgumentHelp(
            "Further host name or IP address for the certificate of --tls, besides those of this machine; repeatable.",
            valueName: "name"))
    package var tlsName: [String] = []

    @Option(
        help: ArgumentHelp(
            "Speak only TLS, with the certificate in this PEM file, followed by its issuers' certificates.",
            valueName: "file"))
    package var tlsCertificate: String?

    @Option(
        help: ArgumentHelp(
            "PEM file with the private key of --tls-certificate, readable by its owner only.", valueName: "file"))
    package var tlsKey: String?

    package init() {}

    /// Checks everything that can be checked without the data directory.
    func choice() throws -> TLSChoice {
        let isLocal = try Setting.flag(tls, "TLS")
        let names = Setting.list(tlsName, "TLS_NAME")
        let certificate = Setting.text(tlsCertificate, "TLS_CERTIFICATE")
        let key = Setting.text(tlsKey, "TLS_KEY")
        guard names.isEmpty || isLocal else {
            throw ValidationError(
                "--tls-name adds a name to the certificate of --tls; add --tls, or remove --tls-name.")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--tls-certificate and --tls-key need each other; give both, or neither.")
        }
        if isLocal {
            guard certificate == nil else {
                throw ValidationError(
                    "--tls creates a certificate and --tls-certificate names one; remove one of the two.")
            }
            return .local(try names.map(Self.name))
        }
        guard let certificate, let key else { return .none }
        let files = TLSFiles(certificate: certificate, key: key)
        return .own(try files.read(), from: files)
    }

    private static func name(_ text: String) throws -> ServerName {
        guard let name = ServerName(text), !name.isWildcard else {
            throw ValidationError(
                "--tls-name must be a host name or an IP address, such as laptop.local, not '\(text)'.")
        }
        return name
    }
}

/// How the listeners are secured, before the data directory is known.
package enum TLSChoice: Sendable {
    /// Plain HTTP.
    case none
    /// With a certificate that the operator has in files.
    case own(TransportSecurity, from: TLSFiles)
    /// With a certificate of the local authority, which has these names in addition to the usual ones.
    case local([ServerName])
}

extension Installation {
    /// The TLS configuration of the listeners; nil for plain HTTP.
    ///
    /// - Parameter hosts: names and addresses at which the listeners are called. Those that are neither are ignored.
    func security(_ choice: TLSChoice, calledAt hosts: [String]) throws -> TransportSecurity? {
        switch choice {
        case .none: return nil
        case .own(let security, _): return security
        case .local(let further):
            let called = hosts.compactMap(ServerName.init).filter { !$0.isWildcard }
            var names: [ServerName] = []
            for name in ServerName.usual + called + further where !names.contains(name) { names.append(name) }
            let (now, entropy) = (Date(), Entropy.system)
            let security = try LocalAuthority(in: dataDirectory, at: now, using: entropy)
                .security(for: names, at: now, using: entropy)
            logger.info(
                "TLS is on, with a certificate of the local authority",
                metadata: ["names": .string(names.map(\.description).joined(separator: ", "))])
            return security
        }
    }
}
