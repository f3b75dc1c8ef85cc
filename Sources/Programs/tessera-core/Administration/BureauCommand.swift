import Administration
import ArgumentParser
import Authorizing
import CardSecrets
import Foundation
import Hosting
import HTTPContract
import Issuing

/// What an issuer's operators do with the bureau that makes the plastic.
struct BureauCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bureau",
        abstract: "Order plastic from a bureau, and take its reports.",
        subcommands: [Order.self, Write.self, List.self, Load.self])

    struct Order: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put the cards whose plastic was not ordered yet into the next file, and write it.",
            discussion: """
                Each card is encrypted for the bureau's key and is in one file. If an earlier command ended before its \
                file was written, that file is written first.

                For example: tessera-core bureau order --key bureau.pem --output order.jsonl
                """)

        @OptionGroup var target: BureauTarget
        @Option(help: "The maximum number of cards, 1 to 10000.") var limit = BureauFile.cardLimits.upperBound
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            guard BureauFile.cardLimits.contains(limit) else {
                throw ValidationError("--limit must be 1 to \(BureauFile.cardLimits.upperBound), not \(limit).")
            }
            let key = try target.read()
            try await withBureau(storage) { administration in
                guard let file = try await administration.nextBureauFile(atMost: limit) else {
                    print("No card waits for plastic.")
                    return
                }
                try await target.write(file.number, to: key, by: administration)
            }
        }
    }

    struct Write: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write an order file again.",
            discussion: """
                It has the cards that still wait for plastic, encrypted again. Send it only if the bureau does not \
                have the file: the bureau knows it by its number.

                For example: tessera-core bureau write 1 --key bureau.pem --output order.jsonl
                """)

        @Argument(help: "The number of the file.") var number: Int
        @OptionGroup var target: BureauTarget
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            guard (1...1_000_000_000).contains(number) else {
                throw ValidationError("The number of the file must be 1 to 1000000000, not \(number).")
            }
            let key = try target.read()
            try await withBureau(storage) { administration in
                try await target.write(number, to: key, by: administration)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the last 500 order files, the newest first.",
            discussion: "For example: tessera-core bureau list")

        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await withBureau(storage) { administration in
                for file in try await administration.bureauFiles() { print(file.line) }
            }
        }
    }

    struct Load: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a bureau's reports: which plastic was dispatched, returned or destroyed.",
            discussion: """
                Wrong lines are printed with their numbers, and the others are done; then the exit code is 1. If the \
                command is killed, repeat it with the same file. What is known already changes nothing.

                For example: tessera-core bureau load status.csv --reference BUREAU-2026-11-30
                """)

        @Argument(help: ArgumentHelp("The file; see docs/PERSONALIZATION.md.", valueName: "file")) var file: String
        @Option(help: "The bureau's name of the file. (default: the file's name)") var reference: String?
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            let name = reference ?? URL(filePath: file).lastPathComponent
            guard let reference = NetworkReference(name) else {
                throw ValidationError(
                    "--reference must be 1 to 100 printable ASCII characters without spaces, and no card number.")
            }
            try await withBureau(storage) { administration in
                let load = try await administration.loadBureauReports(LineSource(file: file), as: reference)
                for fault in load.faults { print("line \(fault.line) \(fault.error)") }
                print("\(reference): \(load.lines) lines, \(load.changes) changes, \(load.faultCount) wrong.")
                guard load.faultCount == 0 else { throw ExitCode.failure }
            }
        }
    }
}

/// For whom a file is written, and where.
struct BureauTarget: ParsableArguments {
    @Option(help: ArgumentHelp("File with the bureau's public key, P-256 in PEM.", valueName: "file")) var key: String
    @Option(help: ArgumentHelp("The file to write, which must not be there.", valueName: "file")) var output: String

    /// Looks at both files before anything is ordered.
    func read() throws -> DevicePublicKey {
        let bytes: [UInt8]
        do throws(SmallFile.Failure) {
            bytes = try SmallFile.contents(of: key, limit: 1024)
        } catch {
            throw Installation.Failure(description: "The key \(key) cannot be read: \(error)")
        }
        guard let known = DevicePublicKey(pem: String(decoding: bytes, as: UTF8.self)) else {
            throw Installation.Failure(
                description: "\(key) has no public key of P-256 in PEM. The bureau makes one with 'openssl ecparam "
                    + "-name prime256v1 -genkey -noout' and 'openssl ec -pubout'.")
        }
        guard !FileManager.default.fileExists(atPath: output) else {
            throw Installation.Failure(description: "\(output) is there already. Name another file with --output.")
        }
        return known
    }

    func write(_ number: Int, to key: DevicePublicKey, by administration: Administration) async throws {
        let (file, bytes) = try await administration.writeBureauFile(number, to: key)
        // A draft that a killed command left must not be in the way.
        let suffix = EncodedBytes.hexadecimal(administration.issuing.entropy.bytes(8))
        do throws(KeyFailure) {
            try PrivateFile.create(output, contents: bytes, nameSuffix: suffix)
        } catch {
            let reason = if case .unwritable(_, let reason) = error { reason } else { "it is there already" }
            throw Installation.Failure(
                description: "\(output) cannot be written: \(reason). Name another file: tessera-core bureau write "
                    + "\(number)")
        }
        print(file.line)
    }
}

/// Runs a command on a database that is not a sandbox's. A refusal ends it with its sentences.
private func withBureau(
    _ storage: StorageOptions, _ work: @Sendable (Administration) async throws -> Void
) async throws {
    try await withProduction(storage) { administration in
        do {
            try await work(administration)
        } catch let failure as BureauFailure {
            throw Installation.Failure(description: failure.description)
        }
    }
}

extension BureauFile {
    fileprivate var line: String {
        let parts: [String?] = [
            "file \(number)", "\(cards) cards", "made \(Timestamp(madeAt))",
            writing.map { writing in
                let digest = EncodedBytes.hexadecimal(writing.digest)
                return "written \(Timestamp(writing.at)) with \(writing.cards) cards  SHA-256 \(digest)"
            } ?? "not written",
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }
}
