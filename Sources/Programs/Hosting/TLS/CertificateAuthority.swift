import ArgumentParser
import CardSecrets
import Foundation

package struct CertificateAuthority: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "ca",
        abstract: "Print the root certificate of the local authority, for devices that call serve --tls.",
        discussion: """
            The authority belongs to the data directory. If there is none, this creates one. It installs nothing; \
            docs/MOBILE.md says how to install the root on phones and emulators.

            For example: tessera ca > tessera-root.pem
            """)

    @Option(help: "Directory of the authority, as for serve. (default: .tessera)")
    var dataDir: String?

    package init() {}

    package func run() throws {
        let directory = Setting.text(dataDir, "DATA_DIR", default: ".tessera")
        let authority = try LocalAuthority(in: directory, at: Date(), using: .system)
        try FileHandle.standardOutput.write(contentsOf: Data(try authority.rootPEM.utf8))
    }
}
