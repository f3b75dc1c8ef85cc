import AsyncHTTPClient
import CardAPI
import CardClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import Postgres
import Subprocess
import Testing

/// A service, its two database servers, and the customers who call it while its primary dies.
struct FailoverScene: Sendable {
    struct Outcome: Sendable, CustomStringConvertible {
        /// The time from the order to promote the standby to the first acknowledged write.
        let pause: Duration
        let acknowledged: Int
        /// Each acknowledged write that is lost or there twice, and everything that nobody has asked for.
        let problems: [String]

        var description: String {
            """
            the first write came \(Int(pause / Duration.milliseconds(1))) ms after the promotion; of \(acknowledged) \
            acknowledged writes, \(problems.count) are lost or twice there
            """
        }
    }

    private let service: RunningService
    private let sandbox: Sandbox
    private let pair: DatabasePair
    private let dataDirectory: String
    private let cards = CardStream()
    private var money: MoneyStream
    private var primary: DatabaseNode
    private var standby: DatabaseNode

    init(on service: RunningService, _ sandbox: Sandbox, _ pair: DatabasePair, dataDirectory: String) async throws {
        (self.service, self.sandbox, self.pair, self.dataDirectory) = (service, sandbox, pair, dataDirectory)
        (primary, standby) = (pair.one, pair.two)
        money = try await MoneyStream(customers: 2, on: service, sandbox)
    }

    /// Makes the dead server the standby of the other one.
    func rebuild() async throws {
        try await standby.stop()
        try await standby.follow(primary)
    }

    /// Lets the primary die while customers call, promotes the standby, lets the dead server come back as a second
    /// primary, and looks for every acknowledged write.
    mutating func fail(over death: DatabasePair.Death) async throws -> Outcome {
        let token = try await self.service.token(of: try await self.sandbox.newCustomer())
        let (service, sandbox, cards, before) = (service, sandbox, cards, money)
        let (half, over) = (cards.acknowledged.count + 10, MoneyStream.Flag())
        let (beginnings, begin) = AsyncStream.makeStream(of: Void.self)
        let disaster = CardStream.Disaster(count: half) { begin.yield() }
        let applying = Task {
            await cards.run(on: service, sandbox, isPatient: true, disaster: disaster, until: half + 40)
        }
        let moving = Task {
            var money = before
            await money.run(on: service, sandbox, until: over)
            return money
        }
        defer {
            applying.cancel()
            moving.cancel()
        }
        try await Deadline.within(Deadline.usual, "customers who get cards") {
            _ = await beginnings.first { _ in true }
        }
        try await pair.lose(primary, death)
        try await expectOutage(after: death, token)
        try await pair.fence(primary, after: death)
        let pause = try await promote(token)
        try await Deadline.within(Deadline.usual, "customers who get cards after a failover") { await applying.value }
        over.raise()
        money = try await Deadline.within(Deadline.usual, "customers who get money") { await moving.value }
        try await pair.bringBack(primary, after: death)
        (primary, standby) = (standby, primary)
        try await expectFence(token)
        let problems = try await compare(token)
        return Outcome(
            pause: pause, acknowledged: cards.acknowledged.count + money.acknowledged, problems: problems)
    }

    // MARK: While the primary is dead

    /// Expects that the service says that it does not work, and when to call again.
    private func expectOutage(after death: DatabasePair.Death, _ token: String) async throws {
        let service = service
        async let refusal = Deadline.within(
            Deadline.usual, "a response 503 after the primary was \(death.rawValue)"
        ) { () async throws -> String? in
            while true {
                let answer = try await Self.create("first", bearing: token, on: service)
                if answer.status == 503 || Task.isCancelled { return answer.retryAfter }
            }
        }
        try await Deadline.within(Deadline.usual, "/readyz that says 503 after the primary was \(death.rawValue)") {
            while try await service.get("/readyz").status != 503, !Task.isCancelled {}
        }
        let retryAfter = try await refusal
        #expect(retryAfter != nil, "the response says when to call again")
        #expect(try await service.get("/healthz").status == 200)
    }

    /// - Returns: the time until the first write.
    private func promote(_ token: String) async throws -> Duration {
        let service = service
        let writing = Task {
            while try await Self.create("first", bearing: token, on: service).status != 201, !Task.isCancelled {}
            return ContinuousClock.now
        }
        defer { writing.cancel() }
        let order = ContinuousClock.now
        try await standby.promote()
        let end = try await Deadline.within(Deadline.usual, "a write after a promotion") { try await writing.value }
        return end - order
    }

    // MARK: After the failover

    /// Ends the service's sessions, and expects that it does not open one on the old primary. The URL may name that one
    /// first.
    private func expectFence(_ token: String) async throws {
        let service = service
        // A session may also have ended by itself meanwhile.
        _ = try await primary.ask(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE \(Self.ours)")
        try await Deadline.within(Deadline.usual, "a write beside a second primary") {
            while try await Self.create("second", bearing: token, on: service).status != 201, !Task.isCancelled {}
        }
        try await standby.says("0", to: "SELECT count(*) FROM pg_stat_activity WHERE \(Self.ours)")
        #expect(try await primary.ask("SELECT count(*) > 0 FROM pg_stat_activity WHERE \(Self.ours)") == "t")
        #expect(try await service.get("/readyz").status == 200)
    }

    /// The sessions of the service.
    private static let ours = "usename = 'tessera'"

    /// Compares everything that was acknowledged with what the new primary has.
    private mutating func compare(_ token: String) async throws -> [String] {
        var problems = try await cards.problems(on: service)
        let probed = try await service.cards(bearing: token).getAll().cards.count
        if probed != 2 { problems.append("two calls with a key each have made \(probed) cards") }
        var configuration = try DatabaseConfiguration(url: primary.url)
        (configuration.readers, configuration.writers, configuration.transactors) = (1, 1, 1)
        (configuration.waitingLimit, configuration.statementTimeout) = (.seconds(60), .seconds(60))
        let database = Database(configuration, logger: Logger(label: "tessera.tests") { _ in SwiftLogNoOpLogHandler() })
        try await money.compare(with: database)
        await database.shutDown()
        let check = try await Program.run(
            ["ledger", "check", "--data-dir", dataDirectory, "--database-url", primary.url])
        if check.status != .exited(0) { problems.append(check.output + check.errors) }
        return problems + money.problems
    }

    // MARK: Calls

    /// Asks for a card. A call with the same key may be repeated.
    private static func create(
        _ key: String, bearing token: String, on service: RunningService
    ) async throws -> (status: UInt, retryAfter: String?) {
        var request = HTTPClientRequest(url: service.url + "/digitalwallets/v1/profile/prepaid/cards")
        request.method = .POST
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "Idempotency-Key", value: key)
        request.body = .bytes(ByteBuffer(string: #"{"programName": "SKRILL-VIRTUAL-MC-EEA", "currency": "EUR"}"#))
        let response = try await HTTPClient.patient.execute(request, timeout: .seconds(120))
        _ = try await response.body.collect(upTo: 1 << 20)
        return (response.status.code, response.headers.first(name: "Retry-After"))
    }
}
