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

/// Payments of one account at once, from two servers. `PAYMENT_ROUNDS` is how often each race is run.
@Suite("Payments at once")
struct PaymentConcurrencyTests {
    private static let rounds = ProcessInfo.processInfo.environment["PAYMENT_ROUNDS"].flatMap { Int($0) } ?? 3
    private static let sessions = 64

    @Test("Of 64 payments, as many are approved as there is money for")
    func exactly() async throws {
        let fixture = try await IssuingFixture.make()
        for round in 1...Self.rounds {
            let payable = round % 9 + 1
            let card = try await fixture.loadedCard(with: Int64(payable) * 1234 + 1233)
            let message = try await fixture.message("", for: card)
            let codes = try await race(Self.sessions, in: fixture) { server, number in
                var own = message
                own.fields.reference = "\(round)-\(number)"
                own.fields.lifecycle = nil
                return try await server.issuing.authorize(own).answer.code
            }.map { try $0.get() }
            #expect(codes.filter { $0 == .approved }.count == payable, "round \(round)")
            #expect(codes.filter { $0 == .insufficientFunds }.count == Self.sessions - payable, "round \(round)")
            #expect(try await fixture.balance(of: card).available == 1233, "round \(round)")
        }
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("One message that arrives many times at once has one effect and one answer")
    func sameMessage() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        for round in 1...Self.rounds {
            let message = try await fixture.message("same-\(round)", for: card) { $0.fields.amount = 1 }
            let found = try await race(16, in: fixture) { server, _ in
                try await server.issuing.authorize(message)
            }.map { try $0.get() }
            #expect(Set(found.map(\.answer)).count == 1 && found.filter { !$0.isRepeated }.count == 1)
            let unknown = try await fixture.message("unknown-\(round)", for: card) { $0.pan = nil }
            let declined = try await race(16, in: fixture) { server, _ in
                try await server.issuing.authorize(unknown)
            }.map { try $0.get() }
            #expect(declined.allSatisfy { $0.answer.code == .noSuchCard })
            #expect(declined.filter { !$0.isRepeated }.count == 1)
        }
        #expect(try await fixture.balance(of: card).available == 5000 - Int64(Self.rounds))
    }

    @Test("Payments of two cards, increments, clearings, reversals, loads and expiries never overdraw or lock up")
    func everything() async throws {
        let fixture = try await IssuingFixture.make()
        let later = try await fixture.server(now: IssuingFixture.now + 8 * 86_400, drawing: .seeded(2))
        let first = try await fixture.loadedCard(with: 20_000)
        let second = try await fixture.issue(.virtualMastercard, to: first.customer)
        for round in 1...Self.rounds {
            let played = try await race(48, in: fixture) { server, number in
                let card = number % 2 == 0 ? first : second
                let payment = "\(round)-\(number / 6)"
                switch number % 6 {
                case 0, 1:
                    try await server.pay(payment, with: card) { $0.fields.amount = 700 }
                case 2:
                    _ = try await server.follow(payment, .incremental, "i\(round)-\(number)", for: first, amount: 50)
                case 3:
                    _ = try await server.follow(payment, .clearing, "c\(round)-\(number)", for: second, amount: 300)
                case 4: try await later.issuing.settleWhatIsDue()
                default:
                    _ = try await server.follow(payment, .reversal, "v\(round)-\(number)", for: first, amount: 0)
                }
                return number
            }
            for result in played { _ = try result.get() }
        }
        #expect(try await fixture.ledgerFindings() == [])
        let balance = try await fixture.balance(of: first)
        #expect(balance.available <= balance.posted)
    }
}
