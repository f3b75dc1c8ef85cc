import ArgumentParser
import CardAPI
import CardClient
import CardSecrets
import Foundation
import Hosting
import Provisioning
import SimulatedWallets
import Simulators

/// The phones, with the names that the command accepts.
enum PhoneKind: String, CaseIterable, ExpressibleByArgument {
    case apple
    case google
    case samsung

    var walletName: String {
        switch self {
        case .apple: "Apple Pay"
        case .google: "Google Pay"
        case .samsung: "Samsung Pay"
        }
    }

    var phoneName: String {
        switch self {
        case .apple: "an iPhone"
        case .google: "a Pixel"
        case .samsung: "a Galaxy"
        }
    }

    var faults: [String] {
        self == .apple ? IPhoneFault.allCases.map(\.name) : PushFault.allCases.map(\.rawValue)
    }
}

extension WalletAdvice: ExpressibleByArgument {}

/// Commands for simulated phones.
struct Phone: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a card into the wallet of a simulated phone, and pay with it.",
        discussion: """
            Needs a running service with a sandbox: tessera serve --demo. The command add can be left out.

            For example: tessera phone apple --card $CARD, and then
            tessera phone pay --card $CARD --amount 12.34
            """,
        subcommands: [AddCard.self, PayWithPhone.self, PhoneRoot.self], defaultSubcommand: AddCard.self)
}

struct AddCard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Put a card into the wallet of a simulated phone, step by step.",
        discussion: """
            Needs a running service with a sandbox: tessera serve --demo. Exits with 0 if the card is in the wallet \
            and the service knows it, with 64 for a usage error, otherwise with 1: a step says why and what to do.

            Faults of apple: \(PhoneKind.apple.faults.joined(separator: ", ")).

            Faults of google and samsung: \(PhoneKind.google.faults.joined(separator: ", ")).

            For example: tessera phone add apple --card $CARD --fault expired-leaf, or
            tessera phone add google --card $CARD --manual
            """)

    @Argument(help: "apple, google or samsung.")
    var wallet: PhoneKind

    @Option(help: "The card's id.")
    var card: String

    @Option(help: "The customer that the card belongs to. (default: 10000001)")
    var customer: String?

    @Option(help: "One fault to simulate; see the lists above.")
    var fault: String?

    @Option(help: "The wallet's advice: approve, verify (identify the cardholder first) or decline.")
    var advice: WalletAdvice = .approve

    @Flag(help: "For google: the phone has no wallet yet and creates one.")
    var newWallet = false

    @Flag(help: "For google: the cardholder begins in Google Wallet itself, and the app only identifies them.")
    var manual = false

    @OptionGroup var options: ServiceOptions

    func validate() throws {
        if manual, wallet != .google || fault != nil || advice != .approve {
            throw ValidationError("--manual is for google, and goes with neither --fault nor --advice.")
        }
        if let fault, !wallet.faults.contains(fault) {
            throw ValidationError(
                "Unknown fault '\(fault)' for \(wallet.rawValue); use one of "
                    + wallet.faults.joined(separator: ", ") + ".")
        }
    }

    func run() async throws {
        let service = try options.service()
        let customer = Setting.text(customer, "CUSTOMER", default: "10000001")
        let cards = service.api.customer(accessToken: try await service.token(of: customer))
        try await requireNoticeable(fault, on: card, of: cards)
        let phone = SimulatedPhone(
            wallet, of: customer, at: service, now: try await service.sandboxClock(), hasWallet: !newWallet,
            manually: manual)
        do throws(StepFailure) {
            let token = try await phone.add(
                card, of: cards, fault: fault, advice: advice, report: Printout.step)
            print(Printout.conclusion(of: token, in: wallet))
            if let id = phone.id { print("It is on the phone \(id) of the sandbox.") }
        } catch {
            await phone.remove()
            print("\nThe card is not in \(wallet.walletName): \(error.name).")
            throw ExitCode.failure
        }
    }
}

extension AddCard {
    /// Refuses a fault that the card's network cannot notice, because the card would be added as if there were none.
    private func requireNoticeable(_ fault: String?, on card: String, of cards: CustomerOperations) async throws {
        guard wallet != .apple, let fault = fault.flatMap(PushFault.init), fault.isNoticedOnlyByVisa,
            let scheme = try? await cards.get(card).scheme, scheme == "MC"
        else { return }
        throw RunningService.Failure(
            description: "Mastercard cannot notice the fault \(fault.rawValue): it does not receive the device, the "
                + "account or the wallet that a card is for. Choose a Visa card, or another fault.")
    }
}

/// Any of the three phones, in the sandbox of a service.
struct SimulatedPhone: Sendable {
    private enum Kind: Sendable {
        case apple(IPhone)
        case google(Pixel, manually: Bool)
        case samsung(Galaxy)
    }

    private let kind: Kind

    /// - Parameters:
    ///   - customer: the owner of the phone.
    ///   - now: the sandbox's clock.
    ///   - manually: whether the cardholder begins in the wallet itself, which only Google's can do here.
    init(
        _ kind: PhoneKind, of customer: String, at service: RunningService, now: @escaping @Sendable () -> Date,
        hasWallet: Bool = true, manually: Bool = false
    ) {
        let call: SandboxCall = { method, path, json in try await service.askSandbox(method, path, json) }
        self.kind =
            switch kind {
            case .apple: .apple(IPhone(of: customer, now: now, entropy: .system, call: call))
            case .google:
                .google(Pixel(of: customer, hasWallet: hasWallet, entropy: .system, call: call), manually: manually)
            case .samsung: .samsung(Galaxy(of: customer, entropy: .system, call: call))
            }
    }

    func add(
        _ card: String, of cards: CustomerOperations, fault: String? = nil, advice: WalletAdvice = .approve,
        report: @escaping StepReport
    ) async throws(StepFailure) -> WalletToken {
        switch kind {
        case .apple(let phone):
            try await phone.add(
                card, of: cards, fault: fault.flatMap { IPhoneFault($0) }, advice: advice, report: report)
        case .google(let phone, manually: true):
            try await phone.addManually(card, of: cards, report: report)
        case .google(let phone, manually: false):
            try await phone.add(
                card, of: cards, fault: fault.flatMap { PushFault(rawValue: $0) }, advice: advice, report: report)
        case .samsung(let phone):
            try await phone.add(
                card, of: cards, fault: fault.flatMap { PushFault(rawValue: $0) }, advice: advice, report: report)
        }
    }

    private var handset: Handset {
        switch kind {
        case .apple(let phone): phone.handset
        case .google(let phone, _): phone.handset
        case .samsung(let phone): phone.handset
        }
    }

    /// Its id in the sandbox; nil until it is made.
    var id: String? { handset.id }

    /// Deletes the phone from the sandbox, after a card did not get into its wallet.
    func remove() async { await handset.remove() }
}

/// The text of steps, for a terminal or a file.
enum Printout {
    static let step: StepReport = { step in
        print(line(step))
        fflush(nil)
    }

    /// With shortened references, for people who only watch.
    static let shortenedStep: StepReport = { shown in
        let seen = shown.seen.replacing(/D[A-Z0-9]{5}[0-9A-Za-z]{14,}/) { String($0.output).shortened }
        step(ProvisioningStep(shown.name, seen, shown.verdict))
    }

    static func line(_ step: ProvisioningStep) -> String {
        let name = TextColumn.text(step.name, 25)
        let indent = 12 + name.count
        func last(_ text: String) -> String { TextColumn.last(text, indent: indent) }
        switch step.verdict {
        case .passed: return "  \(Terminal.text("ok", in: .green))      \(name)  \(last(step.seen))"
        case .skipped: return "  \(Terminal.text("skipped", in: .yellow)) \(name)  \(last(step.seen))"
        case .failed(let failure):
            return "  \(Terminal.text("FAILED", in: .red))  \(name)  \(last(failure.cause))\n"
                + String(repeating: " ", count: indent) + last(failure.fix)
        }
    }

    static func conclusion(of token: WalletToken, in wallet: PhoneKind) -> String {
        "\nThe card is in \(wallet.walletName) as \(token.issuerTokenId): "
            + "the device pays with a number that ends in \(token.dpanLastFour)."
    }
}
