import Administration
import ArgumentParser
import CardSecrets
import Hosting
import HTTPContract

extension Keys {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a key that a card network shares in place of the installation's own one.",
            discussion: """
                Each custodian brings a component, and nobody has the key, which is their exclusive or. ZONE_PIN, an \
                AES key of 32 bytes, opens the PIN blocks of the network; CARD_VERIFICATION, a Triple-DES pair of 16 \
                bytes, makes security codes. Once there are cards, it becomes the next version, and makes the codes of \
                new cards from ten minutes later on. The check values are those of ANSI X9.24-1. Delete the files \
                afterwards, and restart each service if the command says so.

                For example: tessera-core keys import ZONE_PIN --component-file first.key --component-file second.key \
                --check-value 8B5E21
                """)

        @Argument(help: "ZONE_PIN or CARD_VERIFICATION.") var purpose: String
        @Option(
            name: .customLong("component-file"),
            help: ArgumentHelp(
                "File with a component as hexadecimal digits, which only its owner can access; 2 or 3 of them.",
                valueName: "file"))
        var files: [String] = []
        @Option(help: "The check value that the network states; another key is not imported. (default: not compared)")
        var checkValue: String?
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            guard let purpose = KeyPurpose(rawValue: purpose), purpose.isShared else {
                throw ValidationError("The key must be ZONE_PIN or CARD_VERIFICATION, not '\(purpose)'.")
            }
            let components = try KeyComponents(files: files, of: purpose)
            for (file, value) in zip(files, components.checkValues) { print("\(file): check value \(value)") }
            guard checkValue.map({ $0.uppercased() == components.checkValue.description }) ?? true else {
                throw Installation.Failure(
                    description: "The check value of \(purpose.rawValue) is \(components.checkValue), not "
                        + "\(checkValue ?? ""). Nothing was changed.")
            }
            try await withProductionInstallation(storage) { installation in
                let key = try await installation.keyEncryptionKey()
                if let added = try await installation.administration().importKey(components, under: key) {
                    print("\(purpose.rawValue) version \(added.version) is imported, with the check value "
                        + "\(components.checkValue). It makes the codes of new cards from "
                        + "\(Timestamp(added.sealsFrom)) on.")
                } else {
                    print("\(purpose.rawValue) is imported, with the check value \(components.checkValue). "
                        + "Restart each service.")
                }
            }
        }
    }
}
