import Authorizing
import Cards
import CardSecrets
import Foundation
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Testing
import TestSupport

/// Simultaneous payments from one account, sent by two servers with 64 sessions.
///
/// `PAYMENT_ROUNDS` is the number of rounds of each race. A round has 64 messages, so 1600 rounds have 100,000.
@Suite("Simultaneous payments")
struct PaymentConcurrencyTests {
    private static let rounds = ProcessInfo.processInfo.environment["PAYMENT_ROUNDS"].flatMap { Int($0) } ?? 3
    private static let day: TimeInterval = 86_400

    @Test("Of 64 payments, as many are approved as there is money for")
    func exactly() async throws {
        let fixture = try await IssuingFixture.make()
        let servers = try await PaymentServers(on: fixture)
        for round in 1...Self.rounds {
            let payable = round % 9 + 1
            let card = try await fixture.loadedCard(with: Int64(payable) * 1234 + 1233)
            let message = try await fixture.message("", for: card)
            let codes = try await race(PaymentServers.sessions, across: servers.all) { server, number in
                var own = message
                own.fields.reference = "\(round)-\(number)"
                own.fields.lifecycle = nil
                return try await server.issuing.authorize(own).answer.code
            }.map { try $0.get() }
            #expect(codes.filter { $0 == .approved }.count == payable, "round \(round)")
            #expect(
                codes.filter { $0 == .insufficientFunds }.count == PaymentServers.sessions - payable, "round \(round)")
            #expect(try await fixture.balance(of: card).available == 1233, "round \(round)")
        }
        #expect(try await fixture.ledgerFindings() == [])
        #expect(try await servers.deadlocks(endingToo: fixture) == 0)
    }

    @Test("With two cards with limits, as many payments are approved as money and limits allow")
    func exactlyWithLimits() async throws {
        let fixture = try await IssuingFixture.make()
        let servers = try await PaymentServers(on: fixture)
        let early = try await fixture.server(now: IssuingFixture.now - 8 * Self.day, drawing: .seeded(2))
        for round in 1...Self.rounds {
            let race = try await LimitedRace(round, on: fixture, early: early)
            let answers = try await race.run(across: servers.all)
            #expect(answers.filter { $0 == .approved }.count == race.approvals, "round \(round)")
            let declines: Set<ResponseCode> = [.approved, .insufficientFunds, .countLimit, .amountLimit]
            #expect(declines.isSuperset(of: answers), "round \(round): \(Set(answers))")
            #expect(try await fixture.balance(of: race.counted).available == race.rest, "round \(round)")
        }
        #expect(try await fixture.ledgerFindings() == [])
        #expect(try await servers.deadlocks(endingToo: fixture, early) == 0)
    }

    @Test("A message that arrives many times at once has one effect and one answer")
    func sameMessage() async throws {
        let fixture = try await IssuingFixture.make()
        let servers = try await PaymentServers(on: fixture)
        let card = try await fixture.loadedCard()
        for round in 1...Self.rounds {
            let message = try await fixture.message("same-\(round)", for: card) { $0.fields.amount = 1 }
            let found = try await race(16, across: servers.all) { server, _ in
                try await server.issuing.authorize(message)
            }.map { try $0.get() }
            #expect(Set(found.map(\.answer)).count == 1 && found.filter { !$0.isRepeated }.count == 1)
            let unknown = try await fixture.message("unknown-\(round)", for: card) { $0.pan = nil }
            let declined = try await race(16, across: servers.all) { server, _ in
                try await server.issuing.authorize(unknown)
            }.map { try $0.get() }
            #expect(declined.allSatisfy { $0.answer.code == .noSuchCard })
            #expect(declined.filter { !$0.isRepeated }.count == 1)
        }
        #expect(try await fixture.balance(of: card).available == 5000 - Int64(Self.rounds))
        #expect(try await servers.deadlocks(endingToo: fixture) == 0)
    }

    @Test("Simultaneous messages, loads and expiries never overdraw an account, and all of them end")
    func everything() async throws {
        let fixture = try await IssuingFixture.make()
        let servers = try await PaymentServers(on: fixture)
        let later = try await fixture.server(now: IssuingFixture.now + 8 * Self.day, drawing: .seeded(2))
        let first = try await fixture.loadedCard(with: 20_000)
        let second = try await fixture.issue(.virtualMastercard, to: first.customer)
        for card in [first, second] {
            try await fixture.limit(card, to: [
                Limit(.day, count: 1_000_000), Limit(.month, channel: .ecommerce, amount: 999_999_999_999),
            ])
        }
        let kinds: [MessageKind] = [.authorization, .incremental, .clearing, .reversal, .refund, .partialReversal]
        for round in 1...Self.rounds {
            var messages: [Int: NetworkMessage] = [:]
            for number in 0..<PaymentServers.sessions where number % 8 < kinds.count {
                messages[number] = try await fixture.message(
                    "\(round)-\(number)", kinds[number % 8], of: "\(round)-\(number / 8)",
                    for: number % 3 == 0 ? first : second, amount: 700)
            }
            let sent = messages
            let played = try await race(PaymentServers.sessions, across: servers.all) { server, number in
                if let message = sent[number] {
                    _ = try await server.issuing.authorize(message)
                } else if number % 8 == kinds.count {
                    try await server.load(1400, on: first)
                } else {
                    try await later.issuing.settleWhatIsDue()
                }
            }
            for result in played { try result.get() }
        }
        #expect(try await fixture.ledgerFindings() == [])
        let balance = try await fixture.balance(of: first)
        #expect(balance.available <= balance.posted)
        #expect(try await servers.deadlocks(endingToo: fixture, later) == 0)
    }

    @Test("A deadlock is counted, although its transactions are repeated and succeed")
    func countedDeadlock() async throws {
        let fixture = try await IssuingFixture.make()
        let servers = try await PaymentServers(on: fixture)
        let lock = Statement("lock", "SELECT 1::bigint AS number FROM pg_advisory_xact_lock($1)") {
            (row: inout Row) throws(PostgresFailure) in try row.bigint("number")
        }
        let gates = [Gate(), Gate()]
        let played = try await race(2, across: servers.all) { server, number in
            try await server.issuing.database.transaction {
                (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
                _ = try tx.run(lock(.bigint(Int64(number))))
                // Opened twice, because the transaction that is repeated waits again.
                for _ in 1...2 { gates[number].open() }
                gates[1 - number].wait()
                return try tx.commit(lock(.bigint(Int64(1 - number))))
            }
        }
        #expect(try played.map { try $0.get() } == [[1], [1]])
        #expect(try await servers.deadlocks(endingToo: fixture) == 1)
    }
}

/// One round for two cards of one account: 60 payments of 10.00. At the same time an earlier payment grows, another one
/// is cleared for more than was held, and a third one expires, requested twice at once.
///
/// In any order, the account has the money for a fixed number of payments, and 1.00 to 7.00 more. So the number of
/// approvals does not depend on the order.
private struct LimitedRace {
    private static let payments = 60
    private static let price: Int64 = 1000

    /// The card with a limit on the number of payments; the other card's limit is an amount.
    let counted: Card
    private let summed: Card
    /// The number of payments that are approved.
    let approvals: Int
    /// The available balance afterwards.
    let rest: Int64
    private let messages: [NetworkMessage]

    /// - Parameter early: a server whose clock is eight days behind.
    init(_ round: Int, on fixture: IssuingFixture, early: IssuingFixture) async throws {
        // In every second round the money runs out first, and in the others the limits of both cards do.
        let payable = round % 2 == 0 ? 6 + round % 5 : 30
        let (byCount, bySum) = (3 + round % 4, 7 + round % 3)
        approvals = min(payable, byCount + bySum)
        counted = try await fixture.loadedCard(with: Int64(payable) * Self.price + 300 + 400 + 600 + 200)
        summed = try await fixture.issue(.virtualMastercard, to: counted.customer)
        // The expiry frees 400. The increment takes 100, and so does the clearing.
        rest = Int64(payable - approvals) * Self.price + 300 + 400 - 100 - 100
        func begin(_ name: String, on server: IssuingFixture, with card: Card, _ amount: Int64) async throws {
            let begun = try await server.pay("\(round)-\(name)", with: card) { $0.fields.amount = amount }
            #expect(begun.answer.code == .approved)
        }
        try await begin("expires", on: early, with: counted, 400)
        try await begin("clears", on: fixture, with: counted, 600)
        try await begin("grows", on: fixture, with: summed, 200)
        // The limits count the payment that is cleared, and 3.00 of the one that grows.
        try await fixture.limit(counted, to: [Limit(.day, count: 1 + byCount), Limit(.month, amount: 900_000)])
        try await fixture.limit(summed, to: [
            Limit(.day, amount: Int64(bySum) * Self.price + 300 + 500), Limit(.lifetime, count: 900),
        ])
        var messages = [
            try await fixture.message(
                "\(round)-increment", .incremental, of: "\(round)-grows", for: summed, amount: 100),
            try await fixture.message("\(round)-clearing", .clearing, of: "\(round)-clears", for: counted, amount: 700),
        ]
        for number in 0..<Self.payments {
            let card = number % 2 == 0 ? counted : summed
            messages.append(
                try await fixture.message("\(round)-\(number)", for: card) { $0.fields.amount = Self.price })
        }
        self.messages = messages
    }

    /// The answers to the payments.
    func run(across servers: [IssuingFixture]) async throws -> [ResponseCode] {
        let messages = messages
        let answers = try await race(messages.count + 2, across: servers) { server, number -> ResponseCode? in
            guard number < messages.count else {
                try await server.issuing.settleWhatIsDue()
                return nil
            }
            let code = try await server.issuing.authorize(messages[number]).answer.code
            guard number < 2 else { return code }
            #expect(code == .approved)
            return nil
        }
        return try answers.compactMap { try $0.get() }
    }
}
