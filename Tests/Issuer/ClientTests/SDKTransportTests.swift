import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import NIOTransport
import PaysafeWallet
import Testing

/// Tests both transports against the promises of every transport.
@Suite("The SDK: transports", .timeLimit(.minutes(20)))
struct SDKTransportTests {
    enum Kind: CaseIterable, Sendable {
        case asyncHTTP, urlSession

        var transport: any Transport {
            switch self {
            case .asyncHTTP: .asyncHTTP
            case .urlSession: .urlSession
            }
        }
    }

    @Test("A card is created, locked with authentication and shown", arguments: Kind.allCases)
    func calls(kind: Kind) async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let (wallet, app) = (service.sdk(transport: kind.transport), try await App(at: service))
            let card = try await wallet.cardService.create(request: .virtual)
            let lock = Wallet.CardUpdateRequest(status: .locked, statusReason: "Mislaid")
            let asked = try await failure { () throws(WalletError) in
                try await wallet.cardService.update(cardID: card.cardID, request: lock)
            }
            let event = try await wallet.verify(asked, as: app)
            let locked = try await wallet.cardService.update(cardID: card.cardID, request: lock, scaDetails: event)
            #expect(locked.status == .locked)
            #expect(try await wallet.cardService.getAll().cards == [locked])
        }
    }

    @Test("A request is sent once, even if the connection was used before and breaks", arguments: Kind.allCases)
    func lost(kind: Kind) async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            try await withFront(of: service, [.handOn, .loseAnswer]) { front, port in
                let cardService = service.sdk(port: port, transport: kind.transport).cardService
                _ = try await cardService.getAll()
                let error = try await failure { () throws(WalletError) in
                    try await cardService.update(
                        cardID: card.cardId, request: .init(status: .locked, statusReason: "Mislaid"))
                }
                guard case .notAnswered = error else { throw error }
                #expect(front.received.map(\.method) == ["GET", "PATCH"])
            }
        }
    }

    @Test("A redirect is an answer and is not followed", arguments: Kind.allCases)
    func redirected(kind: Kind) async throws {
        try await withLiveService { service in
            let away = Front.Reaction.answer(302, ["Location": "/elsewhere"], "no")
            try await withFront(of: service, [away]) { front, port in
                let answer = try await kind.transport.send(
                    TransportRequest(method: .get, url: "http://127.0.0.1:\(port)/somewhere"))
                #expect(answer.status == .found && answer.headers[.location] == "/elsewhere")
                #expect(front.received.map(\.path) == ["/somewhere"])
            }
        }
    }

    @Test("A refusal that asks for a password is an answer", arguments: Kind.allCases)
    func password(kind: Kind) async throws {
        try await withLiveService { service in
            let refusal = Front.Reaction.answer(401, ["WWW-Authenticate": #"Basic realm="x""#], "no")
            try await withFront(of: service, [refusal]) { _, port in
                let answer = try await kind.transport.send(
                    TransportRequest(method: .get, url: "http://127.0.0.1:\(port)/"))
                #expect(answer.status == .unauthorized && answer.body == Data("no".utf8))
            }
        }
    }

    @Test("A body of more than 1 MiB is refused", arguments: Kind.allCases)
    func large(kind: Kind) async throws {
        try await withLiveService { service in
            let text = String(repeating: "x", count: TransportAnswer.maximumBytes + 1)
            try await withFront(of: service, [.answer(200, [:], text)]) { _, port in
                await #expect(throws: AnswerTooLarge.self) {
                    _ = try await kind.transport.send(
                        TransportRequest(method: .get, url: "http://127.0.0.1:\(port)/"))
                }
            }
        }
    }

    @Test("A stalled answer ends with the time limit or with its task", arguments: Kind.allCases)
    func stalled(kind: Kind) async throws {
        try await withLiveService { service in
            try await withFront(of: service, [.stallBody, .stallBody]) { front, port in
                let hasty = service.sdk(port: port, transport: kind.transport, timeout: .milliseconds(500))
                let error = try await failure { () throws(WalletError) in
                    try await hasty.cardService.update(cardID: "c", request: .init(pin: "1243"))
                }
                guard case .notAnswered(let cause, _) = error, cause is TimeLimitExceeded else { throw error }

                // On a busy machine, the first request may have ended before it arrived.
                let before = front.received.count
                let patient = Task {
                    try await kind.transport.send(TransportRequest(method: .get, url: "http://127.0.0.1:\(port)/"))
                }
                while front.received.count == before { await Task.yield() }
                patient.cancel()
                await #expect(throws: (any Error).self) { _ = try await patient.value }
            }
        }
    }

    @Test("Without a listener, or without an address, a request fails at once", arguments: Kind.allCases)
    func unreachable(kind: Kind) async throws {
        for url in ["http://127.0.0.1:1/", "no address", ""] {
            await #expect(throws: (any Error).self) {
                _ = try await kind.transport.send(TransportRequest(method: .get, url: url))
            }
        }
    }

    @Test("A wallet without a token provider uses the token of authenticate, and says when it needs a new one")
    func authenticated() async throws {
        try await withLiveService { service in
            let wallet = Wallet(.init(baseURL: "http://127.0.0.1:\(service.publicPort)", brand: service.brand))
            let cardService = wallet.cardService
            func isNotAuthenticated() async throws -> Bool {
                let error = try await failure { () throws(WalletError) in try await cardService.getAll() }
                guard case .tokenNotProvided(let cause, _) = error else { throw error }
                return cause is Wallet.NotAuthenticated
            }
            #expect(try await isNotAuthenticated())
            for _ in 1...2 {
                let token = try await service.token(of: .ivana)
                let configuration = Wallet.AuthenticationConfiguration(accessToken: token)
                #expect(!"\(configuration)".contains(token))
                wallet.authenticate(configuration)
                #expect(try await cardService.getAll().cards.isEmpty)
                _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":901}"#)
                #expect(try await isNotAuthenticated())
            }
        }
    }

    @Test("Additional headers are sent but replace none of the client's; the base URL may end with a slash")
    func additionalHeaders() async throws {
        try await withLiveService { service in
            try await withFront(of: service) { front, port in
                var configuration = Wallet.Configuration(
                    baseURL: "http://127.0.0.1:\(port)/", brand: service.brand)
                configuration.additionalHeaders = ["Device-Fingerprint": "f1", "Authorization": "mine", "no name": "x"]
                let wallet = Wallet(configuration) { Wallet.Token(accessToken: try await service.token(of: .ivana)) }
                _ = try await wallet.cardService.getAll()
                let headers = try #require(front.received.first).headers
                #expect(try headers[#require(HTTPField.Name("Device-Fingerprint"))] == "f1")
                #expect(headers[.authorization]?.hasPrefix("Bearer ") == true)
            }
        }
    }
}
