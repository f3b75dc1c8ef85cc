import Administration
import ArgumentParser
import Authorizing
import Foundation
import Hosting
import Issuing
import Ledger

extension ClearingCommand {
    struct Interchange: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print and set the issuer's part of clearings.", subcommands: [List.self, Set.self],
            defaultSubcommand: List.self)

        struct List: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Print the rates by program, currency and category.",
                discussion: "For example: tessera-core clearing interchange list")

            @OptionGroup var storage: StorageOptions

            func run() async throws {
                try await withClearing(storage) { administration in
                    for rate in try await administration.interchangeRates() { print(rate.line) }
                }
            }
        }

        struct Set: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Set the rate of a program's cards, for one category of merchants or for all others.",
                discussion: """
                    It counts for lines that are taken afterwards.

                    For example: tessera-core clearing interchange set ACME-VIRTUAL-VISA EUR --basis-points 20
                    """)

            @Argument(help: "The program of the cards.") var program: String
            @Argument(help: "The merchants' currency, ISO 4217.") var currency: String
            @Option(help: "The share in hundredths of a percent, up to 10000.") var basisPoints: Int64
            @Option(help: "For each clearing, in minor units.") var fixed: Int64 = 0
            @Option(help: "The merchants' category, four digits. (default: all that have no rate of their own)")
            var category: String?
            @OptionGroup var storage: StorageOptions

            func run() async throws {
                let currency = try ClearingCommand.currency(currency)
                guard let share = BasisPoints(basisPoints) else {
                    throw ValidationError("--basis-points must be 0 to 10000, not \(basisPoints).")
                }
                guard (0...999_999_999_999).contains(fixed) else {
                    throw ValidationError("--fixed must be 0 to 999999999999, not \(fixed).")
                }
                let known = category.flatMap { MerchantCategory($0) }
                // Category 0000 stands for all others in the table.
                guard category == nil || (known != nil && known?.number != 0) else {
                    throw ValidationError("--category must be four digits, other than 0000.")
                }
                let rate = InterchangeRate(
                    program: program, category: known, share: share,
                    fixed: Money(minorUnits: fixed, currency: currency))
                try await withClearing(storage) { administration in
                    try await administration.set(rate)
                    print(rate.line)
                }
            }
        }
    }
}

extension InterchangeRate {
    fileprivate var line: String {
        "\(program) \(fixed.currency)  category \(category.map(\.description) ?? "any other")  "
            + "\(share.value) basis points  \(fixed) for each"
    }
}
