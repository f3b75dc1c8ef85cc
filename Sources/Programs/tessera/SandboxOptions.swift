import ArgumentParser
import CardSecrets
import Foundation
import Gateways
import Hosting
import HTTPService
import MerchantsHosting
import NIOCore
import Sandbox
import SandboxServer

/// The options of `serve` that matter only with a sandbox.
struct SandboxOptions: ParsableArguments {
    @Flag(help: "Mark an empty database as a sandbox's and turn the sandbox on, without the demo universe.")
    var sandbox = false

    @Option(help: "Address of the sandbox listener; any but loopback needs --sandbox-token. (default: localhost)")
    var sandboxHost: String?

    @Option(help: "Port of the sandbox listener; 0 turns the sandbox off. (default: 8081)")
    var sandboxPort: Int?

    @Option(
        help: ArgumentHelp(
            "Bearer token that every request to the sandbox must send, of at least "
                + "\(SandboxToken.lengths.lowerBound) characters; better given as TESSERA_SANDBOX_TOKEN.",
            valueName: "token"))
    var sandboxToken: String?

    @Option(
        help: ArgumentHelp(
            "Further host name of the sandbox besides localhost and addresses; repeatable. Others are refused.",
            valueName: "name"))
    var sandboxName: [String] = []

    @Option(
        help: "Port of the merchants' listener at --host, which leads to the gateways; 0 closes it. (default: 8082)")
    var merchantsPort: Int?

    @Option(
        help: ArgumentHelp(
            "PEM file with a further trusted root for Apple devices' certificates; sandbox only, repeatable.",
            valueName: "file"))
    var appleRoot: [String] = []

    @Option(
        help: ArgumentHelp(
            "Seed for all random values, with the clock frozen: the same requests get the same responses; "
                + "sandbox only, with an empty database.",
            valueName: "number"))
    var seed: UInt64?

    /// Checks everything that can be checked without the database.
    func choice() throws -> SandboxChoice {
        let port = try Setting.givenPort(sandboxPort, "SANDBOX_PORT")
        let host = Setting.text(sandboxHost, "SANDBOX_HOST")
        let seed = try Setting.seed(seed)
        let appleRoots = try readAppleRoots(hasSandbox: port != 0)
        let isWanted = try Setting.flag(sandbox, "SANDBOX")
        let merchantsPort = try Setting.givenPort(merchantsPort, "MERCHANTS_PORT")
        guard seed == nil || port != 0 else {
            throw ValidationError(
                "--seed needs the sandbox, which --sandbox-port 0 turns off: anyone with the seed knows every key.")
        }
        guard !isWanted || port != 0 else {
            throw ValidationError("--sandbox turns the sandbox on and --sandbox-port 0 turns it off; leave one out.")
        }
        guard (merchantsPort ?? 0) == 0 || port != 0 else {
            throw ValidationError("--merchants-port needs the sandbox, which --sandbox-port 0 turns off.")
        }
        let named = [
            host.map { _ in "--sandbox-host" }, port.flatMap { $0 == 0 ? nil : "--sandbox-port" },
            seed.map { _ in "--seed" }, appleRoots.isEmpty ? nil : "--apple-root",
            merchantsPort.flatMap { $0 == 0 ? nil : "--merchants-port" },
        ].compactMap { $0 }
        let choice = SandboxChoice(
            isWanted: isWanted,
            address: ListenerAddress(
                host: host ?? "localhost", port: port ?? 8081, options: "--sandbox-host and --sandbox-port"),
            token: try readToken(), names: try readNames(), merchantsPort: merchantsPort ?? 8082,
            appleRoots: appleRoots, seed: seed, named: named)
        guard choice.token != nil || !choice.isOn || Self.isLoopback(choice.address.host) else {
            throw ValidationError(
                "At --sandbox-host \(choice.address.host), other machines can reach the sandbox, which shows card "
                    + "numbers. Set a token: export TESSERA_SANDBOX_TOKEN=$(openssl rand -hex 32).")
        }
        return choice
    }

    private func readToken() throws -> SandboxToken? {
        try Setting.text(sandboxToken, "SANDBOX_TOKEN").map { text in
            guard let token = SandboxToken(text) else {
                throw ValidationError(
                    "The sandbox's token must be \(SandboxToken.lengths.lowerBound) to "
                        + "\(SandboxToken.lengths.upperBound) of the characters A-Z, a-z, 0-9 and -._~+/; create one "
                        + "with openssl rand -hex 32.")
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

    /// Roots to trust in addition to Apple's and the sandbox's. Production trusts only Apple's.
    private func readAppleRoots(hasSandbox: Bool) throws -> [String] {
        let files = Setting.list(appleRoot, "APPLE_ROOT")
        guard files.isEmpty || hasSandbox else {
            throw ValidationError("--apple-root needs the sandbox, which --sandbox-port 0 turns off.")
        }
        return try files.map { file in
            let text = String(decoding: try Setting.pem(file, option: "--apple-root"), as: UTF8.self)
            let failures = AppleTrust.failures(ofFurtherRoot: text)
            guard failures.isEmpty else {
                let defects = failures.map { "The certificate \($0.predicate)" }.joined(separator: " ")
                throw ValidationError(
                    "--apple-root \(file): \(defects) Name a PEM file with one certificate that has CA:TRUE without "
                        + "pathlen, and keyCertSign; docs/PHONES.md has a recipe.")
            }
            return text
        }
    }

    /// Whether only this machine can reach a listener at this host. `localhost` is the only name that counts as local.
    private static func isLoopback(_ host: String) -> Bool {
        guard host.lowercased() != "localhost" else { return true }
        let text = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        switch try? SocketAddress(ipAddress: text, port: 0) {
        case .v4: return text.hasPrefix("127.")
        case .v6(let address):
            let bytes = SocketAddress.v6(address).addressBytes
            return bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
        default: return false
        }
    }
}

/// The sandbox options of the command line, for a database that may or may not be a sandbox's.
struct SandboxChoice {
    /// Whether to mark an empty database as the database of a sandbox.
    let isWanted: Bool
    /// Port 0 turns the sandbox off.
    let address: ListenerAddress
    let token: SandboxToken?
    let names: [String]
    /// Port 0 closes the merchants' listener.
    let merchantsPort: Int
    /// The additional roots, in PEM.
    let appleRoots: [String]
    let seed: UInt64?
    /// The given options that are refused without a sandbox.
    let named: [String]

    var isOn: Bool { address.port != 0 }

    /// The merchants' listener is public, as that of the card service; nil if it is closed.
    func merchantsAddress(at host: String) -> ListenerAddress? {
        guard isOn, merchantsPort != 0 else { return nil }
        return ListenerAddress(host: host, port: merchantsPort, options: "--host and --merchants-port")
    }

    /// The names at which clients of gateways call that listener.
    var gatewayHosts: [String] { isOn && merchantsPort != 0 ? MerchantsServer.hostNames : [] }

    var access: SandboxAccess { SandboxAccess(token: token, names: names) }

    /// Refuses options that need a sandbox if the database is not a sandbox's.
    ///
    /// - Parameter mark: the database's mark, if it has one.
    func requireMark(_ mark: SandboxMark?) throws {
        guard mark == nil, let option = named.first else { return }
        throw Installation.Failure(
            description: "\(option) needs a sandbox, and the database is not a sandbox's. Start with an empty "
                + "database and --sandbox or --demo, or leave out \(named.joined(separator: ", ")).")
    }
}
