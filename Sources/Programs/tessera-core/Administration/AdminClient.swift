import Administration
import ArgumentParser
import Foundation
import Hosting
import HTTPContract

struct AdminClient: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client", abstract: "List the clients of a brand, replace their secrets, and disable them.",
        subcommands: [List.self, Rotate.self, Disable.self, Enable.self, Revoke.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the clients of a brand, with their rights and their state.",
            discussion: "For example: tessera-core admin client list --brand acme")

        @Option(help: "The brand.") var brand: String
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await withProduction(storage) { administration in
                for client in try await administration.clients(of: brand) { print(client.line) }
            }
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a client a new secret, which is printed once and stored nowhere.",
            discussion: """
                The secret before is accepted for a day more, so that all instances of the client can change. If it \
                has leaked, end it at once with --overlap-seconds 0, and revoke the client's tokens.

                For example: tessera-core admin client rotate --brand acme --client acme-app
                """)

        @OptionGroup var client: ClientOptions

        @Option(help: "Seconds that the secret before is still accepted, up to 2592000. (default: 86400)")
        var overlapSeconds = 86_400

        @OptionGroup var storage: StorageOptions

        func validate() throws {
            let range = Administration.secretOverlapsInSeconds
            guard range.contains(overlapSeconds) else {
                throw ValidationError(
                    "--overlap-seconds must be \(range.lowerBound) to \(range.upperBound), not \(overlapSeconds).")
            }
        }

        func run() async throws {
            try await withProduction(storage) { administration in
                let secret = try await administration.rotateSecret(
                    of: client.client, in: client.brand, keepingEarlierFor: overlapSeconds)
                guard let secret else { throw client.unknown }
                print(secret)
            }
        }
    }

    struct Disable: ChangeOfClient {
        static let configuration = CommandConfiguration(
            abstract: "Refuse a client every further token. Tokens that it has end within a quarter of an hour.",
            discussion: "For example: tessera-core admin client disable --brand acme --client acme-app")

        @OptionGroup var client: ClientOptions
        @OptionGroup var storage: StorageOptions

        func change(_ client: String, of brand: String, by administration: Administration) async throws -> Bool {
            try await administration.set(isDisabled: true, of: client, in: brand)
        }
    }

    struct Enable: ChangeOfClient {
        static let configuration = CommandConfiguration(
            abstract: "Let a disabled client get tokens again.",
            discussion: "For example: tessera-core admin client enable --brand acme --client acme-app")

        @OptionGroup var client: ClientOptions
        @OptionGroup var storage: StorageOptions

        func change(_ client: String, of brand: String, by administration: Administration) async throws -> Bool {
            try await administration.set(isDisabled: false, of: client, in: brand)
        }
    }

    struct Revoke: ChangeOfClient {
        static let configuration = CommandConfiguration(
            abstract: "End all refresh tokens of a client. Its access tokens end within a quarter of an hour.",
            discussion: "For example: tessera-core admin client revoke --brand acme --client acme-app")

        @OptionGroup var client: ClientOptions
        @OptionGroup var storage: StorageOptions

        func change(_ client: String, of brand: String, by administration: Administration) async throws -> Bool {
            try await administration.revokeTokens(of: client, in: brand)
        }
    }
}

/// A command that changes one client and prints nothing.
protocol ChangeOfClient: AsyncParsableCommand, Sendable {
    var client: ClientOptions { get }
    var storage: StorageOptions { get }

    /// - Returns: false if there is no such client.
    func change(_ client: String, of brand: String, by administration: Administration) async throws -> Bool
}

extension ChangeOfClient {
    func run() async throws {
        try await withProduction(storage) { administration in
            guard try await change(client.client, of: client.brand, by: administration) else { throw client.unknown }
        }
    }
}

struct ClientOptions: ParsableArguments {
    @Option(help: "The client's brand.") var brand: String
    @Option(help: "The client's id.") var client: String

    var unknown: Installation.Failure {
        Installation.Failure(
            description: "There is no client \(client) of the brand \(brand); tessera-core admin client list prints "
                + "those that there are.")
    }
}

extension ClientState {
    /// `acme-app mayExchange isBusiness`, and what else there is to know.
    fileprivate var line: String {
        let parts = [
            id, mayExchange ? "mayExchange" : nil, isBusiness ? "isBusiness" : nil,
            disabledAt.map { "disabled since \(Timestamp($0))" },
            earlierSecretEndsAt.map { "the secret before is accepted until \(Timestamp($0))" },
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }
}
