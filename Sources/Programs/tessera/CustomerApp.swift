import CardClient
import Foundation
import NIOTransport

/// A customer's app in a demonstration. When the service asks for strong customer authentication, it answers with the
/// code that was sent to the phone.
struct CustomerApp: Sendable {
    let service: RunningService
    let customer: String
    let wallet: Wallet

    private struct Inbox: Decodable {
        struct Message: Decodable {
            let code, eventId: String?
        }

        let messages: [Message]
    }

    init(of customer: String, at service: RunningService) {
        self.service = service
        self.customer = customer
        wallet = Wallet(
            Wallet.Configuration(baseURL: service.url, brand: service.brand),
            transport: RepeatingTransport(MarkingTransport(AsyncHTTPTransport(service.http)))
        ) {
            Wallet.Token(accessToken: try await service.token(of: customer))
        }
    }

    /// Locks, unlocks or cancels a card. The service may ask for authentication more than once.
    func setStatus(_ status: Wallet.CardStatus, of card: String) async throws -> Wallet.Card {
        let request = Wallet.CardUpdateRequest(status: status, statusReason: "Shown in a demonstration")
        var proof: Wallet.SCAAuthenticationEventRequest?
        for _ in 1...4 {
            do throws(WalletError) {
                return try await wallet.cardService.update(cardID: card, request: request, scaDetails: proof)
            } catch {
                guard case .scaRequired(let event, _) = error else { throw error }
                try await prove(event.scaDetails)
                proof = event.scaDetails
            }
        }
        throw RunningService.Failure(description: "The service asked for authentication too many times.")
    }

    private func prove(_ event: Wallet.SCAAuthenticationEventRequest) async throws {
        let sms = Wallet.SCAVerification(method: .otp, channel: .sms)
        _ = try await wallet.scaService.sendChallenge(event: event, verification: sms)
        let inbox: Inbox = try await service.sandbox("GET", "/messages?customerId=\(customer)")
        let code = inbox.messages.first { $0.eventId == event.eventID }?.code ?? ""
        let attempt = try await wallet.scaService.attempt(event: event, verification: sms, answer: .otp(code))
        guard attempt.status == .verified else {
            throw RunningService.Failure(
                description: "The code that was sent to the customer is \(attempt.status.rawValue).")
        }
    }
}
