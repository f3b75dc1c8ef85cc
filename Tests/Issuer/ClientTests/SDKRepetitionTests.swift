import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Crypto
import Foundation
import HTTPContract
import NIOTransport
import Synchronization
import Testing

@Suite("The SDK: retries")
struct SDKRepetitionTests {
    @Test("A lost answer does not create a second card")
    func lostAnswer() async throws {
        try await withLiveService { service in
            try await withFront(of: service, [.loseAnswer, .loseAnswer]) { front, port in
                let time = TestTime()
                let cardService = service.sdk(port: port, time: time).cardService
                let card = try await cardService.create(request: .virtual)
                #expect(front.received.count == 3 && Set(front.received.map(\.key)).count == 1)
                #expect(try await cardService.getAll().cards == [card])
                #expect(time.pauses.count == 2, "of 0.2 and 0.4 seconds, each cut by at most a half")
                #expect(.milliseconds(100) ..< .milliseconds(200) ~= time.pauses[0])
                #expect(.milliseconds(200) ..< .milliseconds(400) ~= time.pauses[1])

                let other = try await cardService.create(request: .virtual)
                #expect(other.cardID != card.cardID && front.received.last?.key != front.received.first?.key)
            }
        }
    }

    @Test("With the app's own key two calls have one effect, for every call that accepts a key")
    func ownKey() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let (wallet, app) = (service.sdk(), try await App(at: service))
            let (cardService, scaService) = (wallet.cardService, wallet.scaService)
            let card = try await service.cards(of: .ivana).create(.digital)
            let (id, plastic) = (card.cardId, try await service.plastic(of: card))
            func expectOne<Answer: Equatable>(_ call: () async throws -> Answer) async throws {
                let answers = (try await call(), try await call())
                #expect(answers.0 == answers.1)
            }
            try await expectOne { try await cardService.create(request: .virtual, idempotencyKey: "1") }
            for _ in 1...3 { _ = try await service.happens("WRONG_PIN", to: card) }
            try await expectOne { try await cardService.resetPinCvvRetries(cardID: id, idempotencyKey: "2") }
            let proof = Wallet.CardActivationRequest(lastFourDigits: card.lastFour, cvv: plastic.cvv)
            try await expectOne {
                try await cardService.activate(cardID: id, request: proof, idempotencyKey: "3")
            }
            let phone = Wallet.CardTokenizationRequest(
                walletType: .googlePay, clientDeviceID: "WNkcsfZPiKfa5PrH3jilkQYT",
                clientWalletAccountID: "40exmLiWV1iV55ZVstOAiMf7")
            try await expectOne {
                try await cardService.tokenize(cardID: id, request: phone, idempotencyKey: "4")
            }
            let device = Wallet.SCATrustDeviceRequest(
                name: "Phone", publicKey: P256.Signing.PrivateKey().publicKey.rawRepresentation)
            let trusting = try await failure { () throws(WalletError) in
                try await scaService.trustDevice(request: device)
            }
            let trusted = try await wallet.verify(trusting, as: app)
            try await expectOne {
                try await scaService.trustDevice(request: device, scaDetails: trusted, idempotencyKey: "5")
            }

            let asked = try await failure { () throws(WalletError) in
                try await cardService.update(cardID: id, request: .init(status: .locked, statusReason: "Mislaid"))
            }
            guard case .scaRequired(let event, _) = asked else { throw asked }
            let (details, sms) = (event.scaDetails, Wallet.SCAVerification(method: .otp, channel: .sms))
            try await expectOne {
                try await scaService.sendChallenge(event: details, verification: sms, idempotencyKey: "6")
            }
            let wrong = Wallet.SCAAnswer.otp(try await app.code().wrong)
            try await expectOne {
                try await scaService.attempt(event: details, verification: sms, answer: wrong, idempotencyKey: "7")
            }
        }
    }

    @Test("A busy service is retried, but not before its Retry-After")
    func unavailable() async throws {
        try await withLiveService { service in
            let busy: [Front.Reaction] = [
                .problem(503, "DW-SERVICE-UNAVAILABLE", ["Retry-After": "7"]),
                .problem(409, "DW-IDEMPOTENCY-KEY-IN-USE"), .problem(503, "DW-SERVICE-UNAVAILABLE"),
            ]
            try await withFront(of: service, busy) { front, port in
                let time = TestTime()
                _ = try await service.sdk(port: port, time: time).cardService.create(request: .virtual)
                #expect(front.received.count == 4 && time.pauses.count == 3)
                #expect(time.pauses[0] >= .seconds(7) && time.pauses[0] < .milliseconds(7200))
            }
        }
    }

    @Test("A call that is not safe to repeat is sent once", arguments: [
        Front.Reaction.loseAnswer, .problem(503, "DW-SERVICE-UNAVAILABLE", ["Retry-After": "1"]),
    ])
    func unsafe(reaction: Front.Reaction) async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            try await withFront(of: service, [reaction, reaction]) { front, port in
                let time = TestTime()
                let cardService = service.sdk(scope: Audience.cardDataScope, port: port, time: time).cardService
                _ = try await failure { () throws(WalletError) in
                    try await cardService.update(
                        cardID: card.cardId, request: .init(status: .locked, statusReason: "Mislaid"))
                }
                _ = try await failure { () throws(WalletError) in
                    try await cardService.getSecurePinView(request: .init(cardID: card.cardId))
                }
                #expect(front.received.map(\.method) == ["PATCH", "POST"] && time.pauses.isEmpty)
            }
        }
    }

    @Test("A refusal is not retried, nor a demand for authentication whose event a proxy has removed", arguments: [
        (400, "DW-LATER"), (401, "DW-SCA-REQUIRED"), (403, "DW-LATER"), (404, "DW-LATER"), (429, "DW-LATER"),
        (500, "DW-LATER"),
    ])
    func refused(status: Int, code: String) async throws {
        try await withLiveService { service in
            try await withFront(of: service, [.problem(status, code)]) { front, port in
                let time = TestTime()
                _ = try await failure { () throws(WalletError) in
                    try await service.sdk(port: port, time: time).cardService.getAll()
                }
                #expect(front.received.count == 1 && time.pauses.isEmpty)
            }
        }
    }

    @Test("Retries end after 4 tries, or if Retry-After is longer than the total time")
    func limits() async throws {
        try await withLiveService { service in
            let busy = Front.Reaction.problem(503, "DW-SERVICE-UNAVAILABLE")
            let busyForLong = Front.Reaction.problem(503, "DW-SERVICE-UNAVAILABLE", ["Retry-After": "61"])
            for (reactions, tries) in [([Front.Reaction](repeating: busy, count: 9), 4), ([busy, busyForLong], 2)] {
                try await withFront(of: service, reactions) { front, port in
                    let error = try await failure { () throws(WalletError) in
                        try await service.sdk(port: port).cardService.getAll()
                    }
                    #expect(error.knownProblem?.code == .serviceUnavailable && front.received.count == tries)
                }
            }
        }
    }

    @Test("An answer whose body does not arrive is a timeout", .timeLimit(.minutes(20)))
    func stalled() async throws {
        try await withLiveService { service in
            try await withFront(of: service, [.stallBody]) { _, port in
                let cardService = service.sdk(port: port, timeout: .milliseconds(500)).cardService
                let error = try await failure { () throws(WalletError) in
                    try await cardService.update(cardID: "c", request: .init(pin: "1243"))
                }
                guard case .notAnswered(let cause, nil) = error else { throw error }
                #expect(cause is TimeLimitExceeded)
            }
        }
    }

    @Test("The longest possible timeouts are accepted, and a negative number of tries means 1")
    func extremes() async throws {
        try await withLiveService { service in
            var configuration = Wallet.Configuration(baseURL: "http://127.0.0.1:\(service.publicPort)", brand: "demo")
            (configuration.timeout, configuration.totalTimeout) = (.seconds(Int64.max), .seconds(Int64.max))
            configuration.maximumTries = .min
            let wallet = Wallet(configuration, transport: .asyncHTTP) {
                Wallet.Token(accessToken: try await service.token(of: .ivana))
            }
            let list = try await wallet.cardService.getAll()
            #expect(list.cards.isEmpty)
        }
    }

    @Test("If no server listens, the error says so after the usual retries")
    func nobody() async throws {
        try await withLiveService { service in
            let time = TestTime()
            // Nothing listens on port 1 of this machine.
            let error = try await failure { () throws(WalletError) in
                try await service.sdk(port: 1, time: time).cardService.getAll()
            }
            guard case .notAnswered = error else { throw error }
            #expect(time.pauses.count == 3)
        }
    }
}
