import Foundation
import Testing

/// What only the package of the program for production has: a service with its settings.
@Suite("The package of tessera-core", .timeLimit(.minutes(20)))
struct CorePackageTests {
    private static let settings = "etc/tessera/tessera-core.env"
    private static let unit = "lib/systemd/system/tessera-core.service"

    /// Options that an installed service does not need: its databases are in files, and another role migrates them; its
    /// certificate is the operator's, and it is no development.
    private static let left: Set = [
        "--database-url", "--migrate", "--read-url", "--tls", "--tls-name", "--webhooks-anywhere",
    ]

    @Test("The file of settings has every option of serve that production needs, each with its default and a comment")
    func settings() async throws {
        let package = try await UnpackedPackage.of(.core)
        #expect(try package.text(of: "DEBIAN/conffiles") == "/\(Self.settings)\n")
        let options = try #require(try await ProgramHelp.of(.core).options(of: "serve"))
        let lines = try package.text(of: Self.settings).split(separator: "\n", omittingEmptySubsequences: false)
        var named: Set<String> = []
        for (above, line) in zip(lines, lines.dropFirst()) {
            guard let setting = line.wholeMatch(of: /(#?)(TESSERA_\w+)=(.+)/) else {
                #expect(line.isEmpty || line.hasPrefix("# ") || line == "#", "\(line)")
                continue
            }
            let name = ProgramHelp.option(setting.2)
            named.insert(name)
            let usual = options[name]?.usual ?? "no option"
            #expect(above.hasPrefix("# "), "\(line)")
            #expect(setting.1.isEmpty || ["none", "created", String(setting.3)].contains(usual), "\(line): \(usual)")
        }
        #expect(named.isDisjoint(with: Self.left))
        #expect(named.union(Self.left) == Set(options.keys))
    }

    @Test("The service runs the packaged program with the packaged settings, and may do little else")
    func service() async throws {
        let package = try await UnpackedPackage.of(.core)
        let lines = try package.text(of: "usr/" + Self.unit).split(separator: "\n")
        let pairs = lines.compactMap { $0.wholeMatch(of: /(\w+)=(.*)/) }.map { (String($0.1), String($0.2)) }
        let unit = Dictionary(grouping: pairs) { $0.0 }.mapValues { values in values.map { $0.1 } }
        #expect(unit["ExecStart"] == ["/usr/bin/tessera-core serve"])
        #expect(unit["EnvironmentFile"] == ["/\(Self.settings)"])
        #expect(unit["ExecReload"] == [#"/bin/sh -c "kill -HUP $MAINPID""#])
        let account = try #require(unit["User"]?.first)
        #expect(try package.text(of: "DEBIAN/postinst").contains("--home /var/lib/\(account)"))
        #expect(try package.text(of: Self.settings).contains("\nTESSERA_DATA_DIR=/var/lib/\(account)\n"))
        #expect(unit["StateDirectory"] == [account])
        let protections = [
            "LockPersonality", "MemoryDenyWriteExecute", "NoNewPrivileges", "PrivateDevices", "PrivateTmp",
            "ProtectHome", "RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID",
        ]
        for protection in protections { #expect(unit[protection] == ["yes"], "\(protection)") }
        #expect(unit["ProtectSystem"] == ["strict"] && unit["CapabilityBoundingSet"] == [""])
        #expect(unit["RestrictAddressFamilies"] == ["AF_INET AF_INET6 AF_UNIX"])
        #expect(unit["SystemCallFilter"] == ["@system-service", "~@privileged"])
        // The most of --drain-seconds, and what Installation.run allows beyond it.
        #expect((unit["TimeoutStopSec"]?.first.flatMap { Int($0) } ?? 0) > 600 + 20)
    }

    @Test("What the tarball has for systemd names files below /usr/local")
    func tarball() async throws {
        let package = try await UnpackedPackage.of(.core)
        for file in [Self.unit, Self.settings] {
            let text = try package.unpacked(file)
            #expect(text.contains("=/usr/local/"), "\(file)")
            #expect(!text.contains(#/=/(etc|usr/bin)/#), "\(file)")
        }
    }
}
