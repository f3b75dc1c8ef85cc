import Authorizing
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Ledger
import Sandbox
import Testing
import TestSupport

/// Random messages for one card, played on the service and on plain numbers.
///
/// Each seed is one history. `MODEL_STEPS` is how many steps each has; a failure names its seed and its step.
@Suite("The service and a model of it")
struct PaymentModelTests {
    private static let steps = ProcessInfo.processInfo.environment["MODEL_STEPS"].flatMap { Int($0) } ?? 250

    @Test("Both agree on every code, balance and status", arguments: UInt64(1)...6)
    func agree(_ seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        var history = History(seed: seed, card: try await fixture.loadedCard(with: 0))
        for step in 1...Self.steps {
            if let problem = try await history.play(on: fixture) {
                Issue.record("Seed \(seed), step \(step): \(problem)")
                return
            }
        }
        #expect(try await fixture.ledgerFindings() == [], "Seed \(seed)")
        // What comes rarely may be missing in a short history.
        #expect(history.codes.isSuperset(of: ["00", "12", "51", "85", "94", "96"]), "\(history.codes)")
    }

    private struct History {
        private var numbers: SeededNumbers
        private let card: Card
        private var model = PlainIssuer()
        private var sent: [PlainIssuer.PlainMessage] = []
        private var now = IssuingFixture.now
        private(set) var codes: Set<String> = []

        init(seed: UInt64, card: Card) {
            (numbers, self.card) = (SeededNumbers(seed: seed), card)
        }

        /// - Returns: what differs; nil if nothing does.
        mutating func play(on fixture: IssuingFixture) async throws -> String? {
            switch numbers.below(20) {
            case 0:
                let amount = Int64(numbers.below(6000) + 1)
                model.load(amount)
                try await fixture.load(amount, on: card)
            case 1:
                now += Double(numbers.below(5)) * 86_400
                model.expire(at: now)
                try await fixture.sandbox.setClock(.frozen(at: now))
            default:
                let message = next()
                sent.append(message)
                let expected = model.answer(message, at: now)
                codes.insert(expected)
                let found = try await fixture.pay(message.reference, with: card) { $0.fill(with: message) }
                guard found.answer.code.rawValue == expected else {
                    return "\(message) is answered \(found.answer.code.rawValue), not \(expected)"
                }
            }
            return try await differences(on: fixture)
        }

        /// A new message, an earlier one again, or another one with its reference. Some payments begin with their end.
        private mutating func next() -> PlainIssuer.PlainMessage {
            if !sent.isEmpty, numbers.below(12) == 0 {
                var again = sent[numbers.below(sent.count)]
                if numbers.below(4) == 0 { again.amount += 1 }
                return again
            }
            let kinds = MessageKind.allCases + [.authorization, .authorization, .clearing, .clearing]
            let kind = kinds[numbers.below(kinds.count)]
            let begins: [MessageKind] = [
                .authorization, .financial, .refundAuthorization, .balanceInquiry, .accountVerification,
            ]
            let lifecycles = sent.map(\.lifecycle).suffix(40)
            let newLifecycle = "L\(sent.count)"
            var lifecycle = begins.contains(kind) || lifecycles.isEmpty || numbers.below(15) == 0
                ? newLifecycle : Array(lifecycles)[numbers.below(lifecycles.count)]
            // A message that comes after its reversal.
            if begins.contains(kind), numbers.below(6) == 0,
                let early = sent.last(where: { $0.kind == .reversal && model.authorizations[$0.lifecycle] == nil })
            {
                lifecycle = early.lifecycle
            }
            let isFree = kind == .balanceInquiry || kind == .accountVerification
            return PlainIssuer.PlainMessage(
                reference: "R\(sent.count)", kind: kind, lifecycle: lifecycle,
                amount: isFree ? 0 : Int64(numbers.below(2500) + 1), isLast: numbers.below(2) == 0,
                canApproveInPart: numbers.below(4) == 0)
        }

        private func differences(on fixture: IssuingFixture) async throws -> String? {
            let balance = try await fixture.balance(of: card)
            guard balance == .init(posted: model.money, available: model.money - model.held) else {
                return "the balance is \(balance), not \(model.money) less \(model.held)"
            }
            guard let last = sent.last?.lifecycle else { return nil }
            let found = try await fixture.authorizations(of: card, in: last)
            let expected = (model.authorizations[last] ?? []).map(\.summary).sorted()
            return found == expected ? nil : "\(last) is \(found), not \(expected)"
        }
    }
}

extension PlainIssuer.PlainAuthorization {
    /// Everything that the service stores, too.
    fileprivate var summary: String {
        "\(status) \(isRefund) \(approved) \(reversed) \(released) \(cleared) \(refunded)"
    }
}

extension NetworkMessage {
    fileprivate mutating func fill(with message: PlainIssuer.PlainMessage) {
        fields.kind = message.kind.rawValue
        fields.lifecycle = message.lifecycle
        fields.amount = message.amount
        fields.isLast = message.isLast
        fields.canApproveInPart = message.canApproveInPart
    }
}

extension IssuingFixture {
    /// The authorizations of one lifecycle, each as a text.
    fileprivate func authorizations(of card: Card, in lifecycle: String) async throws -> [String] {
        try await texts(
            """
            SELECT concat_ws(' ', status, CASE WHEN is_refund THEN 'true' ELSE 'false' END, approved, reversed,
                             released, cleared, refunded)
            FROM money.authorization
            WHERE customer_id = \(card.customer) AND lifecycle = '\(lifecycle)'
            """
        ).sorted()
    }
}
