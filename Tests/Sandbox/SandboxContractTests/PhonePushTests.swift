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

    /// Mastercard does not bind a message to a device, so any phone could use it.
    @Test("Of several pushes of one message at once exactly one becomes a token", arguments: [1, 4])
    func simultaneously(phoneCount: Int) async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.ordering("SKRILL-VIRTUAL-MC-EEA"))
            var phones: [RemotePhone] = []
            for _ in 0..<phoneCount { phones.append(try await RemotePhone("PIXEL", at: service)) }
            let json = try await phones[0].message(of: card, cards)
            let pushes = try await withThrowingTaskGroup(of: RemotePhone.Push.self) { group in
                for number in 0..<4 {
                    let phone = phones[number % phoneCount]
                    group.addTask { try await phone.ask("POST", "/push", json).decoded(expecting: 200) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(pushes.compactMap(\.token).count == 1)
            #expect(pushes.compactMap(\.failure) == Array(repeating: "tokenService.replayed", count: 3))
            var tokens: [RemotePhone.Token] = []
            for phone in phones { tokens += try await phone.tokens() }
            #expect(tokens.count == 1)
        }
    }

    @Test("An iPhone opens a pass with its own key, once, and its token follows the card", arguments: [
        "DEMO-VIRTUAL-VISA-EEA", "SKRILL-VIRTUAL-MC-EEA",
    ])
    func iPhone(program: String) async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.ordering(program))
            let phone = try await RemotePhone("IPHONE", at: service)
            let (device, other) = (try service.device(), try service.device())
            let answer = try await cards.tokenize(card.cardId, .apple(device))
            #expect(try await phone.push(answer, openedBy: other, askedBy: other).failure == "doesNotOpen")
            #expect(try await phone.push(answer, openedBy: device, askedBy: other).failure == "pass.otherNonce")
            #expect(try await phone.tokens() == [])

            let pushed = try await phone.push(answer, openedBy: device, askedBy: device)
            let token = try #require(pushed.token, "\(pushed)")
            #expect(token.tokenState == "ACTIVE" && token.fpanLastFour == card.lastFour)
            #expect(
                pushed.steps.prefix(4).map(\.step) == ["pass", "card", "pass.nonce", "pass.nonceSignature"])
            #expect(pushed.steps.last?.step == "decision")
            let again = try await phone.push(answer, openedBy: device, askedBy: device)
            #expect(again.failure == "tokenService.replayed")

            #expect(try await phone.complete(token, of: cards).walletType == "APPLE_PAY")
            _ = try await service.happens("SUSPEND", to: card)
            #expect(try await phone.tokens().map(\.tokenState) == ["SUSPENDED"])
        }
    }
}
