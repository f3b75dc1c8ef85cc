import Foundation
@_spi(Phone) import PassKit
import PaysafeWallet

/// The app around the page's Swift samples, which an extension adds to it. It plays one step for the test that runs it,
/// and prints the result that PassKit or the customer would see.
@main
@MainActor
final class SampleApp {
    let card: Wallet.Card
    /// The error that ``handle(_:)`` reports where a sample handles an error without a name.
    let error: any Error = Unnamed()
    private let show: (String) -> Void

    struct Unnamed: Error {}
    struct BadArguments: Error {}

    init(card: Wallet.Card, show: @escaping (String) -> Void) {
        self.card = card
        self.show = show
    }

    /// The call that replaces the samples' comment `Handle error`.
    func handle(_ error: any Error) {
        show("error \(error)")
    }

    /// The call that replaces the samples' comment `Handle result and refresh UI`.
    func handle(_ result: Result<Wallet.MobileWalletTokenization, WalletError>) {
        switch result {
        case .success(let tokenization): show("\(tokenization.status) \(tokenization.walletType)")
        case .failure(let error): handle(error)
        }
    }

    /// Arguments: the service's address, the brand, the card, a step, and what the step needs. The token is in the
    /// environment, because everyone on this machine can list arguments.
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 4, let token = ProcessInfo.processInfo.environment["SAMPLE_TOKEN"] else {
            throw BadArguments()
        }
        let (address, brand) = (arguments.removeFirst(), arguments.removeFirst())
        Wallet.configure(Wallet.Configuration(baseURL: address, brand: brand))
        Wallet.instance.authenticate(Wallet.AuthenticationConfiguration(accessToken: token))
        let card = try await Wallet.instance.cardService.get(
            cardID: arguments.removeFirst(), include: [.tokenizations])
        let step = arguments.removeFirst()
        let (lines, tell) = AsyncStream.makeStream(of: String.self)
        let app = SampleApp(card: card) {
            tell.yield($0)
            tell.finish()
        }
        try app.play(step, Array(arguments))
        for await line in lines { Swift.print(line) }
    }

    /// The system's sheet, as an app gets it.
    private func sheet() throws -> PKAddPaymentPassViewController {
        guard let configuration = createPaymentPassRequestConfiguration(
                customerInfo: Wallet.CustomerInfo(firstName: "Ivana", lastName: "Petrova"), card: card),
            let sheet = PKAddPaymentPassViewController(requestConfiguration: configuration, delegate: self)
        else { throw BadArguments() }
        return sheet
    }

    private func play(_ step: String, _ arguments: [String]) throws {
        switch step {
        case "configure":
            let owner = Wallet.CustomerInfo(firstName: "Ivana", lastName: "Petrova")
            let passes = arguments.map {
                PKPaymentPass(primaryAccountIdentifier: "FAPL of the card", deviceAccountIdentifier: $0)
            }
            let configuration = createPaymentPassRequestConfiguration(customerInfo: owner, card: card)
            configuration?.primaryAccountIdentifier = card.primaryAccountIdentifier(among: passes)
            let shown = [
                configuration?.cardholderName, configuration?.primaryAccountSuffix,
                configuration?.paymentNetwork?.rawValue, configuration?.primaryAccountIdentifier,
            ]
            show(shown.compactMap(\.self).joined(separator: ","))
        case "request":
            let values = arguments.compactMap { Data(base64Encoded: $0) }
            guard values.count == 4 else { throw BadArguments() }
            addPaymentPassViewController(
                try sheet(), generateRequestWithCertificateChain: [values[0], values[1]],
                nonce: values[2], nonceSignature: values[3],
                completionHandler: { [show] request in
                    let values = [request.encryptedPassData, request.ephemeralPublicKey, request.activationData]
                    show(values.map { $0?.base64EncodedString() ?? "" }.joined(separator: ","))
                })
        case "finish":
            guard let reference = arguments.first else { throw BadArguments() }
            addPaymentPassViewController(
                try sheet(),
                didFinishAdding: PKPaymentPass(
                    primaryAccountIdentifier: "FAPL of the card", deviceAccountIdentifier: reference),
                error: nil)
        default:
            throw BadArguments()
        }
    }
}
