import ArgumentParser
import CardSecrets
import CardServer
import Foundation
import NIOCore
import Sandbox

/// The options of `serve` that only a sandbox has a use for.
struct SandboxOptions: ParsableArguments {
    @Flag(help: "Make an empty database a sandbox's, without the demo universe: then the sandbox is on. See --demo.")
    var sandbox = false

    @Option(help: "Address of the sandbox listener; beyond loopback it needs --sandbox-token. (default: 127.0.0.1)")
    var sandboxHost: String?

    @Option(help: "Port of the sandbox listener; 0 turns the sandbox off. (default: 8081)")
    var sandboxPort: Int?

    @Option(
        help: ArgumentHelp(
            "What every request to the sandbox must show as its bearer token, of at least "
                + "\(SandboxToken.lengths.lowerBound) characters; better given as TESSERA_SANDBOX_TOKEN.",
            valueName: "token"))
    var sandboxToken: String?

    @Option(
        help: ArgumentHelp(
            "Host name of the sandbox beside localhost and addresses; repeatable. Others are refused.",
            valueName: "name"))
    var sandboxName: [String] = []

    @Option(
        help: ArgumentHelp(
            "PEM file with a root that Apple devices' certificates may lead to; sandbox only, repeatable.",
            valueName: "file"))
    var appleRoot: [String] = []

    @Option(
        help: ArgumentHelp(
            "Take all chance from this number and stop the clock, so that the same requests get the same answers; "
                + "sandbox only, for an empty database.",
            valueName: "number"))
    var seed: UInt64?

    /// Everything that can be known to make no sense before a database is asked.
    func choice() throws -> SandboxChoice {
        let port = try Setting.givenPort(sandboxPort, "SANDBOX_PORT")
        let host = Setting.text(sandboxHost, "SANDBOX_HOST")
        let seed = try Setting.seed(seed)
        let appleRoots = try readAppleRoots(hasSandbox: port != 0)
        let isWanted = try Setting.flag(sandbox, "SANDBOX")
        guard seed == nil || port != 0 else {
            throw ValidationError(
                "--seed is for the sandbox, which --sandbox-port 0 turns off: who knows the seed knows every key.")
        }
        guard !isWanted || port != 0 else {
            throw ValidationError("--sandbox asks for the sandbox, which --sandbox-port 0 turns off; leave one out.")
        }
        let named = [
            host.map { _ in "--sandbox-host" }, port.flatMap { $0 == 0 ? nil : "--sandbox-port" },
            seed.map { _ in "--seed" }, appleRoots.isEmpty ? nil : "--apple-root",
        ].compactMap { $0 }
        let choice = SandboxChoice(
            isWanted: isWanted, host: host ?? "127.0.0.1", port: port ?? 8081, token: try readToken(),
            names: try readNames(), appleRoots: appleRoots, seed: seed, named: named)
        guard choice.token != nil || choice.port == 0 || Self.isLoopback(choice.host) else {
            throw ValidationError(
                "At --sandbox-host \(choice.host) other machines may reach the sandbox, which shows card numbers. Give "
                    + "it a token: export TESSERA_SANDBOX_TOKEN=$(openssl rand -hex 32).")
        }
        return choice
    }

    private func readToken() throws -> SandboxToken? {
        try Setting.text(sandboxToken, "SANDBOX_TOKEN").map { text in
            guard let token = SandboxToken(text) else {
                throw ValidationError(
                    "The sandbox's token must be \(SandboxToken.lengths.lowerBound) to "
                        + "\(SandboxToken.lengths.upperBound) of A-Z, a-z, 0-9 and -._~+/, such as "
                        + "openssl rand -hex 32 makes.")
            }
            return token
        }
    }

    private func readNames() throws -> [String] {
        let names = Setting.list(sandboxName, "SANDBOX_NAME")
        for name in names where name.wholeMatch(of: /[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*/) == nil {
            throw ValidationError("--sandbox-name must be a host name without a port, such as sandbox.acme.example.")
        }
        return names
    }

    /// Roots beside Apple's own and the sandbox's; production trusts none but Apple's.
    private func readAppleRoots(hasSandbox: Bool) throws -> [String] {
        let files = Setting.list(appleRoot, "APPLE_ROOT")
        guard files.isEmpty || hasSandbox else {
            throw ValidationError("--apple-root is for the sandbox, which --sandbox-port 0 turns off.")
        }
        return try files.map { file in
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
                throw ValidationError("--apple-root \(file) is no text file that can be read; a PEM file is needed.")
            }
            do throws(CertificateFailure) {
                _ = try AppleTrust(sandboxRoots: [text])
            } catch {
                throw ValidationError("--apple-root \(file): the certificate \(error.predicate)")
            }
            return text
        }
    }

    /// Whether only this machine can reach a listener there. Of names, localhost alone is known to be so.
    private static func isLoopback(_ host: String) -> Bool {
        guard host.lowercased() != "localhost" else { return true }
        let text = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        switch try? SocketAddress(ipAddress: text, port: 0) {
        case .v4: return text.hasPrefix("127.")
        case .v6(let address):
            return withUnsafeBytes(of: address.address.sin6_addr) { bytes in
                bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
            }
        default: return false
        }
    }
}

/// What whoever started the service wants of a sandbox, if its database is one's.
struct SandboxChoice {
    /// Whether an empty database is to become a sandbox's.
    let isWanted: Bool
    let host: String
    /// 0 for no sandbox.
    let port: Int
    let token: SandboxToken?
    let names: [String]
    /// PEM.
    let appleRoots: [String]
    let seed: UInt64?
    /// The options that were given and mean nothing without a sandbox.
    let named: [String]

    var isOn: Bool { port != 0 }

    /// Throws if an option was given that means nothing without a sandbox's database.
    ///
    /// - Parameter mark: the database's, if it has one.
    func requireMark(_ mark: SandboxMark?) throws {
        guard mark == nil, let option = named.first else { return }
        throw Installation.Failure(
            description: "\(option) is for the sandbox, and the database is not a sandbox's. Start an empty one "
                + "with --sandbox or --demo, or leave out \(named.joined(separator: ", ")).")
    }

    func settings(of sandbox: Sandbox) -> SandboxSettings {
        SandboxSettings(sandbox, token: token, names: names)
    }
}
