import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Provisioning
import SimulatedWallets

/// A token that a tester wants a wallet to ask for, at a simulated token service.
public struct TokenErrand: Sendable {
    /// What goes wrong on the way between the token service and the issuer.
    public enum Fault: String, CaseIterable, Sendable {
        /// No answer arrives in time, so the network sends each message again.
        case timeOut = "TIME_OUT"
        /// Each message arrives twice at once.
        case twice = "TWICE"
        /// A copy of the question whether the token may be issued arrives after all other messages.
        case late = "LATE"
        /// The cardholder types a wrong code first.
        case wrongCode = "WRONG_CODE"
    }

    public var wallet = WalletType.google
    public var device: String?
    public var deviceScore: Int? = 5
    public var accountScore: Int? = 5
    /// Whether the issuer's app has put the card into the wallet.
    public var isBegunInApp = false
    /// Whether the cardholder types the code, if the issuer asks for an identification and can send a code by SMS.
    public var identifies = true
    public var fault: Fault?

    public init() {}
}

/// Such a token, and the messages about it.
public struct RequestedToken: Sendable {
    /// A message to the issuer, and its answer.
    public struct Message: Sendable {
        public let reference: NetworkReference
        public let kind: TokenServiceMessage.Kind
        public let answer: TokenServiceAnswer
    }

    public let reference: String
    public internal(set) var messages: [Message] = []

    /// The answer to the question whether the token may be issued.
    public var decision: TokenServiceAnswer? { messages.first { $0.kind == .provisioning }?.answer }
    /// Nil if the network has not activated the token.
    public var status: TokenStatus? { messages.last { $0.kind == .tokenChange }?.answer.tokenStatus }
}

extension Sandbox {
    /// Asks the issuer for a token as a token service does, by the messages of the network's door: whether the card can
    /// have one, and whether this one may be issued. If the issuer asks for it, the cardholder reads the code in the
    /// inbox and types it. A token that the issuer agrees to is activated.
    public func requestToken(_ errand: TokenErrand, for id: CardID) async throws(IssuingFailure) -> RequestedToken {
        let plastic = try await plastic(of: id)
        let card = plastic.card
        let network: TokenNetwork = card.scheme == .visa ? .visa : .mastercard
        let token = try IssuingFailure.requiring(
            DPANReference(rawValue: network.reference(using: entropy)), "a reference of a network")
        var requested = RequestedToken(reference: token.rawValue)
        let eligible = try await send(.eligibility(plastic.pan), about: card, errand, &requested)
        guard eligible.decision == .approved else { return requested }
        let wanted = TokenServiceMessage.Content.provisioning(
            WantedToken(
                pan: plastic.pan, expiry: card.expiry, securityCode: nil, token: token, wallet: errand.wallet,
                device: errand.device, profile: nil, deviceScore: errand.deviceScore,
                accountScore: errand.accountScore, isBegunInApp: errand.isBegunInApp))
        var answer = try await send(wanted, about: card, errand, &requested)
        let first = requested.messages.last
        if answer.decision == .identify, errand.identifies, answer.methods.contains(.smsCode) {
            answer = try await identify(for: token, of: card, errand, &requested)
        }
        if answer.decision == .approved {
            _ = try await send(.tokenChange(token, .activated), about: card, errand, &requested)
        }
        if errand.fault == .late, let first {
            try await deliver(wanted, as: first.reference, about: card, &requested)
        }
        return requested
    }

    private func identify(
        for token: DPANReference, of card: Card, _ errand: TokenErrand, _ requested: inout RequestedToken
    ) async throws(IssuingFailure) -> TokenServiceAnswer {
        _ = try await send(.sendCode(token, by: .smsCode), about: card, errand, &requested)
        let newest = try await messages(to: card.customer).first { $0.code != nil }
        let code = try IssuingFailure.requiring(newest?.code, "the code that was sent")
        if errand.fault == .wrongCode {
            let wrong = (code.first == "0" ? "1" : "0") + code.dropFirst()
            _ = try await send(.verifyCode(token, by: .smsCode, code: wrong), about: card, errand, &requested)
        }
        return try await send(.verifyCode(token, by: .smsCode, code: code), about: card, errand, &requested)
    }

    /// Sends a message with the errand's fault.
    private func send(
        _ content: TokenServiceMessage.Content, about card: Card, _ errand: TokenErrand,
        _ requested: inout RequestedToken
    ) async throws(IssuingFailure) -> TokenServiceAnswer {
        guard let reference = NetworkReference("sandbox-token-\(entropy.uuid())") else {
            throw .damaged("the reference of a message about a token")
        }
        let message = TokenServiceMessage(reference: reference, network: card.scheme, content: content)
        if errand.fault == .twice {
            let issuing = issuing
            let copy = Task { try? await issuing.answer(message) }
            defer { copy.cancel() }
            let answer = try await deliver(content, as: reference, about: card, &requested)
            _ = await copy.value
            return answer
        }
        if errand.fault == .timeOut { try await deliver(content, as: reference, about: card, &requested) }
        return try await deliver(content, as: reference, about: card, &requested)
    }

    @discardableResult
    private func deliver(
        _ content: TokenServiceMessage.Content, as reference: NetworkReference, about card: Card,
        _ requested: inout RequestedToken
    ) async throws(IssuingFailure) -> TokenServiceAnswer {
        let message = TokenServiceMessage(reference: reference, network: card.scheme, content: content)
        let answer = try await issuing.answer(message)
        requested.messages.append(.init(reference: reference, kind: message.kind, answer: answer))
        return answer
    }
}
