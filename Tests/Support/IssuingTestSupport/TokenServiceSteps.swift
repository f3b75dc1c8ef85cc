import Authorizing
import Cards
import CardSecrets
import Foundation
import Issuing
import Sandbox
import Testing
import TestSupport

/// The messages of a network's token service.
extension IssuingFixture {
    /// A server two days later, when the accounts of its customers are not new any more.
    package func seasoned() async throws -> IssuingFixture { try await server(now: Self.now + 2 * 86_400) }

    /// A request for a token that is approved, unless the test changes it.
    package func ask(
        _ reference: String, for card: Card, token: String, network: Program.Scheme? = nil, expiry: Expiry? = nil,
        code: String? = nil, wallet: WalletType = .google, device: String? = "device-1", score: Int? = 5,
        isBegunInApp: Bool = false
    ) async throws -> TokenServiceAnswer {
        let wanted = WantedToken(
            pan: try await sandbox.plastic(of: card.id).pan, expiry: expiry ?? card.expiry, securityCode: code,
            token: try #require(DPANReference(rawValue: token)), wallet: wallet, device: device, profile: nil,
            deviceScore: score, accountScore: score, isBegunInApp: isBegunInApp)
        return try await send(reference, .provisioning(wanted), by: network ?? card.scheme)
    }

    package func send(
        _ reference: String, _ content: TokenServiceMessage.Content, by network: Program.Scheme = .visa
    ) async throws -> TokenServiceAnswer {
        try await issuing.answer(
            TokenServiceMessage(
                reference: #require(NetworkReference(reference)), network: network, content: content))
    }

    package func report(
        _ reference: String, _ change: ReportedTokenChange, of token: String, by network: Program.Scheme = .visa
    ) async throws -> TokenServiceAnswer {
        try await send(
            reference, .tokenChange(#require(DPANReference(rawValue: token)), change), by: network)
    }
}
