import Cards
import CardSecrets
import Foundation
import Issuing
import Ledger
import Postgres

/// A large number of customers and cards of one brand. It fills a sandbox to show how an app or this service handles
/// much data.
///
/// Each card has all data of an ordered card: a unique number that is sealed with the real keys and found by its hash,
/// an allowance that counts it, and a history that follows the matrix. The cards belong to separate programs, so they
/// use up no other allowance. They cause no webhooks, because a million webhooks would be of no use.
public struct Crowd: Sendable {
    public let customers: Int
    public let cards: Int

    /// Nil if a customer would have more cards than the programs allow.
    public init?(customers: Int, cards: Int) {
        guard (1...Self.maximumCustomers).contains(customers), (0...Self.maximumCards).contains(cards),
            cards <= customers * Self.cardsPerCustomer
        else { return nil }
        self.customers = customers
        self.cards = cards
    }

    public static let maximumCustomers = 10_000_000
    /// A quarter of the two programs' numbers, because numbers are drawn at random. Each program has eight free digits.
    public static let maximumCards = 50_000_000
    public static let cardsPerCustomer = 1000

    static let currency = Currency.euro

    static let programs: [Program] = [
        program("CROWD-VIRTUAL-VISA-EEA", .virtual, .visa), program("CROWD-PHYSICAL-MC-EEA", .physical, .mastercard),
    ]

    private static func program(_ name: String, _ type: Program.CardType, _ scheme: Program.Scheme) -> Program {
        Program(
            name: name, cardType: type, scheme: scheme, region: .eea, currencies: [currency.code], isDigital: false,
            requiresApproval: false, cardsPerCustomer: cardsPerCustomer, panPrefix: scheme.sandboxBIN + "8",
            validityMonths: 36)
    }

    /// A part of the crowd that is small enough for one transaction.
    struct Part: Sendable {
        let number: Int
        let customers: Range<Int>
        let cards: Range<Int>
    }

    var parts: [Part] {
        let size = max(1, min(1000, cards == 0 ? 1000 : 2000 * customers / cards))
        return stride(from: 0, to: customers, by: size).enumerated().map { number, start in
            let end = min(start + size, customers)
            return Part(
                number: number, customers: start..<end,
                cards: (start * cards / customers)..<(end * cards / customers))
        }
    }
}

extension Sandbox {
    /// Adds a crowd to a brand. Existing data stays as it is and can be used meanwhile.
    ///
    /// The parts are added in parallel, each in a transaction. There are as many at once as processors, but at most
    /// eight, because sealing takes longer than storing.
    /// - Parameter tell: receives how many customers and cards were added so far.
    public func seed(
        _ crowd: Crowd, in brand: String, telling tell: @Sendable (Crowd.Progress) -> Void = { _ in }
    ) async throws(IssuingFailure) {
        for program in Crowd.programs { _ = try await writing(ProgramStatements.add(program, to: brand)) }
        let failure = await addParts(of: crowd, in: brand, telling: tell)
        if let failure { throw failure }
    }

    private func addParts(
        of crowd: Crowd, in brand: String, telling tell: @Sendable (Crowd.Progress) -> Void
    ) async -> IssuingFailure? {
        let lanes = min(8, max(1, ProcessInfo.processInfo.activeProcessorCount))
        return await withTaskGroup(of: (part: Crowd.Part, failure: IssuingFailure?).self) { group in
            var parts = crowd.parts[...]
            func begin() {
                guard let part = parts.popFirst() else { return }
                group.addTask {
                    do throws(IssuingFailure) {
                        try await add(part, in: brand)
                        return (part, nil)
                    } catch {
                        return (part, error)
                    }
                }
            }
            for _ in 0..<lanes { begin() }
            var progress = Crowd.Progress()
            for await (part, failure) in group {
                if let failure {
                    group.cancelAll()
                    return failure
                }
                progress.customers += part.customers.count
                progress.cards += part.cards.count
                tell(progress)
                begin()
            }
            return nil
        }
    }

    private func add(_ part: Crowd.Part, in brand: String) async throws(IssuingFailure) {
        let joining = clock.now() - 86_400 * Double(1 + part.number % 365)
        let joined = ServiceClock { joining }
        let then = Issuing(database: database, vault: vault, clock: joined, entropy: entropy)
        try await database.transaction { tx throws(IssuingFailure) in
            let (_, ids) = try tx.run(
                CrowdStatements.hold(), CrowdStatements.numbers(.integer(part.customers.count)))
            let people = zip(part.customers, ids).map { index, id in CrowdPerson(number: index, id: id) }
            try tx.copy(
                CrowdStatements.customers,
                rows: people.lazy.map { person in
                    let new = EnrolmentStatements.New(
                        person: person.enrolment, brand: brand, createdAt: joined.now())
                    return [.id(person.id)] + EnrolmentStatements.enrolled.values(of: new)
                })
            guard !part.cards.isEmpty else { return }
            // Every customer gets cards of both programs, with all kinds of history.
            let places = part.cards.map { $0.quotientAndRemainder(dividingBy: people.count) }
            let orders = places.map { round, person in people[person].order(of: Crowd.programs[round % 2]) }
            let drawn = try then.drawCards(orders, in: tx)
            let cards = zip(places, drawn).map { CrowdCard($1, number: $0.quotient + $0.remainder) }
            try tx.copy(CrowdStatements.cards, rows: cards.lazy.map(\.row))
            try tx.copy(CrowdStatements.history, rows: cards.lazy.flatMap(\.history))
            _ = try tx.commit(CardStatements.countIssued(orders))
        }
    }
}

extension Crowd {
    public struct Progress: Sendable {
        public fileprivate(set) var customers = 0
        public fileprivate(set) var cards = 0
    }
}
