import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres
import Provisioning
import SimulatedWallets

/// A request for a token at a simulated network.
struct TokenRequest: Sendable {
    enum Card: Sendable {
        /// The number that the network found in a message.
        case number(PAN, network: TokenNetwork)
        case id(CardID)
    }

    let card: Card
    let phone: PhoneID
    /// The digest of the wallet's message; nil if the cardholder typed the card's number into the wallet.
    let digest: [UInt8]?
    let advice: WalletAdvice
    let asksForIdentification: Bool
}

/// What a simulated network answers to it.
enum TokenAnswer: Sendable {
    case issued(reference: String, TokenDoubt?)
    case declined(TokenRefusal)
    case refused(PhoneRefusal)
}

extension Sandbox {
    /// Issues a token as a network does. Phone and card are locked, so the card's tokens are counted exactly.
    func issue(_ request: TokenRequest) async throws(IssuingFailure) -> TokenAnswer {
        do {
            return try await database.transaction { tx throws(IssuingFailure) in try issue(request, in: tx) }
        } catch {
            guard error.postgresFailure?.constraint == "wallet_message_is_accepted_once" else { throw error }
            return .declined(.replayed)
        }
    }

    private func issue(
        _ request: TokenRequest, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> TokenAnswer {
        let (phones, cards, before) = try tx.run(
            PhoneStatements.hold(.id(request.phone)), hold(request.card),
            PhoneTokenStatements.isAccepted(.bytes(request.digest)))
        guard let phone = phones.first else { return .refused(.notFound) }
        guard let place = phone.place else { return .refused(.noActiveWallet) }
        guard let card = cards.first?.card else { throw .refused(.card(.notFound)) }
        if case .number(_, let network) = request.card, network != card.scheme.network {
            return .declined(.wrongNetwork(expected: network))
        }
        guard before.first != true else { return .declined(.replayed) }
        let (all, ofCard) = try tx.run(
            PhoneTokenStatements.onPhone(.id(phone.id)), PhoneTokenStatements.ofCard(.id(card.customer), .id(card.id)))
        guard all.count < SandboxPhone.tokenLimit else { return .refused(.tokenLimitExceeded) }
        let doubt: TokenDoubt?
        do throws(TokenRefusal) {
            doubt = try TokenRules.doubt(
                tokens: ofCard.count, there: ofCard.first { $0.phone == phone.id }?.reference,
                advice: request.advice, asksForIdentification: request.asksForIdentification)
        } catch {
            return .declined(error)
        }
        let text = card.scheme.network.reference(using: entropy)
        let reference = try IssuingFailure.requiring(DPANReference(rawValue: text), "a reference of a network")
        let now = clock.now()
        let add = adding(reference, of: card, on: phone, for: request, waits: doubt != nil, at: now)
        if request.digest == nil {
            try issuing.commitAnnouncement(of: reference, for: card, at: place, with: add, at: now, in: tx)
        } else {
            _ = try tx.commit(add)
        }
        return .issued(reference: text, doubt)
    }

    private func hold(_ card: TokenRequest.Card) -> Query<CardStatements.Held> {
        switch card {
        case .number(let pan, _): PhoneStatements.holdCardByPAN(.bytes(vault.lookupHash(pan)))
        case .id(let id): SandboxStatements.holdByID(.id(id))
        }
    }

    /// If the network has doubts, it sends a code to the mobile number of the card.
    private func adding(
        _ reference: DPANReference, of card: Card, on phone: SandboxPhone, for request: TokenRequest, waits: Bool,
        at now: Date
    ) -> Query<Void> {
        let number = PAN.generate(prefix: card.scheme.network.tokenPrefix, using: entropy)
        let sealed = waits
            ? vault.seal(Secret(Array(entropy.digits(6).utf8)), at: Self.codePlace(of: reference.rawValue)) : nil
        return PhoneTokenStatements.add(
            .text(reference.rawValue), .id(phone.id), .id(card.customer), .id(card.id), .text(number.lastFour),
            .bytes(request.digest), .boolean(waits), .id(waits ? entropy.id(MessageID.self) : nil),
            .bytes(sealed?.bytes), .integer((sealed?.keyVersion).map { Int32(clamping: $0) }), .timestamp(now))
    }

    /// The code with which the cardholder is identified.
    func code(_ sealed: SealedSecret, of reference: String) throws(IssuingFailure) -> String {
        try IssuingFailure.guarding { () throws(VaultFailure) in
            try vault.open(sealed, at: Self.codePlace(of: reference)).withBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static func codePlace(of reference: String) -> String { "phone_token.sealed_code \(reference)" }
}
