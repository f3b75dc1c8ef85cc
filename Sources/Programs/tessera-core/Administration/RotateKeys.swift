import Administration
import ArgumentParser
import CardSecrets
import Foundation
import Hosting
import HTTPContract

extension Keys {
    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a version of a data key.",
            discussion: """
                At first it only opens. Each service that runs reads it within a minute, and it makes new values from \
                ten minutes later on. All services must run this version of the program or a later one, with the \
                key-encryption key of now. Then run keys reencrypt, and an hour later keys retire.

                For example: tessera-core keys rotate PAN_ENCRYPTION
                """)

        @OptionGroup var key: PurposeArgument
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            let purpose = try key.chosen()
            try await withProductionInstallation(storage) { installation in
                let added = try await installation.administration().rotateKey(
                    purpose, under: installation.keyEncryptionKey())
                print("""
                    \(purpose.rawValue) version \(added.version) was added. \
                    It makes new values from \(Timestamp(added.sealsFrom)) on, and only opens until then.
                    """)
            }
        }
    }

    struct Reencrypt: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Encrypt what earlier versions of a data key have encrypted again.",
            discussion: """
                It changes a hundred values in a transaction, while services run. At the end it waits up to nine \
                seconds for those that somebody else has locked. If it is killed, run it again: it goes on with the \
                values that are left. It ends with 0 if none is left. With PAN_LOOKUP, it opens each card number and \
                hashes it again.

                For example: tessera-core keys reencrypt PAN_ENCRYPTION
                """)

        @OptionGroup var key: PurposeArgument
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            let purpose = try key.chosen()
            try await withProduction(storage) { administration in
                let reports = try await administration.reencrypt(purpose) { report in
                    if report.rows.isMultiple(of: 100_000) { print(report) }
                }
                for report in reports { print(report) }
                if reports.isEmpty { print("\(purpose.rawValue) has no stored values that can be made again.") }
                let left = reports.reduce(0) { $0 + $1.left }
                guard left == 0 else {
                    throw Installation.Failure(
                        description: "\(left) values of earlier versions are left: somebody has locked them, or has "
                            + "made them meanwhile. Run the command again.")
                }
            }
        }
    }

    struct Retire: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a version of a data key that nothing names any more.",
            discussion: """
                It looks at every stored value first, and refuses while one names the version, and until an hour after \
                the next version began to make new values. Connect as the role that owns the tables.

                For example: tessera-core keys retire PAN_ENCRYPTION 1
                """)

        @OptionGroup var key: PurposeArgument
        @Argument(help: "The version.") var version: Int
        @Flag(help: "With SECRET_HASHING: remove the passwords and wallets' PINs that are under the version.")
        var forgetSecrets = false
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            let purpose = try key.chosen()
            guard !forgetSecrets || purpose == .secretHashing else {
                throw ValidationError("--forget-secrets is for SECRET_HASHING, not for \(purpose.rawValue).")
            }
            try await withProduction(storage) { administration in
                if forgetSecrets {
                    let count = try await administration.forgetSecrets(under: version)
                    print("\(count) passwords and PINs were removed. Their customers must get other ones.")
                }
                try await administration.retireKey(purpose, version: version)
                print("\(purpose.rawValue) version \(version) was removed.")
            }
        }
    }
}

struct PurposeArgument: ParsableArguments {
    @Argument(help: "The purpose of the key; keys list prints all.") var purpose: String

    func chosen() throws -> KeyPurpose {
        guard let chosen = KeyPurpose(rawValue: purpose) else {
            let names = KeyPurpose.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("The purpose must be one of \(names), not '\(purpose)'.")
        }
        return chosen
    }
}
