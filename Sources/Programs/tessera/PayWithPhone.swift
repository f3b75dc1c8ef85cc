import ArgumentParser
import CardAPI
import CardClient
import CardSecrets
import Foundation
import Hosting
import HTTPContract
import Ledger
import SimulatedWallets
import Simulators

struct PayWithPhone: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay",
        abstract: "Pay with a card in the wallet of a simulated phone.",
        discussion: """
            Needs a running service with a sandbox, and a card that tessera phone has put into a wallet. Without \
            --merchant, the phone pays in a shop: the payment goes through the network to the issuer at once, and the \
            command prints the answer and the balance. With --merchant, the phone pays in an app: the command prints \
            the token that the wallet gives to the app, in JSON. No money moves before the merchant charges it. \
            Everything else is on standard error.

            Exits with 0 if the payment is approved or the token is made, with 64 for a usage error, otherwise \
            with 1.

            For example: tessera phone pay --card $CARD --amount 12.34, or
            tessera phone pay --card $CARD --amount 12.34 --merchant merchant.pem --merchant-id merchant.example.shop

            With a merchant of the sandbox:
            tessera phone pay --card $CARD --amount 12.34 --merchant 496160873888 --gateway stitch
            """)

    @Option(help: "The card's id.")
    var card: String

    @Option(help: "The amount as a decimal number, such as 12.34.")
    var amount: String

    @Option(help: "The merchant's currency, ISO 4217. (default: the card's)")
    var currency: String?

    @Option(help: "The issuerTokenId of the card's token, if the card can pay with several.")
    var token: String?

    @Option(help: "The customer that the card belongs to. (default: 10000001)")
    var customer: String?

    @OptionGroup var merchant: PhoneMerchant

    @OptionGroup var options: ServiceOptions

    func validate() throws {
        if let currency, Currency(currency) == nil {
            throw ValidationError("--currency must be one of ISO 4217, like EUR, not '\(currency)'.")
        }
    }

    func run() async throws {
        let key = try merchant.fileKey()
        let service = try options.service()
        let customer = Setting.text(customer, "CUSTOMER", default: "10000001")
        let cards = service.api.customer(accessToken: try await service.token(of: customer))
        let card = try await cards.get(card)
        let money = try money(in: currency ?? card.currency)
        let purse = try await PhonePurse(of: card, at: service).choosing(token)
        if let recipient = try await merchant.recipient(key, in: purse.wallet, at: service) {
            print(try await purse.token(paying: money, to: recipient))
            Self.note("\(purse.wallet.walletName) pays \(money) with \(purse.reference). No money has moved yet.")
        } else {
            let played = try await purse.pay(money)
            print("\(money) in a shop with \(purse.wallet.walletName): \(played.result)")
            // A user who sees a failure would pay again, so only the payment itself may cause one.
            if let own = Currency(card.currency), let balance = try? await cards.balance(in: own) {
                print("The balance is \(balance).")
            }
            guard played.isApproved else { throw ExitCode.failure }
        }
    }

    private func money(in code: String) throws -> Money {
        guard let currency = Currency(code), let money = Money(amount, currency: currency), !money.isNegative else {
            let decimals = Currency(code).map { "with at most \($0.exponent) decimals, " } ?? ""
            throw ValidationError("--amount must be a number of \(code), \(decimals)0 or more, not '\(amount)'.")
        }
        return money
    }

    private static func note(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }
}
