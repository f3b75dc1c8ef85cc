import CardAPI
import CardClient
import ContractTestSupport
import Testing
import TestSupport

@Suite("Cards that are pushed to simulated phones")
struct PhonePushTests {
    @Test("The network asks the issuer, who declines a card that was suspended after it was sealed")
    func cardStatus() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let phone = try await RemotePhone("PIXEL", at: service)
            let json = try await phone.message(of: card, cards)
            _ = try await service.happens("SUSPEND", to: card)
            let declined: RemotePhone.Push = try await phone.ask("POST", "/push", json).decoded(expecting: 200)
            #expect(declined.failure == "tokenService.issuerDeclined")
            #expect(declined.steps.last?.cause?.hasSuffix(
                "A card can be tokenized while it is ACTIVE or DIGITAL; this one is SUSPENDED.") == true)
            let typed = try await phone.begin(card)
            #expect(typed.status == 403 && typed.text.contains("this one is SUSPENDED."))
            #expect(try await phone.tokens() == [])
            _ = try await service.happens("RESUME", to: card)
            let accepted: RemotePhone.Push = try await phone.ask("POST", "/push", json).decoded(expecting: 200)
            let token = try #require(accepted.token)
            #expect(try await phone.complete(token, of: cards).status == "COMPLETED")
        }
    }
}
