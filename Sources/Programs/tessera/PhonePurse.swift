import CardAPI
import CardSecrets
import Foundation
import HTTPContract
import Ledger
import SimulatedWallets
import Simulators

/// The tokens of a card on the phones of a sandbox. The phone pays with one of them.
struct PhonePurse: Sendable {
    private struct Entry: Decodable, Sendable {
        struct Phone: Decodable, Sendable {
            let phoneId, kind, walletType: String
        }

        let phone: Phone
        let token: WalletToken

        var line: String { "\n  \(token.issuerTokenId), \(token.tokenState), on the \(phone.kind) \(phone.phoneId)" }
    }

    private struct List: Decodable {
        let tokens: [Entry]
    }

    private let card: String
    private let service: RunningService
    private let entries: [Entry]

    init(of card: CardBody, at service: RunningService) async throws {
        self.card = card.cardId
        self.service = service
        let list: List = try await service.sandbox("GET", "/cards/\(card.cardId)/tokens")
        entries = list.tokens
    }

    /// - Parameter reference: the token's; nil for the only one that can pay.
    func choosing(_ reference: String?) throws -> ChosenToken {
        let active = entries.filter { $0.token.tokenState == "ACTIVE" }
        let found = reference.map { reference in entries.filter { $0.token.issuerTokenId == reference } } ?? active
        if found.count == 1, let entry = found.first, let wallet = PhoneKind(walletType: entry.phone.walletType) {
            return ChosenToken(
                card: card, phone: entry.phone.phoneId, reference: entry.token.issuerTokenId, wallet: wallet,
                cardLastFour: entry.token.fpanLastFour, service: service)
        }
        throw RunningService.Failure(description: explanation(reference, canPay: active.count))
    }

    private func explanation(_ reference: String?, canPay count: Int) -> String {
        guard !entries.isEmpty else {
            return "The card is in no wallet. Put it into one: tessera phone apple --card \(card)"
        }
        let list = entries.map(\.line).joined()
        if reference != nil { return "The card has no such token. Name one of these with --token:" + list }
        return count == 0
            ? "None of the card's tokens is ACTIVE:" + list
            : "\(count) of the card's tokens can pay. Name one with --token:" + list
    }
}

/// A token of a card on a phone, which pays.
struct ChosenToken: Sendable {
    /// The payment data that a phone gives to an app.
    private struct Payment: Decodable {
        struct Expiry: Decodable {
            let month, year: Int
        }

        let dpan, cryptogram: String
        let expiry: Expiry
        let eci: String?
    }

    let card, phone, reference: String
    let wallet: PhoneKind
    let cardLastFour: String
    let service: RunningService

    /// Pays in an app.
    ///
    /// - Returns: the token that the wallet gives to the app, in JSON.
    func token(paying money: Money, to recipient: PaymentRecipient) async throws -> String {
        let now = try await service.sandboxClock()()
        let made: Payment = try await service.sandbox(
            "POST", "/phones/\(phone)/tokens/\(reference)/cryptograms", body(paying: money))
        guard let dpan = PAN(made.dpan), let eci = made.eci,
            let cryptogram = (try? EncodedBytes.decode(made.cryptogram, count: PaymentCryptogram.length))
                .flatMap({ PaymentCryptogram($0) }),
            let payment = WalletPayment(
                of: .init(
                    minorUnits: money.minorUnits, currencyCode: money.currency.code,
                    currencyDigits: money.currency.digits),
                dpan: dpan, expiryMonth: made.expiry.month, expiryYear: made.expiry.year,
                cryptogram: cryptogram, indicator: eci, cardLastFour: cardLastFour)
        else {
            throw RunningService.Failure(
                description: "The phone's payment cannot be read. Check that the sandbox has the same version as this "
                    + "command.")
        }
        return try payment.token(for: recipient, at: now, using: .system)
    }

    /// Pays in a shop, by antenna, through the network.
    func pay(_ money: Money) async throws -> PlayedPayment {
        try await service.sandbox(
            "POST", "/cards/\(card)/payments", body(paying: money, [("dpanRef", .string(reference))]))
    }

    private func body(paying money: Money, _ others: [(String, JSONValue)] = []) -> String {
        let members: [(String, JSONValue)] = [
            ("amount", .number(String(money.minorUnits))), ("currencyCode", .string(money.currency.code)),
        ]
        return JSONValue.object(JSONObject(members + others)).jsonText
    }
}

extension PhoneKind {
    /// The phone with a wallet of this type, in the words of the Card service.
    init?(walletType: String) {
        switch walletType {
        case "APPLE_PAY": self = .apple
        case "GOOGLE_PAY": self = .google
        case "SAMSUNG_PAY": self = .samsung
        default: return nil
        }
    }
}
