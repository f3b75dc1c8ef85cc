import ArgumentParser
import Foundation
import Subprocess
import Synchronization
import SystemPackage
import UnixSignals

struct Exec: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a command with a tenant of its own.",
        discussion: """
            Makes a tenant at a running service with a sandbox, runs the command, and deletes the tenant: also if the \
            command fails, or after Ctrl-C or SIGTERM, which the command gets, too. Exits with the command's \
            exit code.

            The command finds the tenant in its environment: TESSERA_TENANT, TESSERA_URL, TESSERA_SANDBOX_URL, \
            TESSERA_MERCHANTS_URL, TESSERA_BRAND, TESSERA_CLIENT_ID, TESSERA_CLIENT_SECRET, TESSERA_BACKEND_ID, \
            TESSERA_BACKEND_SECRET and TESSERA_CUSTOMER. The other commands of this program read the same variables.

            For example: tessera exec -- swift test, or
            tessera exec --seed 7 -- tessera demo
            """)

    @Option(help: "The tenant's name. (default: chosen by the service)")
    var name: String?

    @Option(help: "The tenant's brand. (default: demo)")
    var brand: String?

    @Option(help: "A seed that makes the tenant's ids and numbers repeatable, together with --name.")
    var seed: Int?

    @Option(help: "The time to freeze the tenant's clock at, such as 2029-12-01T00:00:00Z.")
    var now: String?

    @OptionGroup var address: SandboxAddress

    @Argument(parsing: .postTerminator, help: "The command, after two hyphens.")
    var command: [String] = []

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("Name the command after two hyphens: tessera exec -- swift test")
        }
    }

    func run() async throws {
        let sandbox = try address.sandbox()
        // From here on, a signal does not end this program before the tenant is deleted.
        let child = ForwardedSignals()
        let signals = await UnixSignalsSequence(trapping: .sighup, .sigint, .sigterm)
        let forwarding = Task { for await signal in signals { child.pass(signal) } }
        defer { forwarding.cancel() }
        let beginning = RunningTenant.Beginning(name: name, brand: brand, now: now, seed: seed)
        let code = try await RunningTenant.made(at: sandbox, beginning) { tenant in await run(with: tenant, child) }
        throw ExitCode(code)
    }

    private func run(with tenant: RunningTenant, _ child: ForwardedSignals) async -> Int32 {
        if let signal = child.signalBeforeStart { return 128 + signal }
        var variables: [Environment.Key: String?] = [:]
        for (name, value) in tenant.environment {
            if let key = Environment.Key(rawValue: name) { variables[key] = value }
        }
        do {
            let result = try await Subprocess.run(
                command[0].contains("/") ? .path(FilePath(command[0])) : .name(command[0]),
                arguments: Arguments(Array(command.dropFirst())), environment: .inherit.updating(variables),
                input: .currentStandardInput, output: .currentStandardOutput, error: .currentStandardError
            ) { child.began($0.processIdentifier.value) }
            child.ended()
            switch result.terminationStatus {
            case .exited(let code): return code
            case .signaled(let signal): return 128 + signal
            }
        } catch {
            let text = "Error: \(command[0]) cannot be run. Check the name after the two hyphens.\n"
            try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
            return 127
        }
    }
}

/// Passes the signals that this program gets to the process that it runs.
private final class ForwardedSignals: Sendable {
    private enum State {
        case waiting
        /// A signal came before the process began.
        case stopped(Int32)
        case running(pid_t)
        /// Its number may belong to another process by now.
        case ended
    }

    private let state = Mutex(State.waiting)

    var signalBeforeStart: Int32? { state.withLock { if case .stopped(let signal) = $0 { signal } else { nil } } }

    func began(_ process: pid_t) {
        let missed = state.withLock { state -> Int32? in
            defer { state = .running(process) }
            return if case .stopped(let signal) = state { signal } else { nil }
        }
        if let missed { kill(process, missed) }
    }

    func ended() { state.withLock { $0 = .ended } }

    /// A terminal sends Ctrl-C to both processes itself.
    func pass(_ signal: UnixSignal) {
        let process = state.withLock { state -> pid_t? in
            switch state {
            case .running(let process): return process
            case .waiting, .stopped: state = .stopped(signal.rawValue)
            case .ended: break
            }
            return nil
        }
        guard let process, signal != .sigint || isatty(STDIN_FILENO) == 0 else { return }
        kill(process, signal.rawValue)
    }
}
