import Administration
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

/// The answer of a simulated network to the request.
enum TokenIssuance: Sendable {
    case issued(PhoneToken, TokenDoubt?)
    case declined(TokenRefusal)
}

extension Sandbox {
    /// Issues a token as a network does. If the drawn number or reference is taken, it draws again.
    func issue(_ request: TokenRequest) async throws(PhoneFailure) -> TokenIssuance {
        for _ in 1..<Self.maximumDraws {
            do throws(PhoneFailure) {
                return try await issueOnce(request)
            } catch {
                guard let constraint = error.postgresFailure?.constraint, Self.drawnAgain.contains(constraint) else {
                    throw error
                }
            }
        }
        return try await issueOnce(request)
    }

    /// If this many draws in a row are taken, the network's range is nearly used up.
    private static let maximumDraws = 16

    private static let drawnAgain: Set = ["dpan_is_issued_once", "phone_token_is_issued_once"]

    /// Phone and card are locked, so the card's tokens are counted exactly.
    private func issueOnce(_ request: TokenRequest) async throws(PhoneFailure) -> TokenIssuance {
        do {
            return try await holding(request.phone) { phone, tx throws(IssuingFailure) in
                try issue(request, on: phone, in: tx)
            }
        } catch {
            guard error.postgresFailure?.constraint == "wallet_message_is_accepted_once" else { throw error }
            return .declined(.replayed)
        }
    }

    private func issue(
        _ request: TokenRequest, on phone: SandboxPhone, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> Result<TokenIssuance, PhoneRefusal> {
        guard let place = phone.place else { return .failure(.noActiveWallet) }
        let (cards, before) = try tx.run(
            lock(of: request.card, in: tx), PhoneTokenStatements.isAccepted(.bytes(request.digest)))
        guard let held = cards.first, case let card = held.card else { throw .refused(.card(.notFound)) }
        if case .number(_, let network) = request.card, network != card.scheme.network {
            return .success(.declined(.wrongNetwork(expected: network)))
        }
        guard before.first != true else { return .success(.declined(.replayed)) }
        let status = card.standing.status
        guard TokenizationApplication.accepted.contains(status) else {
            return .success(.declined(.issuerDeclined(TokenizationRefusal.notAllowed(status: status).message)))
        }
        let (all, ofCard) = try tx.run(
            PhoneTokenStatements.onPhone(.id(phone.id)), PhoneTokenStatements.ofCard(.id(card.customer), .id(card.id)))
        guard all.count < SandboxPhone.tokenLimit else { return .failure(.tokenLimitExceeded) }
        let doubt: TokenDoubt?
        do throws(TokenRefusal) {
            doubt = try TokenRules.doubt(
                tokens: ofCard.count, there: ofCard.first { $0.phone == phone.id }?.reference,
                advice: request.advice, asksForIdentification: request.asksForIdentification)
        } catch {
            return .success(.declined(error))
        }
        let (token, secrets) = newToken(of: card, waits: doubt != nil)
        let now = clock.now()
        let add = adding(token, secrets, of: card.customer, on: phone, for: request, at: now)
        if request.digest == nil {
            let reference = try IssuingFailure.requiring(
                DPANReference(rawValue: token.reference), "a reference of a network")
            try issuing.commitAnnouncement(of: reference, for: held, at: place, with: add, at: now, in: tx)
        } else {
            _ = try tx.commit(add)
        }
        return .success(.issued(token, doubt))
    }

    /// - Parameter waits: whether the network has doubts, so the token is inactive until they are resolved.
    private func newToken(of card: Card, waits: Bool) -> (PhoneToken, TokenSecrets) {
        let network = card.scheme.network
        let reference = network.reference(using: entropy)
        let secrets = TokenSecrets.generate(for: network, using: entropy)
        let token = PhoneToken(
            reference: reference, card: card.id, scheme: card.scheme, cardLastFour: card.lastFour,
            dpanLastFour: secrets.dpan.lastFour, state: waits ? .needsIdentityVerification : .active,
            isReported: false)
        return (token, secrets)
    }

    private func lock(
        of card: TokenRequest.Card, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> Query<CardStatements.Held>? {
        switch card {
        case .number(let pan, _): return try lock(ofCardNumbered: pan, in: tx)
        case .id(let id):
            guard tx.isOnCluster else { return CardEventStatements.holdByID(.id(id)) }
            let customers = try tx.run(PhoneTokenStatements.customerOfCard(.id(id)))
            return customers.first.map { CardStatements.hold(.id($0), .id(id)) }
        }
    }

    /// The query that locks the card with a number. A cluster locks it on its customer's machine, which it must find
    /// first.
    ///
    /// - Returns: nil if it was looked for and no card has the number.
    func lock(
        ofCardNumbered pan: PAN, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> Query<CardStatements.Held>? {
        let hashes = CardStatements.anyHash(of: vault.lookupHashes(pan))
        guard tx.isOnCluster else { return PhoneStatements.holdCardByPAN(hashes) }
        let found = try tx.run(PhoneStatements.cardByPAN(hashes))
        return found.first.map { CardStatements.hold(.id($0.customer), .id($0.card)) }
    }

    /// If the network has doubts, it sends a code to the mobile number of the card.
    private func adding(
        _ token: PhoneToken, _ secrets: TokenSecrets, of customer: CustomerID, on phone: SandboxPhone,
        for request: TokenRequest, at now: Date
    ) -> Query<Void> {
        let waits = token.state == .needsIdentityVerification
        let code = waits
            ? vault.seal(Secret(Array(entropy.digits(6).utf8)), at: Self.codePlace(of: token.reference)) : nil
        let sealed = seal(secrets, of: token.reference)
        let expiry = Expiry(months: Self.tokenMonths, after: now)
        return PhoneTokenStatements.add(
            .text(token.reference), .id(phone.id), .id(customer), .id(token.card), .text(token.dpanLastFour),
            .bytes(request.digest), .boolean(waits), .id(waits ? entropy.id(MessageID.self) : nil),
            .bytes(code?.bytes), .integer((code?.keyVersion).map { Int32(clamping: $0) }), .timestamp(now),
            .bytes(vault.lookupHash(secrets.dpan)), .text(phone.kind.wallet.rawValue), .bytes(sealed.bytes),
            .integer(sealed.keyVersion), .integer(expiry.month), .integer(expiry.year))
    }

    /// The code with which the cardholder is identified.
    func code(_ sealed: SealedSecret, of reference: String) throws(IssuingFailure) -> String {
        try IssuingFailure.guarding { () throws(VaultFailure) in
            try vault.open(sealed, at: Self.codePlace(of: reference)).withBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static func codePlace(of reference: String) -> String { "phone_token.sealed_code \(reference)" }
}
