import ArgumentParser
import Audit
import Cards
import CardSecrets
import CardServer
import HTTPContract
import Issuing
import Validation
import Webhooks

/// Commands that say which partners are asked about payments. A running service follows at once.
package struct PartnerDecisionCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "partner-decision", abstract: "Let a brand's partner decide about payments, or stop asking it.",
        subcommands: [Show.self, Set.self, Remove.self])

    package init() {}

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the settings of a brand's partner decision, without the signing key.",
            discussion: "For example: tessera partner-decision show --brand demo")

        @OptionGroup var brand: BrandOption
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await onInstallation(of: storage) { issuing in
                let asked = try await issuing.partnerDecision(of: brand.brand)
                print(PartnerDecisionAnswer(url: asked.url, terms: asked.terms).text)
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a brand's partner decide about payments.",
            discussion: """
                The file holds a JSON object with url, signingKey, timeLimitMilliseconds, standIn, standInLimit and \
                standInExcludedMccs; members that are absent, except url, have their defaults. The command prints the \
                settings with the signing key, which is never shown again. Earlier settings are replaced.

                For example: tessera partner-decision set --brand demo --settings decision.json
                """)

        @OptionGroup var brand: BrandOption

        @Option(help: ArgumentHelp("JSON file with the settings.", valueName: "file"))
        var settings: String

        @OptionGroup var called: CalledURLOptions
        @OptionGroup var storage: StorageOptions

        private static let limitBytes = 64 << 10

        func run() async throws {
            let draft = try draft()
            guard let (url, key, terms) = draft.value else {
                let errors = draft.errors.map { "\($0.field) \($0.error)" }.joined(separator: "; ")
                throw ValidationError("--settings \(settings): \(errors).")
            }
            try await called.check(url, for: brand.brand, in: "--settings \(settings): url")
            try await onInstallation(of: storage) { issuing in
                let used = try await issuing.setPartnerDecision(
                    terms, of: brand.brand, at: url, signingKey: key)
                print(PartnerDecisionAnswer(url: url.text, signingKey: used, terms: terms).text)
            }
        }

        private func draft() throws -> Draft<(url: WebhookURL, signingKey: SigningKey?, terms: PartnerTerms)?> {
            do {
                let bytes = try SmallFile.contents(of: settings, limit: Self.limitBytes)
                let read = try PartnerDecisionBody.read(bytes)
                return try read.body.draft(
                    besides: read.fieldErrors, isPlainAllowed: called.isPlainAllowed())
            } catch let error as SmallFile.Failure {
                throw ValidationError("--settings \(settings) cannot be read: \(error).")
            } catch let error as RequestError {
                throw ValidationError("--settings \(settings): \(error.message)")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop asking a brand's partner about payments.",
            discussion: "For example: tessera partner-decision remove --brand demo")

        @OptionGroup var brand: BrandOption
        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await onInstallation(of: storage) { try await $0.removePartnerDecision(of: brand.brand) }
        }
    }
}

extension PartnerDecisionAnswer {
    fileprivate var text: String { String(decoding: jsonBytes, as: UTF8.self) }
}

struct BrandOption: ParsableArguments {
    @Option(help: "The brand.")
    var brand: String
}

/// Runs a use case, and ends with the sentence of its refusal.
func onInstallation(
    of storage: StorageOptions, _ work: @Sendable (Issuing) async throws -> Void
) async throws {
    try await withInstallation(storage, mayBegin: false) { installation in
        try await installation.prepareSchema(migrating: false)
        do {
            try await work(installation.issuing().called(by: .operatorOfThisMachine))
        } catch IssuingFailure.refused(let refusal) {
            throw Installation.Failure(description: refusal.message)
        }
    }
}
