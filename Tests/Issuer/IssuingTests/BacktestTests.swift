import Administration
import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport

/// Plays random messages for the cards of one program on a service on which a draft of the controls waits. Then plays
/// those that are stored on another service, on which the same controls are in force. The backtest on the first must
/// answer as the second.
///
/// `BACKTEST_MESSAGES` is the number of messages; a failure names its seed.
@Suite("A backtest of drafted controls", .timeLimit(.minutes(240)))
struct BacktestTests {
    private static let messages =
        ProcessInfo.processInfo.environment["BACKTEST_MESSAGES"].flatMap { Int($0) } ?? 1000

    /// Every kind of control, with limits that random payments reach.
    private static func controls() throws -> CardControls {
        let limits = [
            Limit(.transaction, amount: 2400), Limit(.day, amount: 9000), Limit(.day, channel: .contactless, count: 2),
            Limit(.week, channel: .ecommerce, amount: 30_000), Limit(.month, amount: 90_000, count: 90),
        ]
        return CardControls(
            countries: .init(blocked: [try #require(CountryCode("US"))]),
            categories: .init(blocked: [try #require(MerchantCategory("7995"))]),
            limits: try limits.map { try #require($0) })
    }

    @Test("It answers each message as a service on which the draft is in force", arguments: [1] as [UInt64])
    func equal(_ seed: UInt64) async throws {
        let controls = try Self.controls()
        let (waiting, live) = (
            try await IssuingFixture.make(seed: seed), try await IssuingFixture.make(seed: seed)
        )
        let cards = max(4, Self.messages / 500)
        var recorded = try await Play(on: waiting, cards: cards)
        var expected = try await Play(on: live, cards: cards)
        let draft = try await waiting.administration.draft(controls, forProgram: recorded.program)
        _ = try await live.administration.set(controls, forProgram: recorded.program)
        let script = try await recorded.play(Self.messages, seed: seed)
        for step in script { _ = try await expected.play(step) }
        var (answered, counts) = (recorded.codes, Counts())
        let clock = ContinuousClock()
        let start = clock.now
        for changed in try await waiting.backtest(draft, to: recorded.now + 1, &counts) {
            #expect(answered[changed.reference.text] == changed.recorded.code.rawValue, "Seed \(seed)")
            answered[changed.reference.text] = changed.drafted.code.rawValue
        }
        let line = "torture of a backtest: \(script.count) stored messages in \(start.duration(to: clock.now))\n"
        FileHandle.standardOutput.write(Data(line.utf8))
        let requests = script.map(\.message).filter(\.kind.isRequest).map(\.reference)
        let wrong = requests.filter { answered[$0] != expected.codes[$0] }
        let first = wrong.first.map { "\($0): \(answered[$0] ?? "-"), not \(expected.codes[$0] ?? "-")" }
        #expect(wrong.isEmpty, "Seed \(seed): \(wrong.count) differ, such as \(first ?? "")")
        // A history without such answers proves nothing.
        let codes = Set(requests.compactMap { expected.codes[$0] })
        #expect(codes.isSuperset(of: ["00", "12", "57", "61", "65"]), "\(codes)")
        #expect(counts.judged == requests.count, "Seed \(seed): \(counts)")
        #expect(counts.unknown == 0 && counts.declined > 0, "Seed \(seed): \(counts)")
    }

    @Test("The spending before the period counts as it was")
    func period() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 100_000)
        for number in 1...3 { try await fixture.pay("m\(number)", with: card) }
        let noon = IssuingFixture.now + 86_400
        try await fixture.sandbox.setClock(.frozen(at: noon))
        for number in 4...6 { try await fixture.pay("m\(number)", with: card) }
        // Of the month, four payments fit: three of the day before, and one.
        let limit = try #require(Limit(.month, amount: 4 * 1234))
        let draft = try await fixture.administration.draft(CardControls(limits: [limit]), forProgram: card.program)
        var counts = Counts()
        let changed = try await fixture.backtest(draft, from: noon, to: noon + 1, &counts)
        #expect(changed.map(\.reference.text) == ["m5", "m6"])
        #expect(changed.map(\.drafted.reason) == [.amountLimit, .amountLimit])
        #expect(counts == Counts(judged: 3, declined: 2))
    }

    @Test("A message without facts cannot be judged, and neither can what it may have spent")
    func unknown() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 100_000)
        for number in 1...3 { try await fixture.pay("m\(number)", with: card) }
        try await fixture.issuing.database.execute(
            script: "UPDATE network_message SET facts = NULL, insertion = NULL WHERE reference = 'm2'")
        let start = IssuingFixture.now
        let draft = try await fixture.administration.draft(
            CardControls(limits: [try #require(Limit(.day, count: 1))]), forProgram: card.program)
        var counts = Counts()
        _ = try await fixture.backtest(draft, from: start, to: start + 1, &counts)
        #expect(counts.unknown == 3 && counts.judged == 0, "\(counts)")
        // Without limits, only the message itself is unknown.
        let blocked = try await fixture.administration.draft(
            CardControls(countries: .init(blocked: [try #require(CountryCode("DE"))])), forProgram: card.program)
        counts = Counts()
        let changed = try await fixture.backtest(blocked, from: start, to: start + 1, &counts)
        #expect(changed.map(\.drafted.reason) == [.countryNotAllowed, .countryNotAllowed])
        #expect(counts == Counts(judged: 2, declined: 2, unknown: 1))
    }
}

private struct Counts: Equatable {
    var (judged, declined, unknown) = (0, 0, 0)

    init(judged: Int = 0, declined: Int = 0, unknown: Int = 0) {
        (self.judged, self.declined, self.unknown) = (judged, declined, unknown)
    }
}

/// Messages for some cards of one program, and what they were answered.
private struct Play {
    struct Step {
        let card: Int
        let message: PlainIssuer.PlainMessage
        let at: Date
    }

    let program: String
    /// By the references of the messages.
    private(set) var codes: [String: String] = [:]
    private(set) var now = IssuingFixture.now
    private let fixture: IssuingFixture
    private let cards: [Card]

    init(on fixture: IssuingFixture, cards count: Int) async throws {
        self.fixture = fixture
        var cards: [Card] = []
        for _ in 0..<count { cards.append(try await fixture.loadedCard(with: 900_000_000)) }
        self.cards = cards
        program = try #require(cards.first).program
    }

    /// Draws messages, some ten for each card on a day.
    ///
    /// - Returns: those that are stored: no message that was repeated or refused.
    mutating func play(_ messages: Int, seed: UInt64) async throws -> [Step] {
        var numbers = SeededNumbers(seed: seed)
        var histories = cards.indices.map { index in
            PaymentHistory(seed: seed &* 1000 &+ UInt64(index), name: "c\(index)-")
        }
        var (script, time) = ([Step](), now)
        for _ in 0..<messages {
            if numbers.below(10 * cards.count) == 0 { time += Double(numbers.below(3)) * 86_400 }
            let card = numbers.below(cards.count)
            let step = Step(card: card, message: histories[card].message(at: time).message, at: time)
            if try await play(step) { script.append(step) }
        }
        return script
    }

    /// - Returns: whether the message is stored.
    mutating func play(_ step: Step) async throws -> Bool {
        if step.at != now {
            now = step.at
            try await fixture.sandbox.setClock(.frozen(at: now))
        }
        let message = step.message
        let answered = try await fixture.pay(message.reference, with: cards[step.card]) { sent in
            sent.fill(with: message)
            // The same for the same reference, because a message may be repeated.
            let number = Int(message.reference.drop { $0 != "R" }.dropFirst()) ?? 0
            sent.fields.category = Sent(number % 9 == 0 ? "7995" : number % 7 == 0 ? "7011" : "5812")
            sent.fields.country = Sent(number % 11 == 0 ? "US" : "DE")
            if number % 3 == 0 {
                (sent.fields.entryMode, sent.fields.cardPresence) = ("CONTACTLESS", "PRESENT")
                sent.fields.verification.cryptogram = .valid
            }
        }
        let code = answered.answer.code
        guard !answered.isRepeated, code != .malfunction, code != .duplicate else { return false }
        codes[message.reference] = code.rawValue
        return true
    }
}

extension IssuingFixture {
    /// All pages of a backtest.
    fileprivate func backtest(
        _ draft: RulesDraft, from start: Date = .distantPast, to end: Date, _ counts: inout Counts
    ) async throws -> [ChangedAnswer] {
        var (changed, place) = ([ChangedAnswer](), BacktestPlace?.none)
        repeat {
            let page = try await administration.backtest(
                draft, from: max(start, IssuingFixture.now), to: end, at: place)
            changed += page.differences
            counts.judged += page.judged
            counts.declined += page.declined
            counts.unknown += page.unknown
            place = try page.next.map { try #require(BacktestPlace($0.description)) }
        } while place != nil
        return changed
    }
}
