import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres
import Provisioning
import SimulatedWallets

/// The message that a wallet forwards to the network, with everything that is needed to check it.
public enum WalletMessage: Sendable {
    /// From Google Pay or Samsung Pay, which cannot read it.
    case opaque(String, network: TokenNetwork)
    /// From Apple Pay. The iPhone opens the pass with its own key, which only a simulated device reveals.
    case pass(ApplePass, opensWith: Secret, device: AppleEvidence, lastDigits: String?)

    /// The scheme of its card; Visa if only the iPhone could read that.
    fileprivate var scheme: Program.Scheme {
        switch self {
        case .opaque(_, .mastercard): .mastercard
        case .opaque(_, .visa), .pass: .visa
        }
    }

    fileprivate var bytes: [UInt8] {
        switch self {
        case .opaque(let card, _): Array(card.utf8)
        case .pass(let pass, _, _, _): pass.ephemeralPublicKey + pass.activationData
        }
    }
}

extension Sandbox {
    /// Adds a card to a phone's wallet: the wallet forwards the data that the app got from the Card service, and the
    /// network opens it, checks it and decides.
    ///
    /// - Returns: all checks, and the token unless a check failed or the network declined.
    public func push(
        _ message: WalletMessage, to id: PhoneID, advice: WalletAdvice = .approve
    ) async throws(PhoneFailure) -> (inspection: Inspection, token: PhoneToken?) {
        let phone = try await phone(id)
        guard phone.place != nil else { throw .refused(.noActiveWallet) }
        var inspection = Inspection()
        guard let opened = try open(message, on: phone, &inspection) else { return (inspection, nil) }
        let (pan, digest) = (opened.card.pan, TokenRules.digest(of: message.bytes))
        guard inspection.failure == nil else {
            if opened.isForwarded { try await reportRefusal(of: pan, digest, on: id) }
            return (inspection, nil)
        }
        let request = TokenRequest(
            card: .number(pan, network: opened.network), phone: id, digest: digest, advice: advice,
            asksForIdentification: opened.asksForIdentification)
        switch try await issue(request) {
        case .issued(let token, let doubt):
            inspection.pass(
                "decision",
                doubt.map { "\(token.reference), once the cardholder is identified: \($0.rawValue)" }
                    ?? "approved as \(token.reference)")
            return (inspection, token)
        case .declined(let refusal):
            inspection.fail("decision", refusal)
            try await reportRefusal(of: pan, digest, on: id)
            return (inspection, nil)
        }
    }

    /// Tells the Card service that the network has refused a card on this phone.
    ///
    /// Not if the network has issued a token for this message, or one on this phone that the app has not reported yet:
    /// then the tokenization waits for the app, and has not failed.
    private func reportRefusal(of pan: PAN, _ digest: [UInt8], on id: PhoneID) async throws(PhoneFailure) {
        try await holding(id) { phone, tx throws(IssuingFailure) -> Result<Void, PhoneRefusal> in
            let (cards, accepted) = try tx.run(
                lock(ofCardNumbered: pan, in: tx), PhoneTokenStatements.isAccepted(.bytes(digest)))
            guard let place = phone.place, let held = cards.first, case let card = held.card, accepted.first != true
            else {
                return .success(())
            }
            let tokens = try tx.run(PhoneTokenStatements.ofCard(.id(card.customer), .id(card.id)))
            guard !tokens.contains(where: { $0.phone == id && !$0.isReported }) else { return .success(()) }
            try issuing.commitFailure(of: held, at: place, in: tx)
            return .success(())
        }
    }

    private struct OpenedMessage {
        let card: OpenedCard
        let network: TokenNetwork
        let asksForIdentification: Bool
        /// Whether the wallet gave the message to the network. An iPhone does not, if the pass is not for its request.
        let isForwarded: Bool
    }

    private func open(
        _ message: WalletMessage, on phone: SandboxPhone, _ inspection: inout Inspection
    ) throws(PhoneFailure) -> OpenedMessage? {
        guard let networks else { throw .failed(.refused(.tokenization(.networkNotConnected(message.scheme)))) }
        let keys = TokenServiceKeys(visa: networks.visa, mastercard: networks.mastercard.network)
        let now = clock.now()
        switch message {
        case .opaque(let text, let network):
            let pushed = PushedCard(
                text, network: network, wallet: phone.kind.pushWallet, deviceID: phone.hardwareID,
                accountID: phone.walletID)
            return inspection.inspect(pushed, with: keys, at: now).map {
                OpenedMessage(
                    card: $0.card, network: network, asksForIdentification: $0.asksForIdentification, isForwarded: true)
            }
        case .pass(let pass, let key, let device, let lastDigits):
            let opened = inspection.inspect(
                pass, openedWith: key, nonce: device.nonceBytes, nonceSignature: device.nonceSignatureBytes,
                lastDigits: lastDigits, at: now)
            guard let opened, let network = opened.card.network else { return nil }
            let isForwarded = inspection.failure == nil
            inspection.inspect(
                activationData: pass.activationData, of: opened.card, nonce: opened.data.nonce, network: network,
                keys: keys, at: now)
            return OpenedMessage(
                card: opened.card, network: network, asksForIdentification: false, isForwarded: isForwarded)
        }
    }

    /// Begins a token in the wallet itself: the cardholder types the card's number, and no app takes part. The network
    /// reports the token to the Card service and sends a code to the cardholder.
    public func beginToken(of card: CardID, on id: PhoneID) async throws(PhoneFailure) -> PhoneToken {
        let request = TokenRequest(
            card: .id(card), phone: id, digest: nil, advice: .verify, asksForIdentification: true)
        switch try await issue(request) {
        case .issued(let token, _): return token
        case .declined(let refusal): throw .refused(.declined("\(refusal.cause) \(refusal.fix)"))
        }
    }

    /// Activates a token with the code that the network has sent to the cardholder. The phone is locked, so wrong codes
    /// are counted exactly.
    public func verify(_ reference: String, on id: PhoneID, code: String) async throws(PhoneFailure) -> PhoneToken {
        try await holding(id) { phone, tx throws(IssuingFailure) -> Result<PhoneToken, PhoneRefusal> in
            let find = PhoneTokenStatements.find(.id(phone.id), .text(reference))
            guard let found = try tx.run(find).first else { return .failure(.tokenNotFound) }
            guard found.token.state == .needsIdentityVerification else {
                return .failure(.tokenIsInState(found.token.state, accepted: [.needsIdentityVerification]))
            }
            guard found.wrongCodes < PhoneToken.allowedWrongCodes else { return .failure(.codeIsClosed) }
            let sent = try found.code.map { sealed throws(IssuingFailure) in try self.code(sealed, of: reference) }
            guard sent == code else {
                _ = try tx.commit(PhoneTokenStatements.countWrongCode(.id(phone.id), .text(reference)))
                return .failure(.wrongCode)
            }
            let (_, verified) = try tx.commit(PhoneTokenStatements.verify(.id(phone.id), .text(reference)), find)
            return .success(try IssuingFailure.requiring(verified.first?.token, "the token just verified"))
        }
    }

    /// Suspends, resumes or deletes a token on the phone. The Card service learns of it if it knows the token as
    /// COMPLETED. Any other token can only be deleted.
    public func change(
        _ reference: String, on id: PhoneID, by event: TokenEvent
    ) async throws(PhoneFailure) -> PhoneToken {
        try await holding(id) { phone, tx throws(IssuingFailure) -> Result<PhoneToken, PhoneRefusal> in
            let find = PhoneTokenStatements.find(.id(phone.id), .text(reference))
            let found = try tx.run(find)
            guard let token = found.first?.token, token.state != .deleted else { return .failure(.tokenNotFound) }
            guard token.isReported || event == .delete else { return .failure(.tokenIsNotReported(token.state)) }
            try report(event, of: token, in: tx)
            let delete = PhoneTokenStatements.delete(.id(phone.id), .text(reference), .timestamp(clock.now()))
            let (_, changed) = try tx.commit(event == .delete ? delete : nil, find)
            return .success(try IssuingFailure.requiring(changed.first?.token, "the token just changed"))
        }
    }

    /// Tells the Card service of a change, if it knows the token as COMPLETED.
    ///
    /// The token's card was not locked when the token was found, and may have ended since. Then the Card service has
    /// deleted the token already, and there is nothing left to delete.
    func report(
        _ event: TokenEvent, of token: PhoneToken, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) {
        guard token.isReported, let reference = DPANReference(rawValue: token.reference) else { return }
        do throws(IssuingFailure) {
            _ = try issuing.changeToken(reference, by: event, in: tx)
        } catch {
            guard event == .delete, case .refused(.tokenization(.eventNotAllowed)) = error else { throw error }
        }
    }
}
