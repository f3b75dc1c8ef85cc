import Foundation
import Subprocess
import SystemPackage

/// A third-party tester that `make test` installs.
enum Tester {
    /// The directory of the programs that Tests/Python installs.
    static let programs = Document.root.appending(path: ".build/python/bin")

    /// Our scripts and settings for these programs.
    static let folder = Document.root.appending(path: "Tests/Python")

    /// True if testers should generate many requests, as in `make soak`.
    static let isThorough = ProcessInfo.processInfo.environment["SOAK"] != nil

    /// For programs in Java that run for seconds. Within so short a time, the second compiler costs more than it saves.
    static let quickJava: [Environment.Key: String] = [
        "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=240m"
    ]

    /// Runs one of these programs.
    static func run(
        _ name: String, _ arguments: [String], environment: [String: String] = [:], in directory: String = "/"
    ) async throws -> Program.Ending {
        let program = programs.appending(path: name).path
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw NotInstalled(what: "\(program) is not there; make test installs it, from Tests/Python")
        }
        return try await run(.path(FilePath(program)), arguments, environment, in: directory)
    }

    /// Runs a script of Tests/Scripts in node.
    static func play(
        _ script: String, _ arguments: [String], environment: [String: String]
    ) async throws -> Program.Ending {
        let path = Document.root.appending(path: "Tests/Scripts/\(script)").path
        return try await command("node", [path] + arguments, environment: environment)
    }

    /// Runs a program that is on the PATH.
    static func command(
        _ name: String, _ arguments: [String], environment: [String: String] = [:], in directory: String = "/"
    ) async throws -> Program.Ending {
        guard isOnPath(name) else {
            throw NotInstalled(what: "There is no \(name) on the PATH; make test installs it")
        }
        return try await run(.name(name), arguments, environment, in: directory)
    }

    static func isOnPath(_ name: String) -> Bool {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    /// The environment holds the given variables, PATH, TMPDIR and HOME, but no proxy and no secret of the person who
    /// runs the tests.
    private static func run(
        _ program: Executable, _ arguments: [String], _ environment: [String: String], in directory: String
    ) async throws -> Program.Ending {
        let places = ProcessInfo.processInfo.environment.filter { ["PATH", "TMPDIR"].contains($0.key) }
        let all = places.merging(["HOME": directory]) { $1 }.merging(environment) { $1 }
        let given = all.compactMap { name, value in Environment.Key(rawValue: name).map { ($0, value) } }
        let variables = quickJava.merging(given) { $1 }
        return try await Command.run(
            Configuration(
                executable: program, arguments: Arguments(arguments),
                environment: .custom(variables),
                workingDirectory: FilePath(directory)),
            within: Deadline.long)
    }

    private struct NotInstalled: Error {
        let what: String
    }
}
