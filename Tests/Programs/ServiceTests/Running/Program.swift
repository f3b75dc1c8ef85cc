import Foundation
import Subprocess
import SystemPackage

/// A built program, which tests run as its users do.
enum Program: String, CaseIterable {
    case tessera
    /// The card service without the sandbox.
    case core = "tessera-core"

    /// The end of a run.
    struct Ending: Sendable {
        let status: TerminationStatus
        let output: String
        let errors: String
    }

    /// An error while a service ran, with the last 20 lines of the service's log.
    struct Failure: Error {
        let error: any Error
        let log: [String]
    }

    /// Runs a command to its end.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], in directory: String = "/",
        by program: Program = .tessera
    ) async throws -> Ending {
        try await Command.run(program.configuration(arguments, environment, directory))
    }

    /// Starts a command that a test kills.
    static func begin(_ arguments: [String], by program: Program = .tessera) throws -> ServerProcess {
        ServerProcess(try program.configuration(arguments, [:], "/"))
    }

    /// Runs `tessera serve` on a free port and without the sandbox, unless the arguments or the environment say
    /// otherwise. Sends SIGTERM when `body` returns.
    ///
    /// - Parameters:
    ///   - sandbox: the address of the sandbox; nil for no sandbox.
    ///   - host: the host of the public listener.
    ///   - place: the path of the program if it is not beside the tests. Then it gets no environment variable of this
    ///     machine.
    static func serve<Result: Sendable>(
        _ arguments: [String], _ sandbox: Sandbox? = nil, environment: [String: String] = [:],
        host: String = "127.0.0.1", by program: Program = .tessera, installedAt place: FilePath? = nil,
        body: (RunningService) async throws -> Result
    ) async throws -> (result: Result, ending: Ending) {
        let closed = [
            "TESSERA_PORT": "0", "TESSERA_SANDBOX_PORT": "0", "TESSERA_MERCHANTS_PORT": "0",
            "TESSERA_DRAIN_SECONDS": "0",
        ]
        let quiet = closed.merging(environment) { _, given in given }
        let server = ServerProcess(
            try program.configuration(["serve"] + arguments + (sandbox?.arguments ?? []), quiet, "/", at: place))
        do {
            let process = try await server.processIdentifier
            let port = try await server.log.port(at: host)
            if let sandbox {
                // The service may listen at the same host.
                _ = try await server.log.entry("Server started and listening on \(sandbox.host):\(sandbox.port)")
            }
            let result = try await body(
                RunningService(processIdentifier: process, host: host, port: port, log: server.log))
            return (result, try await server.terminate())
        } catch {
            await server.kill()
            throw Failure(error: error, log: server.log.lines.suffix(20))
        }
    }

    /// Leaves out the TESSERA_ variables of the person who runs the tests. Waits up to 120 seconds for the database, so
    /// that a busy machine slows the tests down but does not fail them.
    private func configuration(
        _ arguments: [String], _ environment: [String: String], _ directory: String, at place: FilePath? = nil
    ) throws -> Configuration {
        let all = place == nil ? ProcessInfo.processInfo.environment : [:]
        let inherited = all.filter { !$0.key.hasPrefix("TESSERA_") }
        let patient = ["TESSERA_DATABASE_WAIT": "120", "TESSERA_STATEMENT_TIMEOUT": "120"]
        let merged = [patient, environment].reduce(inherited) { $0.merging($1) { _, given in given } }
        let variables = merged.compactMap { name, value in Environment.Key(rawValue: name).map { ($0, value) } }
        return Configuration(
            executable: .path(try place ?? path), arguments: Arguments(arguments),
            environment: .custom(Dictionary(uniqueKeysWithValues: variables)),
            workingDirectory: FilePath(directory))
    }

    /// Programs are linked next to the tests.
    var path: FilePath {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return FilePath(tests).removingLastComponent().appending(rawValue)
        }
    }
}
