import ArgumentParser
import Cards
import CardServer
import Foundation
import Issuing
import Webhooks

/// Commands that say where a network's token service hears what happens to tokens. A running service follows at once.
package struct TokenServiceCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "token-service",
        abstract: "Tell a network's token service when tokens must be suspended, resumed or deleted.",
        subcommands: [Set.self, Remove.self])

    package init() {}

    struct NetworkOption: ParsableArguments {
        @Option(help: "The network: VISA or MC.", transform: Self.scheme)
        var network: Program.Scheme

        private static func scheme(_ text: String) throws -> Program.Scheme {
            guard let scheme = Program.Scheme(rawValue: text) else {
                throw ValidationError("it must be VISA or MC.")
            }
            return scheme
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send a network's orders to a URL.",
            discussion: """
                The command prints the key that signs the orders, in Base64, which is never shown again. What waits \
                for an earlier URL goes to the new one.

                For example: tessera token-service set --network VISA --url https://tokens.example.com/orders
                """)

        @OptionGroup var network: NetworkOption

        @Option(help: "Where the orders go: https, with a public address.")
        var url: String

        @OptionGroup var called: CalledURLOptions
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            if let violation = WebhookURL.violation(in: url, isPlainAllowed: try called.isPlainAllowed()) {
                throw ValidationError("--url \(violation).")
            }
            guard let url = WebhookURL(url) else { throw ValidationError("--url must be a URL.") }
            try await called.check(url, for: network.network.rawValue, in: "--url")
            try await onInstallation(of: storage) { issuing in
                let key = try await issuing.setTokenService(of: network.network, at: url, signingKey: nil)
                print(key.withBytes { Data($0).base64EncodedString() })
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send a network no orders any more, also none that still waits.",
            discussion: "For example: tessera token-service remove --network VISA")

        @OptionGroup var network: NetworkOption
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await onInstallation(of: storage) { try await $0.removeTokenService(of: network.network) }
        }
    }
}
