import ArgumentParser
import CardServer
import Foundation
import HTTPService

/// A setting from the command line, else from the environment, else its default.
///
/// What the environment says and cannot be understood is an error, as it would be on the command line: a service that
/// quietly falls back to a default listens where nobody looks.
enum Setting {
    static func text(_ given: String?, _ name: String, default fallback: String) -> String {
        given ?? environment(name) ?? fallback
    }

    static func text(_ given: String?, _ name: String) -> String? {
        given ?? environment(name)
    }

    /// Several, which the environment separates by colons.
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
            throw ValidationError("A port is 0 to 65535; \(stated ?? 0) is not.")
        }
        return stated
    }

    /// A wait, in whole seconds.
    static func seconds(_ given: Int?, _ name: String, default fallback: Int) throws -> Duration {
        let stated = try given ?? environment(name).map { text in
            guard let seconds = Int(text) else {
                throw ValidationError("TESSERA_\(name) must be a whole number of seconds, not '\(text)'.")
            }
            return seconds
        }
        let seconds = stated ?? fallback
        guard (1...3600).contains(seconds) else {
            throw ValidationError("A wait is 1 to 3600 seconds; \(seconds) is not.")
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

    /// Where a listener is found by somebody on the same machine, as a URL names it (RFC 3986, section 3.2.2).
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

/// Where things are kept; the same for every sub-command.
struct StorageOptions: ParsableArguments {
    @Option(help: "Postgres to use, as a libpq URL. Without it the service runs one of its own in --data-dir.")
    var databaseURL: String?

    @Option(help: "Seconds a request waits for the database before it is answered with 503. (default: 2)")
    var databaseWait: Int?

    @Option(help: "Seconds a database statement may take. (default: 5)")
    var statementTimeout: Int?

    @Option(help: "Where the embedded Postgres and the key-encryption key live. (default: .tessera)")
    var dataDir: String?

    @Option(help: "File with the key-encryption key. (default: made in --data-dir on the first start)")
    var keyFile: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical. (default: info)")
    var logLevel: String?
}
