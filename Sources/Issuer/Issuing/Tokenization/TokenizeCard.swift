import Cards
import CardSecrets
import Foundation
import Identifiers
import Postgres
import Provisioning
import Validation

/// A card sealed for a wallet, with the data that the wallet shows.
public struct TokenizedCard: Sendable {
    /// Data that only the wallet's device, or the network behind it, can open.
    public enum Sealed: Sendable {
        case apple(ApplePass)
        case opaque(String, for: WalletType)
    }

    public let card: Card
    public let cardholder: Customer
    public let sealed: Sealed
}

extension Issuing {
    /// Seals a card for a mobile wallet, once the customer has authenticated, and records that a tokenization is
    /// INITIATED, unless that is already recorded.
    ///
    /// The certificates of an Apple device are checked before anything is locked. The card is locked during the
    /// decision, so simultaneous requests are checked one after the other. A refused request uses up no nonce.
    public func tokenizeCard(
        _ id: CardID, asked: Draft<TokenizationApplication>, evidence: AuthenticationEvidence,
        request: IdempotentRequest<TokenizedCard>
    ) async throws(IssuingFailure) -> Answered<TokenizedCard> {
        let (now, customer) = (clock.now(), evidence.customer)
        let device = ProvenAppleDevice.proving(asked.value, under: networks?.appleTrust, at: now)
        return try await database.transaction { tx throws(IssuingFailure) in
            let gate = gate(evidence)
            let (claimed, found, policies, events, devices, customers, cards, existing) = try tx.run(
                request.claim(customer), request.find(customer, at: now), gate.policy, gate.event, gate.device,
                CustomerStatements.find(.id(customer)),
                CardStatements.hold(.id(customer), .id(id)),
                TokenizationStatements.of([id], of: customer))
            if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
            guard let person = customers.first, let held = cards.first else { throw .refused(.card(.notFound)) }
            let (wallet, apple) = try IssuingFailure.refusing { () throws(Refusal) in
                (try asked.wallet(for: held.card.scheme), try device.get())
            }
            let passage = try gate.pass((policies, events, devices), in: tx)
            let (place, beginning) = try IssuingFailure.refusing { () throws(Refusal) in
                try asked.value.place(in: wallet, for: held.card, besides: existing.map(\.tokenization), at: now)
            }
            let sealed = try seal(held, of: person, at: place, to: apple, now: now)
            let tokenized = TokenizedCard(card: held.card, cardholder: person, sealed: sealed)
            let answer = request.answer(tokenized)
            let record = TokenizationStatements.begin(
                beginning, as: entropy.id(), at: place, of: held.card, for: apple?.request, now: now)
            try commit(
                record, .tokenization, of: held, in: tx, with: passage.use,
                request.keep(answer, for: customer, at: now),
                recording(.cardSealed, about: id, of: customer, detail: place.wallet.rawValue))
            tell(passage)
            if !beginning.isAgain {
                tell(.tokenization(place.wallet, held.card.scheme, .initiated), about: .init(held.card))
            }
            return .now(tokenized, answer)
        }
    }

    private func seal(
        _ held: CardStatements.Held, of person: Customer, at place: WalletPlace, to apple: ProvenAppleDevice?, now: Date
    ) throws(IssuingFailure) -> TokenizedCard.Sealed {
        let card = held.card
        guard let keys = networks?.keys[card.scheme] else {
            throw .refused(.tokenization(.networkNotConnected(card.scheme)))
        }
        return try IssuingFailure.guarding { () throws(VaultFailure) in
            let pan = try vault.open(held.pan, customer: card.customer.rawValue, card: card.id.rawValue)
            let sealing = WalletCard(
                pan: pan, expiryMonth: card.expiry.month, expiryYear: card.expiry.year,
                cardholderName: person.cardholderName)
            if let apple {
                return .apple(
                    try ApplePass(
                        of: sealing, for: apple.request, to: apple.key, network: keys, at: now, using: entropy))
            }
            let cvv = try vault.cvv2(
                of: pan, keyVersion: held.cvvKeyVersion, expiryMonth: card.expiry.month, expiryYear: card.expiry.year)
            return .opaque(
                try OpaquePaymentCard.seal(
                    sealing, securityCode: cvv, into: place.wallet == .samsung ? .samsung : .google,
                    for: try Self.network(keys, of: card, person, at: place), at: now, using: entropy),
                for: place.wallet)
        }
    }

    private static func network(
        _ keys: NetworkKeys, of card: Card, _ person: Customer, at place: WalletPlace
    ) throws(VaultFailure) -> OpaquePaymentCard.Network {
        switch keys {
        case .mastercard(let keys): return .mastercard(keys)
        case .visa(let keys):
            guard let device = try? PushDevice(clientDeviceID: place.device, clientWalletAccountID: place.profile)
            else { throw .notEncodable("A Visa card for a wallet without a device and an account") }
            return .visa(
                keys, device, BillingAddress(of: person, with: card), applicationID: WalletNetworks.applicationID)
        }
    }
}

/// A request of an Apple device whose certificates were checked.
struct ProvenAppleDevice: Sendable {
    let request: AppleRequest
    let key: AppleDeviceKey

    /// Nil if the request is not for an Apple device, or if it lacks data, which the rules report.
    static func proving(
        _ asked: TokenizationApplication, under trust: AppleTrust?, at now: Date
    ) -> Result<ProvenAppleDevice?, Refusal> {
        let data = asked.apple
        guard asked.wallet == .apple, let trust, let leaf = data.leafCertificate,
            let subordinate = data.subordinateCertificate, let nonce = data.nonce, let signature = data.nonceSignature
        else { return .success(nil) }
        do throws(AppleRequestRefused) {
            let (request, key) = try AppleRequest.proven(
                leafCertificate: leaf, subordinateCertificate: subordinate, nonce: nonce, nonceSignature: signature,
                under: trust, at: now)
            return .success(ProvenAppleDevice(request: request, key: key))
        } catch {
            return .failure(.tokenization(.walletDataNotAccepted(error.failures.map(WalletDataFault.init))))
        }
    }
}

extension WalletDataFault {
    fileprivate init(_ failure: AppleRequestFailure) {
        self.init(name: failure.name, field: failure.field.rawValue, cause: failure.cause, fix: failure.fix)
    }
}

extension BillingAddress {
    /// The customer's address; if there is none, the card's delivery address.
    fileprivate init(of person: Customer, with card: Card) {
        guard let address = person.address ?? card.deliveryAddress else {
            self.init(line1: "", city: "", country: person.country, postalCode: "")
            return
        }
        self.init(
            line1: address.address1, line2: address.address2 ?? "", city: address.city, state: address.state ?? "",
            country: address.countryCode, postalCode: address.postalCode)
    }
}
