import Administration
import Cards
import CardSecrets
import Foundation
import Identifiers
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport
import Validation

@testable import Issuing

@Suite("Changing a card's status")
struct StatusTests {
    @Test("A card is locked, unlocked and cancelled, and then stays CANCELLED")
    func lockUnlockCancel() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualMastercard, to: fixture.enrol())
        #expect(try await fixture.move(card, to: .locked).standing == Standing(.locked, returnsTo: .active))
        #expect(try await fixture.move(card, to: .active).standing == Standing(.active))
        #expect(try await fixture.move(card, to: .cancelled).standing == Standing(.cancelled))
        for actor in [TransitionMatrix.Actor.customer, .business] {
            for status in CardStatus.allCases {
                #expect(await refusal { try await fixture.move(card, to: status, by: actor) }
                    == .card(.transitionNotAllowed(from: .cancelled, to: status, accepted: [])))
            }
        }
        #expect(try await fixture.path(of: card) == [.active, .locked, .active, .cancelled])
    }

    @Test("Locking and unlocking a DIGITAL card does not make it ACTIVE")
    func lockedDigitalCard() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        #expect(await refusal { try await fixture.move(card, to: .active) }
            == .card(.transitionNotAllowed(from: .digital, to: .active, accepted: [.cancelled, .locked])))
        #expect(try await fixture.move(card, to: .locked).standing == Standing(.locked, returnsTo: .digital))
        #expect(await refusal { try await fixture.move(card, to: .active) }
            == .card(.transitionNotAllowed(from: .locked, to: .active, accepted: [.cancelled, .digital])))
        #expect(try await fixture.move(card, to: .digital).standing == Standing(.digital))
        #expect(try await fixture.path(of: card) == [.digital, .locked, .digital])
    }

    @Test("A locked card returns from a suspension to its status before the lock")
    func suspendedLock() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        _ = try await fixture.move(card, to: .locked)
        let suspended = try await fixture.administration.record(.suspend, on: card.id)
        #expect(suspended.standing == Standing(.suspended, returnsTo: .digital))
        #expect(await refusal { try await fixture.move(card, to: .digital) }
            == .card(.transitionNotAllowed(from: .suspended, to: .digital, accepted: [])))
        #expect(try await fixture.move(card, to: .digital, by: .business).standing == Standing(.digital))
    }

    @Test("The history records the actor, the reason and the time")
    func history() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let later = try await fixture.server(now: IssuingFixture.now + 60)
        _ = try await later.move(card, to: .locked, reason: "Left it in a taxi\t🚕 — \"found\"")
        #expect(try await fixture.history(of: card).last == Change(
            number: 2, actor: .customer, occasion: .update, from: .active, to: .locked,
            reason: "Left it in a taxi\t🚕 — \"found\"", at: IssuingFixture.now + 60))
    }

    @Test("Another customer's card is not found and stays as it is")
    func otherCustomersCard() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        let issuing = fixture.issuing
        let stranger = try await fixture.enrol()
        let asked = ReplacementApplication.read(reason: .renew, deliveryAddress: nil, pin: nil, userAgent: nil)
        let pin = try #require(PIN("4071"))
        let attempts: [@Sendable () async throws -> Void] = [
            { _ = try await issuing.card(card.id, of: stranger) },
            { _ = try await issuing.changeStatus(
                of: card.id, to: .cancelled, reason: "Mine", evidence: .none(of: stranger)) },
            { _ = try await issuing.activateCard(
                card.id, of: stranger, lastFour: card.lastFour, cvv: "000", request: .unkeyed()) },
            { _ = try await issuing.setPIN(pin, of: card.id, by: .update, evidence: .none(of: stranger)) },
            { _ = try await issuing.resetTries(of: card.id, of: stranger, request: .unkeyed()) },
            { _ = try await issuing.replaceCard(card.id, of: stranger, asked: asked, pin: nil, request: .unkeyed()) },
        ]
        for attempt in attempts {
            #expect(await refusal { try await attempt() } == .card(.notFound))
        }
        #expect(try await fixture.reread(card) == card)
    }

    /// Tries 3 actors × 4 occasions × 15 standings × 12 statuses on the database.
    @Test("The database moves a card exactly where the matrix allows it")
    func databaseTransitions() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        let wrong: [String] = try await fixture.issuing.database.transaction { tx throws(PostgresFailure) in
            var wrong: [String] = []
            for standing in Standing.possible {
                _ = try tx.run(Self.place(.uuid(card.id.rawValue), .text(standing.status.rawValue),
                    .text(standing.returnsTo?.rawValue)))
                for cell in Self.questions {
                    let meant = TransitionMatrix.meant(by: cell.to, of: standing, by: cell.actor)
                    let allowed = TransitionMatrix.allows(
                        from: standing, to: meant, by: cell.actor, on: cell.occasion)
                    let outcome = try tx.run(TransitionStatements.move(
                        card.id, of: card.customer, to: cell.to, by: cell.actor, on: cell.occasion, reason: nil,
                        at: IssuingFixture.now)).first
                    let expected = allowed ? standing.moved(to: meant) : nil
                    let from = allowed ? standing.status : nil
                    if outcome?.from != from || outcome?.moved.standing != expected {
                        wrong.append("\(cell.actor) \(cell.occasion): \(standing) to \(cell.to)")
                    }
                    guard outcome != nil else { continue }
                    _ = try tx.run(Self.place(.uuid(card.id.rawValue), .text(standing.status.rawValue),
                        .text(standing.returnsTo?.rawValue)))
                }
            }
            return wrong
        }
        #expect(wrong == [])
    }

    private static let questions = TransitionMatrix.Actor.allCases.flatMap { actor in
        TransitionMatrix.Occasion.allCases.flatMap { occasion in
            CardStatus.allCases.map { (actor: actor, occasion: occasion, to: $0) }
        }
    }

    private static let place = Statement(
        "test_place",
        """
        UPDATE card SET status = $2, returns_to = $3, activated_at = coalesce(activated_at, created_at)
        WHERE card_id = $1
        """)
}

extension Standing {
    /// Every standing that a physical card can have.
    static let possible: [Standing] = CardStatus.allCases.flatMap { status in
        switch status {
        case .locked: [CardStatus.active, .digital].map { Standing(status, returnsTo: $0) }
        case .suspended: [CardStatus.active, .issued, .digital].map { Standing(status, returnsTo: $0) }
        default: [Standing(status)]
        }
    }
}
