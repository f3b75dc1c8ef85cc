import ArgumentParser
import CardServer
import Foundation
import HTTPService

/// A setting from the command line, otherwise from the environment, otherwise its default.
///
/// A value in the environment that cannot be understood is an error, as on the command line: a service that silently
/// falls back to a default would listen where nobody expects it.
enum Setting {
    static func text(_ given: String?, _ name: String, default fallback: String) -> String {
        given ?? environment(name) ?? fallback
    }

    static func text(_ given: String?, _ name: String) -> String? {
        given ?? environment(name)
    }

    /// Several values; in the environment they are separated by colons.
    static func list(_ given: [String], _ name: String) -> [String] {
        given.isEmpty ? environment(name).map { $0.split(separator: ":").map(String.init) } ?? [] : given
    }

    static func port(_ given: Int?, _ name: String, default fallback: Int) throws -> Int {
        try givenPort(given, name) ?? fallback
    }

    static func givenPort(_ given: Int?, _ name: String) throws -> Int? {
        let stated = try given ?? environment(name).map { text in
            guard let port = Int(text) else { throw ValidationError("TESSERA_\(name) must be a port, not '\(text)'.") }
            return port
        }
        guard stated.map((0...65535).contains) != false else {
            throw ValidationError("A port must be 0 to 65535, not \(stated ?? 0).")
        }
        return stated
    }

    /// A waiting time in whole seconds.
    static func seconds(_ given: Int?, _ name: String, default fallback: Int) throws -> Duration {
        let stated = try given ?? environment(name).map { text in
            guard let seconds = Int(text) else {
                throw ValidationError("TESSERA_\(name) must be a whole number of seconds, not '\(text)'.")
            }
            return seconds
        }
        let seconds = stated ?? fallback
        guard (1...3600).contains(seconds) else {
            throw ValidationError("A waiting time must be 1 to 3600 seconds, not \(seconds).")
        }
        return .seconds(seconds)
    }

    static func count(_ given: Int?, _ name: String, in range: ClosedRange<Int>, default fallback: Int) throws -> Int {
        let stated = try given ?? environment(name).map { text in
            guard let count = Int(text) else {
                throw ValidationError("TESSERA_\(name) must be a whole number, not '\(text)'.")
            }
            return count
        }
        let count = stated ?? fallback
        guard range.contains(count) else {
            let option = name.lowercased().replacing("_", with: "-")
            throw ValidationError("--\(option) is \(range.lowerBound) to \(range.upperBound); \(count) is not.")
        }
        return count
    }

    static func seed(_ given: UInt64?) throws -> UInt64? {
        try given ?? environment("SEED").map { text in
            guard let seed = UInt64(text) else {
                throw ValidationError("TESSERA_SEED must be a whole number, 0 or more, not '\(text)'.")
            }
            return seed
        }
    }

    static func flag(_ given: Bool, _ name: String) throws -> Bool {
        guard !given, let text = environment(name) else { return given }
        switch text.lowercased() {
        case "1", "true", "yes": return true
        case "0", "false", "no": return false
        default: throw ValidationError("TESSERA_\(name) must be true or false, not '\(text)'.")
        }
    }

    static func publicURL(_ given: String?) throws -> PublicURL? {
        try text(given, "PUBLIC_URL").map { text in
            guard let url = PublicURL(text) else {
                throw ValidationError("The public URL must be like https://cards.example, not '\(text)'.")
            }
            return url
        }
    }

    /// The URL host under which a program on the same machine finds a listener (RFC 3986, section 3.2.2).
    static func reachable(_ host: String) -> String {
        switch host {
        case "0.0.0.0": "127.0.0.1"
        case "::": "[::1]"
        default: host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        }
    }

    private static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["TESSERA_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// Where data is stored; the same for every sub-command.
struct StorageOptions: ParsableArguments {
    @Option(help: "libpq URL of the Postgres to use. Without it, the service runs its own in --data-dir.")
    var databaseURL: String?

    @Option(help: "Seconds that a request waits for the database before the response is 503. (default: 2)")
    var databaseWait: Int?

    @Option(help: "Maximum seconds for a database statement. (default: 5)")
    var statementTimeout: Int?

    @Option(help: "Directory of the embedded Postgres and the key-encryption key. (default: .tessera)")
    var dataDir: String?

    @Option(help: "File with the key-encryption key. (default: created in --data-dir on the first start)")
    var keyFile: String?

    @Option(help: "Log level: trace, debug, info, notice, warning, error or critical. (default: info)")
    var logLevel: String?
}
