import Foundation
import Subprocess
import Testing
import TestSupport

/// Runs the fixtures' own suites, each in four workers beside one service. The suites run one at a time, because each
/// keeps all cores busy.
@Suite("Fixtures for test runners", .serialized, .timeLimit(.minutes(20)))
struct TestingFixtureTests {
    private static let folder = Document.root.appending(path: "Clients/testing")

    /// Runs a suite beside a demo, and expects that it leaves no tenant behind.
    private static func run(
        _ suite: @Sendable ([String: String]) async throws -> Program.Ending
    ) async throws -> Program.Ending {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let (sandbox, port) = (Sandbox(), Unshared.port())
            // The sandbox's answer has the host of the request in the URLs of a tenant.
            let options = [
                "--demo", "--data-dir", directory.path, "--database-url", scratch.url, "--host", sandbox.host,
                "--port", "\(port)",
            ]
            return try await Program.serve(options, sandbox, host: sandbox.host) { served in
                _ = try await served.log.entry("Server started and listening on \(sandbox.host):\(port)")
                let ending = try await suite(["TESSERA_SANDBOX_URL": sandbox.url])
                #expect(try await sandbox.get("/sandbox/tenants").body == #"{"tenants":[]}"#)
                return ending
            }.result
        }
    }

    @Test("The suite of pytest passes in four processes")
    func pytest() async throws {
        let ending = try await Self.run { variables in
            let folder = Self.folder.appending(path: "python").path
            // Plugins of other packages, such as Schemathesis', take each process seconds to load.
            let own = [
                "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            ]
            let plugins = ["-p", "no:cacheprovider", "-p", "xdist", "-p", "tessera_testing"]
            return try await Tester.run(
                "pytest", plugins + ["-n", "4", "\(folder)/tests"],
                environment: own.merging(variables) { $1 })
        }
        #expect(ending.status.isSuccess, "\(ending.output)\n\(ending.errors)")
        #expect(ending.output.contains("4 workers"), "\(ending.output)")
        #expect(ending.output.contains(/[2-9]\d passed in/), "\(ending.output)")
    }

    @Test(
        "The suite of node:test passes in four processes",
        .enabled(if: Tester.isOnPath("node"), "There is no node on the PATH: apt-get install nodejs"))
    func node() async throws {
        let ending = try await Self.run { variables in
            let folder = Self.folder.appending(path: "node").path
            let options = ["--test", "--test-reporter=tap", "--test-concurrency=4", "\(folder)/tests"]
            return try await Tester.command("node", options, environment: variables)
        }
        #expect(ending.status.isSuccess, "\(ending.output)\n\(ending.errors)")
        #expect(ending.output.contains(/pass [3-9]\d\n/), "\(ending.output)")
    }

    private static let jestProgram = Document.root.appending(path: ".build/jest/node_modules/jest/bin/jest.js").path
    private static let hasJest = FileManager.default.fileExists(atPath: jestProgram)

    @Test(
        "The suite of Jest passes in four processes",
        .enabled(if: Tester.isOnPath("node"), "There is no node on the PATH: apt-get install nodejs"),
        .enabled(if: hasJest, "There is no Jest in .build/jest; make test puts it there"))
    func jest() async throws {
        let ending = try await Self.run { variables in
            let options = [Self.jestProgram, "--maxWorkers=4", "--cache=false"]
            let folder = Self.folder.appending(path: "node").path
            return try await Tester.command("node", options, environment: variables, in: folder)
        }
        #expect(ending.status.isSuccess, "\(ending.output)\n\(ending.errors)")
        #expect(ending.errors.contains(/Tests: +[3-9]\d passed/), "\(ending.errors)")
    }

    /// The parts of JUnit that Debian's package junit5 has.
    private static let jars = [
        "apiguardian-api", "junit-jupiter-api", "junit-jupiter-engine", "junit-platform-commons",
        "junit-platform-console", "junit-platform-engine", "junit-platform-launcher", "junit-platform-reporting",
        "opentest4j", "picocli",
    ].map { "/usr/share/java/\($0).jar" }

    @Test(
        "The suite of JUnit passes in four threads",
        .enabled(if: Tester.isOnPath("javac"), "There is no javac on the PATH: apt-get install default-jdk-headless"),
        .enabled(
            if: jars.allSatisfy { FileManager.default.fileExists(atPath: $0) },
            "There is no JUnit: apt-get install junit5"))
    func junit() async throws {
        try await DataDirectory.with { classes in
            let sources = try ["java/src/tessera/testing", "java/tests"].flatMap { path in
                let folder = Self.folder.appending(path: path)
                return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                    .map(\.path)
            }
            let jars = Self.jars.joined(separator: ":")
            let strict = ["-Xlint:unchecked,rawtypes,deprecation", "-Werror", "-cp", jars, "-d", classes.path]
            let compiled = try await Tester.command("javac", strict + sources)
            try #require(compiled.status.isSuccess, "\(compiled.output)\n\(compiled.errors)")
            let settings = try Document.block("properties", of: "Clients/testing/README.md")
                .split(separator: "\n").flatMap { ["--config", String($0)] }
            let options = ["-cp", "\(jars):\(classes.path)", "org.junit.platform.console.ConsoleLauncher"]
                + ["--scan-classpath", classes.path, "--disable-banner", "--details=summary"] + settings
            let ending = try await Self.run { try await Tester.command("java", options, environment: $0) }
            #expect(ending.status.isSuccess, "\(ending.output)\n\(ending.errors)")
            #expect(ending.output.contains(/[2-9]\d tests successful/), "\(ending.output)")
        }
    }

    @Test(
        "The suites of Swift Testing and XCTest pass with four tests at a time",
        .enabled(if: Tester.isOnPath("swift"), "There is no swift on the PATH; it comes with the toolchain"))
    func swift() async throws {
        try await DataDirectory.with { place in
            try FileManager.default.createDirectory(atPath: place.path, withIntermediateDirectories: true)
            let package = ["test", "--package-path", Self.folder.appending(path: "swift").path]
            let options = ["--scratch-path", place.path, "-debug-info-format", "none", "-Xswiftc", "-use-ld=lld"]
            // Its caches are in this folder, too, instead of the home directory.
            let ending = try await Self.run { variables in
                try await Tester.command("swift", package + options, environment: variables, in: place.path)
            }
            #expect(ending.status.isSuccess, "\(ending.output)\n\(ending.errors)")
            #expect(ending.output.contains("Executed 1 test, with 0 failures"), "\(ending.output)")
            #expect(ending.output.contains(/Test run with \d+ tests in 2 suites passed/), "\(ending.output)")
        }
    }

    @Test("The page shows the examples of the suites", arguments: [
        ("python", "python/tests/test_example.py"), ("js", "node/tests/example.test.js"),
        ("js", "node/tests/example.jest.js"), ("java", "java/tests/ExampleTest.java"),
        ("swift", "swift/Tests/TesseraTestingTests/ExampleTests.swift"),
    ])
    func page(kind: String, file: String) throws {
        let example = try Document.text(of: "Clients/testing/\(file)")
            .replacing("require('../index.js')", with: "require('tessera-testing')")
        let page = try Document.text(of: "Clients/testing/README.md")
        #expect(page.contains("\n```\(kind)\n\(example)```\n"))
    }

    @Test("The fixtures need only their runner", arguments: ["python/tessera_testing.py", "node/index.js"])
    func dependencies(file: String) throws {
        let text = try Document.text(of: "Clients/testing/\(file)")
        let imported = text.matches(of: /(?m)^(?:import|from) ([a-z0-9]+)/).map { String($0.1) }
        let known: Set = [
            "base64", "contextlib", "datetime", "json", "os", "pytest", "re", "time", "urllib",
        ]
        #expect(Set(imported).isSubset(of: known) && !text.contains("require('tessera"))
    }
}
