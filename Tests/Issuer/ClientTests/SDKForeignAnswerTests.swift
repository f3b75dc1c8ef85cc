import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import NIOTransport
import PaysafeWallet
import Testing

/// Proxies, captive portals and attackers between an app and the service can answer its requests.
@Suite("The SDK: answers that are not the service's", .timeLimit(.minutes(20)))
struct SDKForeignAnswerTests {
    private static let page = Front.Reaction.replaceAnswer(
        502, ["Content-Type": "text/html"], "<html>Bad gateway, secret 9137</html>")
    private static let nothing = Front.Reaction.replaceAnswer(504)
    private static let truncated = Front.Reaction.replaceAnswer(
        503, ["Content-Type": "application/json"], #"{"error":{"code":"DW-SERV"#)

    @Test("After a proxy's 502, 503 or 504, a call is repeated with its key and done once")
    func gateways() async throws {
        try await withLiveService { service in
            try await withFront(of: service, [Self.page, Self.nothing, Self.truncated]) { front, port in
                let cardService = service.sdk(port: port).cardService
                let card = try await cardService.create(request: .virtual)
                #expect(front.received.count == 4 && Set(front.received.map(\.key)).count == 1)
                #expect(try await cardService.getAll().cards == [card])
            }
        }
    }

    @Test("After a proxy's 502, 503 or 504, a call that is not safe to repeat is sent once", arguments: [
        page, nothing, truncated,
    ])
    func unsafe(reaction: Front.Reaction) async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            try await withFront(of: service, [reaction]) { front, port in
                let error = try await failure { () throws(WalletError) in
                    try await service.sdk(port: port).cardService.update(
                        cardID: card.cardId, request: .init(status: .locked, statusReason: "Mislaid"))
                }
                guard case .notUnderstood("updateCard", 502...504, nil, nil) = error else { throw error }
                #expect(front.received.count == 1 && error.idempotencyKey == nil && !"\(error)".contains("9137"))
            }
        }
    }

    @Test("The error of a failed call has the call's key, and a second call with this key has no second effect",
        arguments: [
            page, .loseAnswer, .replaceAnswer(201, [:], #"{"cardId":"7"#),
            .replaceAnswer(200, ["Content-Type": "text/html"], "<html>Sign in</html>"), .flood,
            .problem(503, "DW-SERVICE-UNAVAILABLE"), .problem(500, "DW-LATER"), .problem(429, "DW-LATER"),
        ])
    func keys(reaction: Front.Reaction) async throws {
        try await withLiveService { service in
            try await withFront(of: service, [.loseAnswer] + .init(repeating: reaction, count: 3)) { front, port in
                let cardService = service.sdk(port: port).cardService
                let error = try await failure { () throws(WalletError) in
                    try await cardService.create(request: .virtual)
                }
                let key = try #require(error.idempotencyKey)
                #expect(Set(front.received.map(\.key)) == [key])
                // The app's next launch.
                let later = service.sdk().cardService
                let card = try await later.create(request: .virtual, idempotencyKey: key)
                #expect(try await later.getAll().cards == [card])
            }
        }
    }

    @Test("A call without a key that uses up an event of strong customer authentication is sent once", arguments: [
        Front.Reaction.loseAnswer, page,
    ])
    func usedEvent(reaction: Front.Reaction) async throws {
        try await withLiveService(asking: [.completeTokenization]) { service in
            let app = try await App(at: service)
            let card = try await service.cards(of: .ivana).create(.virtual)
            let wallet = service.sdk()
            let pixel = Wallet.CardTokenizationRequest(
                walletType: .googlePay, clientDeviceID: "pixel", clientWalletAccountID: "account")
            _ = try await wallet.cardService.tokenize(cardID: card.cardId, request: pixel)
            let report = Wallet.MobileWalletTokenization(
                dpanRef: "DPAN-1", walletID: "account", walletType: .googlePay, status: .completed)
            let asked = try await failure { () throws(WalletError) in
                try await wallet.cardService.updateTokenizationStatus(cardID: card.cardId, request: report)
            }
            let event = try await wallet.verify(asked, as: app)
            try await withFront(of: service, [reaction]) { front, port in
                let error = try await failure { () throws(WalletError) in
                    try await service.sdk(port: port).cardService.updateTokenizationStatus(
                        cardID: card.cardId, request: report, scaDetails: event)
                }
                if case .scaRequired = error { throw error }
                #expect(front.received.count == 1)
            }
            let done = try await wallet.cardService.get(cardID: card.cardId, include: [.tokenizations])
            #expect(done.tokenizations?.tokenizations.map(\.status) == [.completed])
        }
    }

    @Test("A proxy's Retry-After is respected, too")
    func retryAfter() async throws {
        try await withLiveService { service in
            let busy = Front.Reaction.answer(503, ["Retry-After": "7"], "<html>")
            try await withFront(of: service, [busy]) { front, port in
                let time = TestTime()
                _ = try await service.sdk(port: port, time: time).cardService.getAll()
                #expect(front.received.count == 2 && time.pauses.count == 1)
                #expect(.seconds(7) ..< .milliseconds(7200) ~= time.pauses[0])
            }
        }
    }

    @Test("A Retry-After is at most a day, and one that is not a number of seconds is ignored", arguments: [
        ("7", 7), ("0", 0), ("86401", 86_400), (String(repeating: "9", count: 400), 86_400), ("-5", nil), ("+5", nil),
        ("1e9", nil), ("soon", nil), ("Wed, 21 Oct 2099 07:28:00 GMT", nil),
    ])
    func absurdRetryAfter(text: String, seconds: Int?) async throws {
        try await withLiveService { service in
            try await withFront(of: service, [.problem(429, "DW-LATER", ["Retry-After": text])]) { front, port in
                let time = TestTime()
                let error = try await failure { () throws(WalletError) in
                    try await service.sdk(port: port, time: time).cardService.getAll()
                }
                #expect(error.problem?.retryAfterSeconds == seconds)
                #expect(front.received.count == 1 && time.pauses.isEmpty)
            }
        }
    }

    @Test("An answer of 100 MB is left after 1 MiB, by both transports", arguments: [
        SDKTransportTests.Kind.asyncHTTP, .urlSession,
    ])
    func flood(kind: SDKTransportTests.Kind) async throws {
        try await withLiveService { service in
            try await withFront(of: service, [.flood]) { _, port in
                let error = try await failure { () throws(WalletError) in
                    try await service.sdk(port: port, transport: kind.transport).cardService.update(
                        cardID: "c", request: .init(pin: "9137"))
                }
                guard case .notAnswered(is AnswerTooLarge, nil) = error else { throw error }
                #expect("\(error)" == "No response arrived: The response is larger than 1048576 bytes.")
            }
        }
    }
}
