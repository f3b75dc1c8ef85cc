import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import NIOTransport
import Synchronization
import Testing

@Suite("The SDK: renewing the token")
struct SDKTokenTests {
    /// The brand's backend, which counts the requests for a token.
    private final class Backend: Sendable {
        struct Offline: Error {}

        private let count = Mutex(0)
        private let failures: Int
        private let service: LiveService

        /// - Parameter failures: how many requests fail before the first one succeeds.
        init(_ service: LiveService, failures: Int = 0) {
            self.service = service
            self.failures = failures
        }

        var asked: Int { count.withLock { $0 } }

        func token() async throws -> Wallet.Token {
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number > failures else { throw Offline() }
            return Wallet.Token(
                try await service.client.token(.customer(LiveService.Person.ivana.rawValue), as: .app))
        }
    }

    @Test("If the service rejects the token of 50 calls, it is renewed once")
    func rejected() async throws {
        try await withLiveService { service in
            let backend = Backend(service)
            let cardService = service.sdk { try await backend.token() }.cardService
            #expect(try await cardService.getAll().cards.isEmpty && backend.asked == 1)
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":901}"#)
            try await all(50) { _ = try await cardService.getAll() }
            #expect(backend.asked == 2)
        }
    }

    @Test("Before a token expires, 50 calls renew it once, and the service rejects no call")
    func expiring() async throws {
        try await withLiveService { service in
            try await withFront(of: service) { front, port in
                let (backend, time) = (Backend(service), TestTime())
                let cardService = service.sdk(port: port, time: time) { try await backend.token() }.cardService
                try await all(50) { _ = try await cardService.getAll() }
                time.pass(.seconds(800))
                _ = try await cardService.getAll()
                #expect(backend.asked == 1)
                time.pass(.seconds(70))
                try await all(50) { _ = try await cardService.getAll() }
                #expect(backend.asked == 2 && front.received.count == 101)
            }
        }
    }

    @Test("A backend with a wrong clock may give a token any lifetime: each call is sent", arguments: [
        Int.max, 1, 0, -1, Int.min,
    ])
    func skewed(seconds: Int) async throws {
        try await withLiveService { service in
            try await withFront(of: service) { front, port in
                let wallet = service.sdk(port: port) {
                    Wallet.Token(accessToken: try await service.token(of: .ivana), expiresIn: seconds)
                }
                for _ in 1...2 { _ = try await wallet.cardService.getAll() }
                #expect(front.received.count == 2)
            }
        }
    }

    @Test("A token that is rejected after its renewal too is a refusal")
    func useless() async throws {
        try await withLiveService { service in
            try await withFront(of: service) { front, port in
                let wallet = service.sdk(port: port) { Wallet.Token(accessToken: "none") }
                let error = try await failure { () throws(WalletError) in try await wallet.cardService.getAll() }
                #expect(error.knownProblem?.code == .unauthorized && front.received.count == 2)
            }
        }
    }

    @Test("A token provider that fails makes its call fail, and the next call asks it again")
    func failing() async throws {
        try await withLiveService { service in
            let backend = Backend(service, failures: 1)
            let cardService = service.sdk { try await backend.token() }.cardService
            let error = try await failure { () throws(WalletError) in try await cardService.getAll() }
            guard case .tokenNotProvided(let cause, nil) = error, cause is Backend.Offline else { throw error }
            #expect(try await cardService.getAll().cards.isEmpty && backend.asked == 2)
        }
    }

    @Test("The time that a sign-in takes does not count towards the call, also at a renewal")
    func slow() async throws {
        try await withLiveService { service in
            let time = TestTime()
            let asked = Mutex(0)
            let wallet = service.sdk(time: time) {
                time.pass(.seconds(61))
                let isFirst = asked.withLock { asked in
                    asked += 1
                    return asked == 1
                }
                return Wallet.Token(accessToken: isFirst ? "of yesterday" : try await service.token(of: .ivana))
            }
            let list = try await wallet.cardService.getAll()
            #expect(list.cards.isEmpty)
            #expect(asked.withLock { $0 } == 2)
        }
    }

    @Test("A cancelled call does not wait for the token, and the others get it", .timeLimit(.minutes(20)))
    func cancelled() async throws {
        try await withLiveService { service in
            let (signIns, signIn) = AsyncStream.makeStream(of: Void.self)
            let (questions, ask) = AsyncStream.makeStream(of: Void.self)
            let cardService = service.sdk {
                ask.yield()
                for await _ in signIns { break }
                return Wallet.Token(accessToken: try await service.token(of: .ivana))
            }.cardService
            let patient = Task { try await cardService.getAll() }
            for await _ in questions { break }
            let cancelled = Task {
                try await failure { () throws(WalletError) in try await cardService.getAll() }
            }
            cancelled.cancel()
            guard case .tokenNotProvided(let cause, nil) = try await cancelled.value else { throw CancellationError() }
            #expect(cause is CancellationError)
            signIn.yield()
            #expect(try await patient.value.cards.isEmpty)
        }
    }

    @Test("A cancelled call does not end the renewal that it began, and the next call uses its token",
        .timeLimit(.minutes(20)))
    func cancelledRenewal() async throws {
        try await withLiveService { service in
            let backend = Questions()
            let cardService = service.sdk { Wallet.Token(accessToken: try await backend.answer()) }.cardService
            let cancelled = Task {
                try await failure { () throws(WalletError) in
                    try await cardService.create(request: .virtual, idempotencyKey: "1")
                }
            }
            let first = await backend.next()
            first.answer("of yesterday")
            let second = await backend.next()
            cancelled.cancel()
            guard case .tokenNotProvided(let cause, "1") = try await cancelled.value else { throw CancellationError() }
            #expect(cause is CancellationError)
            second.answer(try await service.token(of: .ivana))
            #expect(try await cardService.getAll().cards.isEmpty)
        }
    }

    @Test("A renewal that ends after another customer has signed in changes nothing, and its call is not sent",
        .timeLimit(.minutes(20)))
    func lateRenewal() async throws {
        try await withLiveService { service in
            let (ivana, jonas) = (try await service.token(of: .ivana), try await service.token(of: .jonas))
            let jonasCard = try await service.cards(of: .jonas).create(.virtual)
            try await withFront(of: service) { front, port in
                let backend = Questions()
                let wallet = service.sdk(port: port) { Wallet.Token(accessToken: try await backend.answer()) }
                let ivanasCall = Task {
                    try await failure { () throws(WalletError) in
                        try await wallet.cardService.create(request: .virtual)
                    }
                }
                let question = await backend.next()
                wallet.authenticate(Wallet.AuthenticationConfiguration(accessToken: jonas))
                question.answer(ivana)
                let error = try await ivanasCall.value
                guard case .tokenNotProvided(let cause, nil) = error else { throw error }
                #expect(cause is Wallet.SignInChanged && front.received.isEmpty)
                #expect(try await wallet.cardService.getAll().cards.map(\.cardID) == [jonasCard.cardId])
            }
        }
    }

    @Test("A call whose token is refused is not sent with the token of a customer who has signed in since",
        .timeLimit(.minutes(20)))
    func otherCustomer() async throws {
        try await withLiveService { service in
            let jonas = try await service.token(of: .jonas)
            try await withFront(of: service) { front, port in
                let time = TestTime()
                let wallet = Mutex<Wallet?>(nil)
                // Jonas signs in while the service handles Ivana's call, whose token has ended.
                let transport = Interrupted(by: {
                    wallet.withLock { $0 }?.authenticate(Wallet.AuthenticationConfiguration(accessToken: jonas))
                })
                let made = service.sdk(port: port, time: time, transport: transport) {
                    Wallet.Token(accessToken: "of yesterday")
                }
                wallet.withLock { $0 = made }
                let error = try await failure { () throws(WalletError) in
                    try await made.cardService.create(request: .virtual, idempotencyKey: "1")
                }
                guard case .tokenNotProvided(let cause, "1") = error else { throw error }
                #expect(cause is Wallet.SignInChanged && front.received.count == 1)
                #expect(try await service.cards(of: .jonas).getAll().cards.isEmpty)
            }
        }
    }

    private func all(_ count: Int, _ call: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { try await call() } }
            try await group.waitForAll()
        }
    }
}

/// A backend that the test answers for, one request at a time.
private final class Questions: Sendable {
    struct Question: Sendable {
        fileprivate let waiting: CheckedContinuation<String, any Error>

        func answer(_ token: String) { waiting.resume(returning: token) }
    }

    private let (questions, ask) = AsyncStream.makeStream(of: Question.self)

    func answer() async throws -> String {
        try await withCheckedThrowingContinuation { ask.yield(Question(waiting: $0)) }
    }

    func next() async -> Question {
        for await question in questions { return question }
        preconditionFailure("The stream does not end.")
    }
}

/// A transport that runs a closure before the first answer reaches the wallet.
private final class Interrupted: Transport {
    private let happening = Mutex<(@Sendable () -> Void)?>(nil)

    init(by happening: @escaping @Sendable () -> Void) {
        self.happening.withLock { $0 = happening }
    }

    func send(_ request: TransportRequest) async throws -> TransportAnswer {
        let answer = try await AsyncHTTPTransport().send(request)
        happening.withLock { happening in
            defer { happening = nil }
            return happening
        }?()
        return answer
    }
}
