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

/// Plays random messages for one card on the service and on a model of plain numbers.
///
/// Each seed is one history. `MODEL_STEPS` is the number of steps in each; a failure names its seed and its step.
@Suite("The service compared with a model")
struct PaymentModelTests {
    private static let steps = ProcessInfo.processInfo.environment["MODEL_STEPS"].flatMap { Int($0) } ?? 250

    @Test("The service and the model agree on every code, balance and status", arguments: UInt64(1)...6)
    func agree(_ seed: UInt64) async throws { try await play(seed, onCluster: false) }

    @Test("So does a service that sends what it would send to a cluster")
    func agreeOnCluster() async throws { try await play(7, onCluster: true) }

    private func play(_ seed: UInt64, onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(seed: seed, onCluster: onCluster)
        var played = PlayedHistory(seed: seed, card: try await fixture.loadedCard(with: 0))
        for step in 1...Self.steps {
            if let problem = try await played.play(on: fixture) {
                Issue.record("Seed \(seed), step \(step): \(problem)")
                return
            }
        }
        #expect(try await fixture.ledgerFindings() == [], "Seed \(seed)")
        // A short history may miss rare codes.
        let codes = played.history.codes
        #expect(codes.isSuperset(of: ["00", "12", "51", "85", "94", "96"]), "\(codes)")
    }

    private struct PlayedHistory {
        private(set) var history: PaymentHistory
        private let card: Card
        private var now = IssuingFixture.now

        init(seed: UInt64, card: Card) {
            (history, self.card) = (PaymentHistory(seed: seed), card)
        }

        /// - Returns: the difference between the service and the model; nil if there is none.
        mutating func play(on fixture: IssuingFixture) async throws -> String? {
            switch history.below(20) {
            case 0: try await fixture.load(history.load(), on: card)
            case 1:
                now += Double(history.below(5)) * 86_400
                history.expire(at: now)
                try await fixture.sandbox.setClock(.frozen(at: now))
            default:
                let (message, code) = history.message(at: now)
                let found = try await fixture.pay(message.reference, with: card) { $0.fill(with: message) }
                guard found.answer.code.rawValue == code else {
                    return "\(message) is answered \(found.answer.code.rawValue), not \(code)"
                }
            }
            return try await differences(on: fixture)
        }

        private func differences(on fixture: IssuingFixture) async throws -> String? {
            let (balance, model) = (try await fixture.balance(of: card), history.model)
            guard balance == .init(posted: model.money, available: model.money - model.held) else {
                return "the balance is \(balance), not \(model.money) less \(model.held)"
            }
            guard let last = history.lifecycle else { return nil }
            let found = try await fixture.texts(
                PaymentHistory.storedAuthorizations, .bigint(card.customer.rawValue), .text(last)
            ).sorted()
            let expected = history.authorizations(of: last)
            return found == expected ? nil : "\(last) is \(found), not \(expected)"
        }
    }
}
