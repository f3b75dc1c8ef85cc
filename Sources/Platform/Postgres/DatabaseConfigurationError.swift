import Foundation

/// The database's URL cannot be read. It may contain a password and is never quoted.
public struct DatabaseConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The fault in the setting.
    let reason: String

    public var description: String {
        """
        The database URL cannot be read: \(reason). Accepted are \
        postgres://user:password@host:5432/database?sslmode=verify-full and key=value pairs. In a URL, write every \
        character of a user name or password except letters, digits and -._~ with its percent-encoding: @ is %40, \
        : is %3A, / is %2F, ? is %3F, # is %23, & is %26, % is %25, and a space is %20.
        """
    }

    /// libpq's reason without its quotations of the text, which may contain a part of the password. Only the name of a
    /// query parameter stays, if no part of the password can be in it.
    static func withoutSecrets(_ message: String, about url: String) -> String {
        let text = message.trimmingCharacters(in: .whitespacesAndNewlines)
        let isParameter = text.hasPrefix("invalid URI query parameter")
        if isParameter, url.split(separator: "?", maxSplits: 1).last?.contains("@") == false { return text }
        // The quoted part may have quotation marks of its own, so everything up to the last one goes.
        return text.replacing(/(: |after |option )".*"/.dotMatchesNewlines()) { "\($0.output.1)…" }
    }
}
