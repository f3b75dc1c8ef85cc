import ArgumentParser
import CardSecrets
import Foundation
import HTTPService
import Validation

/// A setting from the command line, otherwise from the environment, otherwise its default.
///
/// A value in the environment that cannot be understood is an error, as on the command line: a service that silently
/// used a default instead would listen at an unexpected address.
package enum Setting {
    /// More than any chain of certificates needs.
    package static let pemLimitBytes = 1 << 16

    package static func text(_ given: String?, _ name: String, default fallback: String) -> String {
        given ?? environment(name) ?? fallback
    }

    package static func text(_ given: String?, _ name: String) -> String? {
        given ?? environment(name)
    }

    /// Several values.
    ///
    /// - Parameter separator: stands between them in the environment.
    package static func list(_ given: [String], _ name: String, separator: Character = ":") -> [String] {
        given.isEmpty ? environment(name).map { $0.split(separator: separator).map(String.init) } ?? [] : given
    }

    /// The contents of the PEM file that an option names.
    package static func pem(_ file: String, option: String, limit: Int = pemLimitBytes) throws -> [UInt8] {
        try translating({
            ValidationError("\(option) \(file) cannot be read: \($0). Name a PEM file of at most \(limit) bytes.")
        }) { () throws(SmallFile.Failure) in
            try SmallFile.contents(of: file, limit: limit)
        }
    }

    package static func port(_ given: Int?, _ name: String, default fallback: Int) throws -> Int {
        try givenPort(given, name) ?? fallback
    }

    package static func givenPort(_ given: Int?, _ name: String) throws -> Int? {
        let stated = try given ?? environment(name).map { text in
            guard let port = Int(text) else { throw ValidationError("TESSERA_\(name) must be a port, not '\(text)'.") }
            return port
        }
        guard stated.map((0...65535).contains) != false else {
            throw ValidationError("\(option(name)) must be 0 to 65535, not \(stated ?? 0).")
        }
        return stated
    }

    /// A waiting time in whole seconds.
    package static func seconds(_ given: Int?, _ name: String, default fallback: Int) throws -> Duration {
        let stated = try given ?? environment(name).map { text in
            guard let seconds = Int(text) else {
                throw ValidationError("TESSERA_\(name) must be a whole number of seconds, not '\(text)'.")
            }
            return seconds
        }
        let seconds = stated ?? fallback
        guard (1...3600).contains(seconds) else {
            throw ValidationError("\(option(name)) must be 1 to 3600 seconds, not \(seconds).")
        }
        return .seconds(seconds)
    }

    package static func count(
        _ given: Int?, _ name: String, in range: ClosedRange<Int>, default fallback: Int
    ) throws -> Int {
        let stated = try given ?? environment(name).map { text in
            guard let count = Int(text) else {
                throw ValidationError("TESSERA_\(name) must be a whole number, not '\(text)'.")
            }
            return count
        }
        let count = stated ?? fallback
        guard range.contains(count) else {
            throw ValidationError(
                "\(option(name)) must be \(range.lowerBound) to \(range.upperBound), not \(count).")
        }
        return count
    }

    package static func seed(_ given: UInt64?) throws -> UInt64? {
        try given ?? environment("SEED").map { text in
            guard let seed = UInt64(text) else {
                throw ValidationError("TESSERA_SEED must be a whole number, 0 or more, not '\(text)'.")
            }
            return seed
        }
    }

    package static func flag(_ given: Bool, _ name: String) throws -> Bool {
        guard !given, let text = environment(name) else { return given }
        switch text.lowercased() {
        case "1", "true", "yes": return true
        case "0", "false", "no": return false
        default: throw ValidationError("TESSERA_\(name) must be true or false, not '\(text)'.")
        }
    }

    /// A choice that may be on without being given.
    package static func choice(_ given: Bool?, _ name: String, default usual: Bool) throws -> Bool {
        guard given == nil, environment(name) != nil else { return given ?? usual }
        return try flag(false, name)
    }

    /// The address of a running service; `name` is that of the option, too.
    package static func address(_ given: String?, _ name: String, default usual: String) throws -> String {
        let text = text(given, name, default: usual)
        let url = URL(string: text)
        guard url?.user == nil, url?.password == nil else {
            throw ValidationError("\(option(name)) must have no user and no password; a service asks for neither.")
        }
        guard let scheme = url?.scheme?.lowercased(), ["http", "https"].contains(scheme), let host = url?.host,
            !HostSpelling.isNoAddress(host), (1...65535).contains(url?.port ?? 1)
        else {
            throw ValidationError("\(option(name)) must be like \(usual), not '\(text)'.")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    package static func publicURL(_ given: String?) throws -> PublicURL? {
        try text(given, "PUBLIC_URL").map { text in
            guard let url = PublicURL(text) else {
                throw ValidationError("The public URL must be like https://cards.example, not '\(text)'.")
            }
            return url
        }
    }

    /// The option with the same meaning as an environment variable: SANDBOX_PORT is --sandbox-port.
    private static func option(_ name: String) -> String {
        "--" + name.lowercased().replacing("_", with: "-")
    }

    /// The host of the URL at which a program on the same machine reaches a listener (RFC 3986, section 3.2.2).
    package static func reachable(_ host: String) -> String {
        switch host {
        case "0.0.0.0", "localhost": "127.0.0.1"
        case "::": "[::1]"
        default: host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        }
    }

    private static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["TESSERA_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
