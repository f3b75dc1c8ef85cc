import Foundation
import Hosting
import HTTPService

/// The text that `serve --demo` prints when the service is ready: where to look, and what to try first.
struct Welcome: Sendable {
    private let scheme: String
    private let host: String
    private let sandbox: SandboxChoice
    /// What a client needs first; nil if nothing.
    private let preparation: String?

    /// - Parameter dataDir: the option `--data-dir`, if it is given.
    init(_ address: ListenerAddress, beside sandbox: SandboxChoice, tls: TLSChoice, dataDir: String?) {
        (host, self.sandbox) = (Setting.reachable(address.host), sandbox)
        let directory = dataDir.map { " --data-dir \($0)" } ?? ""
        (scheme, preparation) =
            switch tls {
            case .none: ("http", nil)
            case .own: ("https", nil)
            case .local: ("https", "tessera ca\(directory) > tessera-root.pem, which clients must trust")
            }
    }

    /// Flushes the output, so that the text appears at once even in a file or a pipe.
    func say(port: Int) {
        print("\n" + text(port: port) + "\n")
        fflush(nil)
    }

    private func text(port: Int) -> String {
        let service = "\(scheme)://\(host):\(port)"
        var lines = [("Card service", service), ("API reference", service + "/docs")]
        if sandbox.isOn {
            let url = "\(scheme)://\(Setting.reachable(sandbox.address.host)):\(sandbox.address.port)"
            lines.insert(("Console", url + "/"), at: 0)
            lines.append(("Sandbox", url + "/sandbox/docs"))
            if sandbox.merchantsPort != 0 {
                lines.append(("Gateways", "\(scheme)://\(host):\(sandbox.merchantsPort)"))
            }
        }
        lines.append(("Documentation", "README.md and docs/"))
        if let preparation { lines.append(("Certificate", preparation)) }
        if sandbox.isOn { lines.append(("Try it", "tessera demo, or the commands in README.md")) }
        let shown = lines.map { "  \(Column.text($0, 13))  \($1)" }
        return (["\(Terminal.text("Tessera is ready.", in: .bold))", ""] + shown).joined(separator: "\n")
    }
}
