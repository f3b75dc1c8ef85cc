import Authorizing
import Cards
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

/// Messages of the network that arrive on three servers at once, while their connections to the database fail. The
/// network sends a message again until it is answered.
@Suite("Payments at three servers behind faulty wires", .timeLimit(.minutes(10)))
struct StormyPaymentTests {
    private static let price: Int64 = 1000

    @Test("A card pays as often as its limits and its money allow", arguments: StormyServers.seeds)
    func limits(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        let servers = try await StormyServers(on: fixture, seed: seed)
        let (counted, summed) = (try await fixture.loadedCard(with: 50_000), try await fixture.loadedCard(with: 50_000))
        try await fixture.limit(counted, to: [Limit(.day, count: 7)])
        try await fixture.limit(summed, to: [Limit(.month, amount: 5 * Self.price + 500)])
        let poor = try await fixture.loadedCard(with: 6 * Self.price + 500)
        let cases: [(card: Card, approvals: Int, decline: ResponseCode)] = [
            (counted, 7, .countLimit), (summed, 5, .amountLimit), (poor, 6, .insufficientFunds),
        ]
        for (card, approvals, decline) in cases {
            let before = try await fixture.balance(of: card).available
            var drawn: [NetworkMessage] = []
            for number in 0..<12 {
                drawn.append(try await fixture.message("\(approvals)-\(number)", for: card) {
                    $0.fields.amount = Self.price
                })
            }
            let messages = drawn
            // Each message arrives at two servers.
            let answers = try await servers.atOnce(24) { client in
                try await servers.answer(for: client % 12 + client / 12) {
                    try await $0.issuing.authorize(messages[client % 12]).answer
                }
            }
            #expect(answers.prefix(12) == answers.suffix(12), "\(decline), seed \(seed)")
            let codes = answers.prefix(12).map(\.code)
            #expect(codes.count { $0 == .approved } == approvals, "seed \(seed): \(codes)")
            #expect(codes.allSatisfy { $0 == .approved || $0 == decline }, "seed \(seed): \(codes)")
            let spent = before - (try await fixture.balance(of: card).available)
            #expect(spent == Int64(approvals) * Self.price, "\(decline), seed \(seed)")
        }
        try await servers.end()
        #expect(try await fixture.ledgerFindings() == [], "seed \(seed)")
        #expect(servers.losses > 0, "seed \(seed)")
    }

    @Test("A clearing that three servers get at once is posted once", arguments: StormyServers.seeds)
    func clearing(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        let servers = try await StormyServers(on: fixture, seed: seed)
        var cards: [Card] = []
        for number in 1...6 {
            let card = try await fixture.loadedCard(with: 5000)
            let payment = try await fixture.message("pays-\(number)", for: card)
            let clearing = try await fixture.message("clears-\(number)", .clearing, of: "pays-\(number)", for: card)
            let held = try await servers.answer(for: number) { try await $0.issuing.authorize(payment).answer.code }
            #expect(held == .approved, "seed \(seed)")
            let answers = try await servers.atOnce(6) { client in
                try await servers.answer(for: client) { try await $0.issuing.authorize(clearing).answer }
            }
            #expect(Set(answers).count == 1 && answers[0].code == .approved, "seed \(seed): \(answers)")
            cards.append(card)
        }
        try await servers.end()
        for card in cards {
            let balance = try await fixture.balance(of: card)
            #expect(balance == .init(posted: 5000 - 1234, available: 5000 - 1234), "seed \(seed)")
            #expect(try await fixture.transactions(of: card).count == 2, "the load and the payment, seed \(seed)")
        }
        #expect(try await fixture.ledgerFindings() == [], "seed \(seed)")
    }

    @Test("Every message gets the model's answer at each server, and the money agrees", arguments: StormyServers.seeds)
    func model(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        let servers = try await StormyServers(on: fixture, seed: seed)
        var made: [Lane] = []
        for number in 0..<6 {
            let history = PaymentHistory(seed: seed * 8 + UInt64(number), name: "\(number)-")
            made.append(Lane(card: try await fixture.loadedCard(with: 0), history: history))
        }
        let lanes = made
        let played = try await servers.atOnce(lanes.count) { number in
            var lane = lanes[number]
            try await lane.play(at: servers, beside: fixture)
            return lane
        }
        try await servers.end()
        for (number, lane) in played.enumerated() {
            let problem = try await lane.problem(in: fixture)
            #expect(problem == nil, "lane \(number), seed \(seed)")
        }
        #expect(try await fixture.ledgerFindings() == [], "seed \(seed)")
        #expect(servers.losses > 0, "seed \(seed)")
    }
}

/// One card's history. Its messages follow one another, and each arrives at one or two servers at once.
private struct Lane: Sendable {
    private static let steps = 30

    let card: Card
    var history: PaymentHistory
    /// The first answer that differs from the model's.
    private var wrongAnswer: String?

    init(card: Card, history: PaymentHistory) {
        (self.card, self.history) = (card, history)
    }

    /// - Parameter fixture: loads the account.
    mutating func play(at servers: StormyServers, beside fixture: IssuingFixture) async throws {
        for step in 1...Self.steps where wrongAnswer == nil {
            if history.below(6) == 0 {
                try await fixture.load(history.load(), on: card)
                continue
            }
            let (message, code) = history.message(at: IssuingFixture.now)
            let sent = try await fixture.message(message.reference, for: card) { $0.fill(with: message) }
            let codes = try await servers.atOnce(1 + history.below(2)) { client in
                try await servers.answer(for: step + client) {
                    try await $0.issuing.authorize(sent).answer.code.rawValue
                }
            }
            if codes.contains(where: { $0 != code }) { wrongAnswer = "\(message) is answered \(codes), not \(code)" }
        }
    }

    /// The difference from the model; nil if there is none.
    func problem(in fixture: IssuingFixture) async throws -> String? {
        if let wrongAnswer { return wrongAnswer }
        let (balance, model) = (try await fixture.balance(of: card), history.model)
        guard balance == .init(posted: model.money, available: model.money - model.held) else {
            return "the balance is \(balance), not \(model.money) less \(model.held)"
        }
        let found = try await fixture.texts(
            PaymentHistory.storedAuthorizations, .bigint(card.customer.rawValue), .text(nil)
        ).sorted()
        let expected = history.authorizations()
        return found == expected ? nil : "found \(found), not \(expected)"
    }
}
