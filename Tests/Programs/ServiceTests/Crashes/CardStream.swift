import CardAPI
import CardClient
import HTTPContract
import Synchronization
import Testing

/// Customers who apply for cards, 6 at a time and without a pause. Records every acknowledged card.
final class CardStream: Sendable {
    struct Application: Sendable, Hashable {
        let customer: String
        let number: Int

        var key: String { "card-\(customer)-\(number)" }
        /// A customer applies for five cards of each of two programs, which is the limit of each program.
        var body: CreateCardBody { .virtual(number % 2 == 0 ? "SKRILL-VIRTUAL-MC-EEA" : "DEMO-VIRTUAL-VISA-EEA") }
    }

    /// The outcome of each application: the card's id; nil if no response arrived.
    private let outcomes = Mutex<[Application: String?]>([:])

    var acknowledged: [Application: String] { outcomes.withLock { $0.compactMapValues(\.self) } }
    var unanswered: [Application] { outcomes.withLock { outcomes in outcomes.filter { $1 == nil }.map(\.key) } }

    private static let cardsOfACustomer = 10

    /// Calls `strike` when `count` cards are acknowledged, counted over all runs.
    struct Disaster: Sendable {
        let count: Int
        let strike: @Sendable () -> Void
    }

    /// Runs applications until `count` cards are acknowledged, or until a request fails after the disaster.
    ///
    /// - Parameter isPatient: whether a failed request is repeated until it succeeds.
    func run(
        on service: RunningService, _ sandbox: Sandbox, isPatient: Bool, disaster: Disaster, until count: Int = .max
    ) async {
        let isOver: @Sendable (Int) -> Bool = { acknowledged in
            if acknowledged == disaster.count { disaster.strike() }
            return acknowledged >= count
        }
        await withTaskGroup { group in
            for _ in 0..<6 {
                group.addTask {
                    do {
                        while try await self.serveCustomer(on: service, sandbox, isPatient: isPatient, isOver) {}
                    } catch {
                        #expect(
                            self.acknowledged.count >= disaster.count, "before the disaster nothing fails: \(error)")
                    }
                }
            }
        }
    }

    /// Sends every application again, each with the same idempotency key.
    ///
    /// - Returns: the card of each application.
    func repeated(on service: RunningService) async throws -> [Application: String] {
        let applications = outcomes.withLock { Array($0.keys) }
        var cards: [Application: String] = [:]
        for (customer, theirs) in Dictionary(grouping: applications, by: \.customer) {
            let service = try await service.cards(of: customer)
            for application in theirs {
                cards[application] = try await service.create(application.body, idempotencyKey: application.key).cardId
            }
        }
        return cards
    }

    /// The acknowledged cards that are lost or have another status, the applications that lead to another card when
    /// they are repeated, and the customers who have other cards. Each application must end with one card.
    func problems(on service: RunningService) async throws -> [String] {
        var problems: [String] = []
        let promised = acknowledged
        for (customer, theirs) in Dictionary(grouping: promised, by: \.key.customer) {
            let cards = try await service.cards(of: customer)
            for (application, card) in theirs {
                let status = try? await cards.get(card).status
                if status != "ACTIVE" { problems.append("\(application.key) is \(status ?? "lost")") }
            }
        }
        let repeated = try await repeated(on: service)
        for (application, card) in promised where repeated[application] != card {
            problems.append("\(application.key) is another card when it is repeated")
        }
        for (customer, theirs) in Dictionary(grouping: repeated, by: \.key.customer) {
            var query = CardListQuery()
            query.limit = 100
            let found = try await service.cards(of: customer).getAll(query).cards.map(\.cardId)
            if found.sorted() != theirs.map(\.value).sorted() {
                problems.append("customer \(customer) has \(found.count) cards of \(theirs.count) applications")
            }
        }
        return problems
    }

    /// - Returns: true if another customer should follow.
    private func serveCustomer(
        on service: RunningService, _ sandbox: Sandbox, isPatient: Bool, _ isOver: (Int) -> Bool
    ) async throws -> Bool {
        let customer = try await patiently(isPatient) { try await sandbox.newCustomer() }
        let cards = try await patiently(isPatient) { try await service.cards(of: customer) }
        for number in 0..<Self.cardsOfACustomer {
            let application = Application(customer: customer, number: number)
            outcomes.withLock { $0[application] = .some(nil) }
            let card = try await patiently(isPatient) {
                try await cards.create(application.body, idempotencyKey: application.key)
            }
            let count = outcomes.withLock { outcomes in
                outcomes[application] = card.cardId
                return outcomes.count { $1 != nil }
            }
            if isOver(count) { return false }
        }
        return true
    }

    private func patiently<Value>(_ isPatient: Bool, _ body: () async throws -> Value) async throws -> Value {
        while true {
            do {
                return try await body()
            } catch where isPatient && !Task.isCancelled {
                await Task.yield()
            }
        }
    }
}
