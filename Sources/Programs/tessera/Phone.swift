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

struct Phone: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a card into the wallet of a simulated phone, step by step.",
        discussion: """
            Needs a running service with a sandbox: tessera serve --demo. Exits with 0 if the card is in the wallet \
            and the service knows of it, otherwise with 1. The step that failed says why and what to do.

            Faults of apple: \(PhoneKind.apple.faults.joined(separator: ", ")).

            Faults of google and samsung: \(PhoneKind.google.faults.joined(separator: ", ")).

            For example: tessera phone apple --card $CARD --fault expired-leaf, or
            tessera phone google --card $CARD --manual
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
        do {
            print(try await manual ? addManually(of: customer, cards, service) : add(cards, service))
        } catch let failure as StepFailure {
            print("\nThe card is not in \(wallet.walletName): \(failure.name).")
            throw ExitCode.failure
        }
    }

    private func add(_ cards: CustomerOperations, _ service: RunningService) async throws -> String {
        let (tokenService, now) = try await service.tokenService()
        let phone = SimulatedPhone(wallet, tokenService, now: now, hasWallet: !newWallet)
        return Printout.conclusion(
            of: try await phone.add(card, of: cards, fault: fault, advice: advice, report: Printout.step))
    }

    private func addManually(
        of customer: String, _ cards: CustomerOperations, _ service: RunningService
    ) async throws -> String {
        let phone = SandboxPixel(of: customer, hasWallet: !newWallet) { method, path, json in
            try await service.askSandbox(method, path, json)
        }
        let token = try await phone.addManually(card, of: cards, report: Printout.step)
        return Printout.conclusion(
            wallet: wallet.walletName, reference: token.issuerTokenId, lastFour: token.dpanLastFour)
    }
}

extension Phone {
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

/// Any of the three phones.
struct SimulatedPhone: Sendable {
    private enum Kind: Sendable {
        case apple(IPhone)
        case google(Pixel)
        case samsung(Galaxy)
    }

    private let kind: Kind

    init(
        _ kind: PhoneKind, _ tokenService: TokenService, now: @escaping @Sendable () -> Date, hasWallet: Bool = true
    ) {
        self.kind =
            switch kind {
            case .apple: .apple(IPhone(tokenService, now: now, entropy: .system))
            case .google: .google(Pixel(tokenService, hasWallet: hasWallet, entropy: .system))
            case .samsung: .samsung(Galaxy(tokenService, entropy: .system))
            }
    }

    func add(
        _ card: String, of cards: CustomerOperations, fault: String? = nil, advice: WalletAdvice = .approve,
        report: @escaping StepReport
    ) async throws(StepFailure) -> NetworkToken {
        switch kind {
        case .apple(let phone):
            try await phone.add(
                card, of: cards, fault: fault.flatMap { IPhoneFault($0) }, advice: advice, report: report)
        case .google(let phone):
            try await phone.add(
                card, of: cards, fault: fault.flatMap { PushFault(rawValue: $0) }, advice: advice, report: report)
        case .samsung(let phone):
            try await phone.add(
                card, of: cards, fault: fault.flatMap { PushFault(rawValue: $0) }, advice: advice, report: report)
        }
    }
}

/// The text of steps, for a terminal or a file.
enum Printout {
    static let step: StepReport = { step in
        print(line(step))
        fflush(nil)
    }

    static func line(_ step: ProvisioningStep) -> String {
        let name = step.name.padding(toLength: max(25, step.name.count), withPad: " ", startingAt: 0)
        switch step.verdict {
        case .passed: return "  \(Terminal.text("ok", in: .green))      \(name)  \(step.seen)"
        case .skipped: return "  \(Terminal.text("skipped", in: .yellow)) \(name)  \(step.seen)"
        case .failed(let failure):
            return "  \(Terminal.text("FAILED", in: .red))  \(name)  \(failure.cause)\n"
                + String(repeating: " ", count: 37) + failure.fix
        }
    }

    static func conclusion(of token: NetworkToken) -> String {
        conclusion(wallet: token.wallet, reference: token.reference, lastFour: token.dpan.lastFour)
    }

    static func conclusion(wallet: String, reference: String, lastFour: String) -> String {
        "\nThe card is in \(wallet) as \(reference): the device pays with a number that ends in \(lastFour)."
    }
}
