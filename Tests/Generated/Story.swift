// A customer's story with generated clients: story API SANDBOX CUSTOMER.

import CardService
import Foundation
import SandboxService

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@main
struct Story {
    private struct Unexpected: Error {
        let what: String
    }

    private let app: CardServiceAPIConfiguration
    private let sandbox: SandboxServiceAPIConfiguration
    private let customer: String

    static func main() async throws {
        let arguments = CommandLine.arguments
        let secret = Data("demo-app:demo-secret".utf8).base64EncodedString()
        let client = CardServiceAPIConfiguration(
            basePath: arguments[1], customHeaders: ["Authorization": "Basic \(secret)"])
        let token = try await TokensAPI.issueToken(
            brand: "demo", grantType: .urnIetfParamsOauthGrantTypeTokenExchange,
            subjectToken: arguments[3], subjectTokenType: .urnTesseraTokenTypeCustomerId,
            apiConfiguration: client)
        let story = Story(
            app: CardServiceAPIConfiguration(
                basePath: arguments[1], customHeaders: ["Authorization": "Bearer \(token.accessToken)"]),
            sandbox: SandboxServiceAPIConfiguration(basePath: arguments[2]), customer: arguments[3])
        try await story.tell()
    }

    private func tell() async throws {
        let card = try await CardsAPI.createCard(
            createCard: CreateCard(programName: "DEMO-VIRTUAL-VISA-EEA", currency: "EUR"), apiConfiguration: app)
        print(card.status.rawValue)
        for change in [
            UpdateCard(status: .locked, statusReason: "Mislaid"),
            UpdateCard(status: .active, statusReason: "Found again"),
        ] {
            let proof = try await authentication(for: change, of: card.cardId)
            let changed = try await CardsAPI.updateCard(
                cardId: card.cardId, updateCard: change, sCAAuthorization: proof, apiConfiguration: app)
            print(changed.status.rawValue)
        }
        let sealed = try await TokenizationsAPI.tokenizeCard(
            cardId: card.cardId,
            tokenizeCard: TokenizeCard(
                walletType: .googlePay, clientDeviceId: "WNkcsfZPiKfa5PrH3jilkQYT",
                clientWalletAccountId: "40exmLiWV1iV55ZVstOAiMf7"),
            apiConfiguration: app)
        print(sealed.cardNetwork.rawValue)
        let completed = try await TokenizationsAPI.updateTokenizationStatus(
            cardId: card.cardId,
            updateTokenization: UpdateTokenization(
                dpanRef: "DNITHE\(customer)", walletType: .googlePay, status: .completed),
            apiConfiguration: app)
        print(completed.status.rawValue)
    }

    /// Sends a change that is refused, answers the challenge, and returns the SCA-Authorization for it.
    private func authentication(for change: UpdateCard, of card: UUID) async throws -> String {
        let event = try await refusal(of: change, of: card)
        let verification = Verification(method: .otp, channel: .sms)
        _ = try await StrongCustomerAuthenticationAPI.sendChallenge(
            eventId: event.eventId,
            sendChallenge: SendChallenge(walletOperationId: event.walletOperationId, verification: verification),
            apiConfiguration: app)
        let inbox = try await CardholderPostAndTerminalAPI.listMessages(
            customerId: customer, apiConfiguration: sandbox)
        let attempt = try await StrongCustomerAuthenticationAPI.attemptAuthentication(
            eventId: event.eventId,
            attemptAuthentication: AttemptAuthentication(
                walletOperationId: event.walletOperationId, verification: verification, otp: inbox.messages[0].code),
            apiConfiguration: app)
        print(attempt.status.rawValue)
        let pass = AuthenticationPass(
            scaDetails: AuthenticationPassDetails(eventId: event.eventId, walletOperationId: event.walletOperationId))
        return try JSONEncoder().encode(pass).base64EncodedString()
    }

    private func refusal(of change: UpdateCard, of card: UUID) async throws -> AuthenticationEventDetails {
        do {
            _ = try await CardsAPI.updateCard(cardId: card, updateCard: change, apiConfiguration: app)
        } catch .error(let status, let body, let response, _) {
            let problem = try app.codableHelper.jsonDecoder.decode(Problem.self, from: body ?? Data())
            print(status, problem.error.code.rawValue)
            let challenge = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "WWW-Authenticate") ?? ""
            guard let text = challenge.firstMatch(of: /auth-param1="(.*?)"/)?.1,
                let json = Data(base64Encoded: String(text))
            else { throw Unexpected(what: challenge) }
            return try app.codableHelper.jsonDecoder.decode(AuthenticationEvent.self, from: json).scaDetails
        }
        throw Unexpected(what: "The change needs no authentication.")
    }
}
