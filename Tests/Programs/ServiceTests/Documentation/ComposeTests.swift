import Foundation
import Subprocess
import SystemPackage
import Testing
import Yams

/// Checks the files that an engine for containers reads, without an engine.
@Suite("The images and the files of Docker Compose", .timeLimit(.minutes(5)))
struct ComposeTests {
    private static let files: [(String, Program)] = [
        ("docker-compose.yml", .tessera), ("docker-compose.production.yml", .core),
    ]

    @Test("The image shows the ports at which its program listens by default", arguments: Program.allCases)
    func ports(_ program: Program) async throws {
        let options = try #require(try await ProgramHelp.of(program).options(of: "serve"))
        let ports = options.filter { $0.key.hasSuffix("port") && $0.value.usual != "0" }.map(\.value.usual)
        #expect(Set(ports) == (program == .tessera ? ["8080", "8081", "8082"] : ["8080"]))
        let stages = try Document.text(of: "Dockerfile").components(separatedBy: "\nFROM ")
        let image = try #require(stages.first { $0.hasPrefix("system AS \(program.rawValue)\n") })
        let exposed = try #require(image.firstMatch(of: /\nEXPOSE (.*)\n/)).1.split(separator: " ").map(String.init)
        #expect(exposed.sorted() == ports.sorted())
        for line in [
            "USER tessera", #"ENTRYPOINT ["\#(program.rawValue)"]"#, #"CMD ["\#(program.rawValue)", "healthcheck"]"#,
            "/package/\(program.rawValue)_*.deb",
        ] {
            #expect(image.contains(line), "\(line)")
        }
        if program == .tessera {
            let compose = try Document.text(of: "docker-compose.yml")
            let published = compose.matches(of: /- "127\.0\.0\.1:(\d+):(\d+)"/).filter { $0.1 == $0.2 }
            #expect(published.map { String($0.1) }.sorted() == ports.sorted())
        }
    }

    @Test("A file of Compose names only what exists", arguments: files)
    func names(_ file: String, _ program: Program) async throws {
        let composed = try Composed(file)
        let help = try await ProgramHelp.of(program)
        let variables = try #require(help.options(of: "serve"))
        let dockerfile = try Document.text(of: "Dockerfile")
        #expect(composed.services.count >= 2)
        for (name, service) in composed.services {
            let settings = service["environment"] as? [String: Any] ?? [:]
            let tesseras = settings.keys.filter { $0.hasPrefix("TESSERA_") }
            for variable in tesseras { #expect(variables[ProgramHelp.option(variable)] != nil, "\(name): \(variable)") }
            let secrets = Composed.list(service["secrets"])
            for value in settings.values.compactMap({ $0 as? String }) where value.hasPrefix("/run/secrets/") {
                #expect(secrets.contains(String(value.dropFirst("/run/secrets/".count))), "\(name): \(value)")
            }
            for (kind, used) in composed.uses(of: service) {
                #expect(used.isSubset(of: composed.names(kind)), "\(name): \(kind)")
            }
            guard let build = service["build"] else { continue }
            let target = (build as? [String: Any])?["target"] as? String ?? Program.tessera.rawValue
            #expect(target == program.rawValue && dockerfile.contains(" AS \(target)\n"), "\(name)")
            let words = Composed.list(service["command"])
            let options = try #require(help.options(of: words.first ?? ""))
            for word in words where word.hasPrefix("--") { #expect(options[word] != nil, "\(name): \(word)") }
        }
        for kind in ["secrets", "configs", "volumes", "networks"] {
            let used = composed.services.values.flatMap { composed.uses(of: $0)[kind] ?? [] }
            #expect(Set(used) == composed.names(kind), "\(kind) that nothing uses")
        }
    }

    @Test("In production, the program may do little, no password is in the file, and only TLS is published")
    func production() throws {
        let file = "docker-compose.production.yml"
        let composed = try Composed(file)
        for (name, service) in composed.services {
            #expect(Composed.list(service["security_opt"]) == ["no-new-privileges:true"], "\(name)")
            let settings = service["environment"] as? [String: Any] ?? [:]
            for variable in settings.keys where variable.contains("PASSWORD") || variable.contains("DATABASE_URL") {
                #expect(variable.hasSuffix("_FILE"), "\(name): \(variable)")
            }
            guard service["build"] != nil else { continue }
            #expect(service["read_only"] as? Bool == true && Composed.list(service["cap_drop"]) == ["ALL"], "\(name)")
        }
        let published = composed.services.filter { $0.value["ports"] != nil }
        #expect(Set(published.keys) == ["tessera-core"])
        let settings = published.values.first?["environment"] as? [String: Any]
        #expect(settings?["TESSERA_TLS_CERTIFICATE"] != nil && settings?["TESSERA_TLS_KEY"] != nil)
    }

    @Test(
        "Packaging/secrets makes every secret of production that is not the issuer's, and keeps those that are there",
        .enabled(if: geteuid() == 0, "Only root gives files to another account."))
    func secrets() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-secrets-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = """
            Packaging/secrets "$0" 2> /dev/null && exit 1
            touch "$0/tls-certificate" "$0/tls-key"
            Packaging/secrets "$0"
            (cd "$0" && sha256sum *) > "$0.sums"
            Packaging/secrets "$0"
            (cd "$0" && sha256sum --check --quiet) < "$0.sums"
            rm "$0.sums"
            stat --format '%a %u %n' "$0"/*
            """
        let made = try await Command.run(
            Configuration(
                executable: .name("bash"), arguments: ["-euo", "pipefail", "-c", script, folder.path],
                workingDirectory: FilePath(Document.root.path)))
        #expect(made.status == .exited(0), "\(made.errors)")
        let expected = [
            "400 0 owner-password", "444 0 serving-password", "400 10001 owner-url", "400 10001 serving-url",
            "400 10001 key-encryption-key", "444 0 tls-certificate", "400 10001 tls-key",
        ]
        #expect(Set(made.output.replacing(folder.path + "/", with: "").split(separator: "\n").map(String.init))
            == Set(expected))
        let files = try Composed("docker-compose.production.yml").secretFiles
        #expect(Set(files) == Set(expected.map { "secrets/\($0.split(separator: " ").last ?? "")" }))
        let key = try String(contentsOf: folder.appending(path: "key-encryption-key"), encoding: .utf8)
        #expect(key.wholeMatch(of: /[0-9a-f]{64}/) != nil)
        let url = try String(contentsOf: folder.appending(path: "serving-url"), encoding: .utf8)
        let password = try String(contentsOf: folder.appending(path: "serving-password"), encoding: .utf8)
        #expect(url == "postgresql://tessera_serving:\(password)@postgres/tessera\n")
    }
}

/// A file of Docker Compose.
private struct Composed {
    private let all: [String: Any]

    init(_ file: String) throws {
        all = try #require(try Yams.load(yaml: Document.text(of: file)) as? [String: Any], "\(file)")
    }

    var services: [String: [String: Any]] { all["services"] as? [String: [String: Any]] ?? [:] }

    var secretFiles: [String] {
        (all["secrets"] as? [String: [String: String]] ?? [:]).values.compactMap { $0["file"] }
    }

    /// What the file declares of a kind, such as `volumes`.
    func names(_ kind: String) -> Set<String> { Set((all[kind] as? [String: Any] ?? [:]).keys) }

    /// What a service uses of each kind.
    func uses(of service: [String: Any]) -> [String: Set<String>] {
        let configs = (service["configs"] as? [[String: String]] ?? []).compactMap { $0["source"] }
        let volumes = Self.list(service["volumes"]).compactMap { $0.split(separator: ":").first.map(String.init) }
        return [
            "secrets": Set(Self.list(service["secrets"])), "configs": Set(configs), "volumes": Set(volumes),
            "networks": Set(Self.list(service["networks"])),
            "services": Set((service["depends_on"] as? [String: Any] ?? [:]).keys),
        ]
    }

    static func list(_ value: Any?) -> [String] { value as? [String] ?? [] }
}
