import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Postgres
import Provisioning
import SimulatedWallets
import Testing
import TestSupport
import Validation

/// The steps of a wallet.
extension IssuingFixture {
    /// An iPhone with certificates under the sandbox's root.
    package func device(_ fault: SimulatedAppleDevice.Fault? = nil) throws -> SimulatedAppleDevice {
        try SimulatedAuthority.sandbox(using: issuing.entropy).appleDevice(at: Self.now, fault: fault)
    }

    @discardableResult
    package func tokenize(
        _ card: Card, _ asked: TokenizationApplication = .google(),
        request: IdempotentRequest<TokenizedCard> = .unkeyed()
    ) async throws -> Answered<TokenizedCard> {
        try await issuing.tokenizeCard(card.id, of: card.customer, asked: asked, request: request)
    }

    @discardableResult
    package func complete(
        _ card: Card, as reference: String, in wallet: WalletType = .google, walletID: String? = nil,
        status: TokenizationReport.Status = .completed
    ) async throws -> Tokenization {
        let report = try IssuingFailure.refusing { () throws(Refusal) in
            try TokenizationReport.read(reference: reference, walletID: walletID, wallet: wallet, status: status)
                .accepted()
        }
        return try await issuing.completeTokenization(of: card.id, of: card.customer, as: report)
    }

    /// Tokenizes a card and completes the tokenization.
    package func token(_ reference: String, for card: Card, _ asked: TokenizationApplication = .google()) async throws {
        try await tokenize(card, asked)
        try await complete(card, as: reference, in: #require(asked.wallet))
    }

    package func tokenizations(of card: Card) async throws -> [Tokenization] {
        try await issuing.tokenizations(of: [card])[card.id] ?? []
    }

    /// The references and statuses of a card's tokens, including deleted ones.
    package func tokens(of card: Card) async throws -> [String] {
        try await texts(
            """
            SELECT dpan_reference || ' ' || token_status FROM tokenization
            WHERE card_id = $1 AND token_status IS NOT NULL ORDER BY dpan_reference
            """, .uuid(card.id.rawValue))
    }

    /// The history of a card's tokenizations.
    package func tokenizationHistory(of card: Card) async throws -> [String] {
        try await texts(
            "SELECT change_number || ' ' || change FROM tokenization_history WHERE card_id = $1 ORDER BY change_number",
            .uuid(card.id.rawValue))
    }
}

extension TokenizationApplication {
    package static func google(
        _ wallet: WalletType = .google, device: String? = "WNkcsfZPiKfa5PrH3jilkQYT",
        profile: String? = "40exmLiWV1iV55ZVstOAiMf7"
    ) -> TokenizationApplication {
        TokenizationApplication(wallet: wallet, device: device, profile: profile, apple: .none)
    }

    package static func apple(_ device: SimulatedAppleDevice) -> TokenizationApplication {
        TokenizationApplication(
            wallet: .apple, device: nil, profile: nil,
            apple: AppleData(
                leafCertificate: EncodedBytes.base64(device.leafCertificate),
                subordinateCertificate: EncodedBytes.base64(device.subordinateCertificate),
                nonce: EncodedBytes.base64(device.nonce), nonceSignature: EncodedBytes.base64(device.nonceSignature)))
    }
}

extension TokenizedCard {
    package var pass: ApplePass? { if case .apple(let pass) = sealed { pass } else { nil } }
    package var opaque: String? { if case .opaque(let text, _) = sealed { text } else { nil } }
}

extension Refusal {
    /// The names of the faults in the refusal.
    package var faults: [String] {
        guard case .tokenization(.walletDataNotAccepted(let faults)) = self else { return [] }
        return faults.map(\.name)
    }
}
