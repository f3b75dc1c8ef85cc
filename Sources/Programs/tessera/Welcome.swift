import Foundation
import Hosting
import HTTPService

/// The text that `serve --demo` prints when the service is ready: where to look, and what to try first.
struct Welcome: Sendable {
    private let scheme: String
    private let host: String
    private let sandbox: SandboxChoice
    /// The first thing that a client must do; nil if there is none.
    private let preparation: String?

    /// - Parameter dataDir: the option `--data-dir`, if it is given.
    init(_ address: ListenerAddress, beside sandbox: SandboxChoice, tls: TLSChoice, dataDir: String?) {
        (host, self.sandbox) = (Setting.reachable(address.host), sandbox)
        let directory = dataDir.map { " --data-dir \($0)" } ?? ""
        (scheme, preparation) =
            switch tls {
            case .none: ("http", nil)
            case .own: ("https", nil)
            case .local: ("https", "\(Self.program) ca\(directory) > tessera-root.pem, which clients must trust")
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
        lines.append(("Documentation", Self.documentation))
        if let preparation { lines.append(("Certificate", preparation)) }
        if sandbox.isOn { lines.append(("Try it", "\(demo(port: port)), or the commands in README.md")) }
        let shown = lines.map { "  \(TextColumn.text($0, 13))  \($1)" }
        return (["\(Terminal.text("Tessera is ready.", in: .bold))", ""] + shown).joined(separator: "\n")
    }

    /// The command that plays the demo against this service.
    private func demo(port: Int) -> String {
        var words = [Self.program, "demo"]
        let isPlain = preparation == nil && scheme == "http"
        if !isPlain || port != 8080 { words += ["--url", "\(scheme)://\(host):\(port)"] }
        if !isPlain || sandbox.address.port != 8081 {
            words += ["--sandbox-url", "\(scheme)://\(Setting.reachable(sandbox.address.host)):\(sandbox.address.port)"]
        }
        if preparation != nil { words += ["--tls-root", "tessera-root.pem"] }
        return words.joined(separator: " ")
    }

    /// The pages that came with the program's package, or else those of the source folder.
    private static var documentation: String {
        let installed = Bundle.main.executableURL?.resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "share/doc/tessera").path
        guard let installed, FileManager.default.fileExists(atPath: installed) else { return "README.md and docs/" }
        return installed
    }

    /// The command that starts this program from the present directory.
    private static var program: String {
        let directory = FileManager.default.currentDirectoryPath + "/"
        let called = CommandLine.arguments[0]
        return called.hasPrefix(directory) ? String(called.dropFirst(directory.count)) : called
    }
}
