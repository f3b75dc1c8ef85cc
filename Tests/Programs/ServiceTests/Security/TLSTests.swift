import Foundation
import Subprocess
import SystemPackage
import Testing
import TestSupport

/// OpenSSL is the client, so the service's TLS is tested by other code.
@Suite("TLS without a proxy", .timeLimit(.minutes(20)))
struct TLSTests {
    @Test("OpenSSL accepts both listeners with the root that ca prints, and neither without it")
    func localAuthority() async throws {
        try await serving(["--tls"], Sandbox()) { service, sandbox, root in
            for port in [(service.host, service.port), (sandbox.host, sandbox.port)] {
                let trusting = try await OpenSSL.connect(port, trusting: root)
                #expect(trusting.status == .exited(0), "\(trusting.errors)")
                #expect(trusting.errors.contains("Verification: OK") && trusting.errors.contains("TLSv1.3"))
                let doubting = try await OpenSSL.connect(port, trusting: nil)
                #expect(doubting.status != .exited(0))
                #expect(doubting.errors.contains("unable to get local issuer certificate"), "\(doubting.errors)")
            }
        }
    }

    @Test("The certificate has the names of the machine, of an emulator's host and of --tls-name")
    func names() async throws {
        try await serving(["--tls", "--tls-name", "laptop.test", "--tls-name", "2001:db8::7"], Sandbox()) {
            service, sandbox, root in
            for name in ["localhost", "laptop.test"] {
                let ending = try await OpenSSL.connect(
                    (service.host, service.port), trusting: root, ["-verify_hostname", name])
                #expect(ending.status == .exited(0), "\(name): \(ending.errors)")
            }
            for address in ["127.0.0.1", "::1", "10.0.2.2", "2001:db8::7", sandbox.host] {
                let ending = try await OpenSSL.connect(
                    (service.host, service.port), trusting: root, ["-verify_ip", address])
                #expect(ending.status == .exited(0), "\(address): \(ending.errors)")
            }
            let other = try await OpenSSL.connect(
                (service.host, service.port), trusting: root, ["-verify_hostname", "bank.example"])
            #expect(other.errors.contains("hostname mismatch"), "\(other.errors)")
        }
    }

    @Test("TLS 1.2 is accepted, TLS 1.1 is not")
    func versions() async throws {
        try await serving(["--tls"], Sandbox()) { service, _, root in
            let port = (service.host, service.port)
            let modern = try await OpenSSL.connect(port, trusting: root, ["-tls1_2"])
            #expect(modern.status == .exited(0))
            let old = try await OpenSSL.connect(port, trusting: root, ["-tls1_1", "-cipher", "DEFAULT:@SECLEVEL=0"])
            #expect(old.status != .exited(0))
        }
    }

    @Test("The listener's certificate has the key, the usage, the names and the validity that phones require")
    func listener() async throws {
        try await serving(["--tls"], Sandbox()) { service, _, _ in
            let certificate = try await OpenSSL.certificate(of: (service.host, service.port))
            let text = try await OpenSSL.describe(certificate)
            for line in [
                "CA:FALSE", "(256 bit)", "ecdsa-with-SHA256", "Digital Signature", "TLS Web Server Authentication",
                "DNS:localhost", "IP Address:10.0.2.2",
            ] {
                #expect(text.contains(line), "\(text)")
            }
            #expect(!text.contains("TLS Web Client Authentication"))
            // iOS accepts a validity of 825 days, and the certificate's began a day before the start.
            #expect(try await OpenSSL.expires(certificate, withinDays: 824))
            #expect(try await !OpenSSL.expires(certificate, withinDays: 365))
        }
    }

    @Test("demo and healthcheck work over TLS; without the root, demo names the option for it")
    func clients() async throws {
        try await serving(["--tls"], Sandbox()) { service, sandbox, root in
            let demo = [
                "demo", "--url", "https://\(service.host):\(service.port)", "--sandbox-url",
                "https://\(sandbox.host):\(sandbox.port)",
            ]
            let trusting = try await Program.run(demo + ["--tls-root", root])
            #expect(trusting.status == .exited(0), "\(trusting.output)\(trusting.errors)")
            let doubting = try await Program.run(demo)
            #expect(doubting.status == .exited(1) && doubting.errors.contains("--tls-root"), "\(doubting.errors)")
            let port = ["healthcheck", "--port", "\(service.port)"]
            #expect(try await Program.run(port + ["--tls"]).status == .exited(0))
            #expect(try await Program.run(port, environment: ["TESSERA_TLS": "1"]).status == .exited(0))
            #expect(try await Program.run(port).status == .exited(1))
        }
    }

    @Test("The authority is made once, for its owner only, and is the same after a restart")
    func restart() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let options = ["--tls", "--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            let before = try await Program.run(["ca", "--data-dir", directory.path])
            #expect(try directory.mode() == 0o700 && directory.mode(of: "tls-authority.pem") == 0o600)
            for _ in 1...2 {
                let (_, ending) = try await Program.serve(options) { _ in }
                #expect(ending.output.contains("\n  API reference  https://127.0.0.1:"), "\(ending.output)")
                #expect(ending.output.contains("tessera ca --data-dir \(directory.path) > tessera-root.pem"))
            }
            let after = try await Program.run(["ca"], environment: ["TESSERA_DATA_DIR": directory.path])
            #expect(before.output == after.output && !after.output.contains("PRIVATE KEY"))
            let root = try await OpenSSL.describe(after.output)
            for line in ["CA:TRUE, pathlen:0", "Certificate Sign, CRL Sign", "ecdsa-with-SHA256", "(256 bit)"] {
                #expect(root.contains(line), "\(root)")
            }
            #expect(!root.contains("Extended Key Usage"), "\(root)")
        }
    }

    @Test("A damaged authority is refused and stays as it is", arguments: [
        (0o600, "nonsense", "does not contain the certificate and the key"), (0o644, "nonsense", "has mode 0644"),
    ])
    func damaged(mode: Int, contents: String, complaint: String) async throws {
        try await DataDirectory.with { directory in
            let file = directory.path + "/tls-authority.pem"
            try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
            try Data(contents.utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            let ending = try await Program.run(["ca", "--data-dir", directory.path])
            #expect(ending.status == .exited(1) && ending.errors.contains(complaint), "\(ending.errors)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == contents)
        }
    }

    @Test("A certificate of your own is used")
    func ownCertificate() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
            let (certificate, key) = try await OpenSSL.selfSigned(in: directory.path, "own")
            let storage = ["--migrate", "--data-dir", directory.path, "--database-url", scratch.url]
            _ = try await Program.serve(
                ["--tls-certificate", certificate, "--tls-key", key] + storage, by: .core
            ) { service in
                let ending = try await OpenSSL.connect(
                    (service.host, service.port), trusting: certificate, ["-verify_hostname", "own.test"])
                #expect(ending.status == .exited(0), "\(ending.errors)")
            }
        }
    }

    @Test("A pair that cannot be used is refused; the message names the option and the file, and never shows the key")
    func refusedPairs() async throws {
        try await DataDirectory.with { directory in
            try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
            let own = try await OpenSSL.selfSigned(in: directory.path, "own")
            let other = try await OpenSSL.selfSigned(in: directory.path, "other")
            let weak = try await OpenSSL.selfSigned(in: directory.path, "weak", ["-newkey", "rsa:1024", "-nodes"])
            let locked = try await OpenSSL.selfSigned(
                in: directory.path, "locked", OpenSSL.onP256 + ["-passout", "pass:secret"])
            let refusals = [
                (own.certificate, other.key, "--tls-key \(other.key) is not the key of the first certificate"),
                (weak.certificate, weak.key, "--tls-certificate \(weak.certificate): the RSA key"),
                (locked.certificate, locked.key, "--tls-key \(locked.key) contains a private key with a passphrase"),
                (own.key, own.key, "--tls-certificate \(own.key) does not contain certificates in PEM"),
                (own.certificate, own.certificate, "has mode 0644"),
            ]
            for (certificate, key, complaint) in refusals {
                let ending = try await Program.run(["serve", "--tls-certificate", certificate, "--tls-key", key])
                #expect(ending.status == .exited(64) && ending.errors.contains(complaint), "\(ending.errors)")
                for line in try String(contentsOfFile: key, encoding: .utf8).split(separator: "\n") {
                    #expect(!ending.errors.contains(line))
                }
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: own.certificate)
            let ending = try await Program.run(
                ["serve", "--tls-certificate", own.certificate, "--tls-key", own.certificate])
            #expect(ending.errors.contains("does not contain a private key in PEM"), "\(ending.errors)")
        }
    }

    /// Runs a demo, and gives the file with its authority's root.
    private func serving(
        _ options: [String], _ sandbox: Sandbox,
        _ work: @Sendable (RunningService, Sandbox, _ root: String) async throws -> Void
    ) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let storage = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            _ = try await Program.serve(options + storage, sandbox) { service in
                let authority = try await Program.run(["ca", "--data-dir", directory.path])
                let root = directory.path + "/root.pem"
                try Data(authority.output.utf8).write(to: URL(filePath: root))
                try await work(service, sandbox, root)
            }
        }
    }
}
