import Administration
import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres
import Sandbox
import Testing
import TestSupport
import Validation

/// The steps of a cardholder.
extension IssuingFixture {
    package func move(
        _ card: Card, to status: CardStatus, by actor: TransitionMatrix.Actor = .customer, reason: String = "Asked to"
    ) async throws -> Card {
        guard actor != .customer else {
            return try await issuing.changeStatus(
                of: card.id, to: status, reason: reason, evidence: .none(of: card.customer))
        }
        precondition(actor == .business, "The issuer moves cards by events.")
        return try await issuing.changeStatus(
            of: card.id, of: NamedCustomer(card.customer, in: DemoUniverse.brand), to: status,
            reason: reason)
    }

    /// Activates a card with the digits on its plastic, or with digits that the test gives.
    package func activate(
        _ card: Card, lastFour: String? = nil, cvv: String? = nil,
        request: IdempotentRequest<Issuing.ActivationOutcome> = .unkeyed()
    ) async throws -> Answered<Issuing.ActivationOutcome> {
        let plastic = try await sandbox.plastic(of: card.id)
        return try await issuing.activateCard(
            card.id, of: card.customer, lastFour: lastFour ?? plastic.pan.lastFour,
            cvv: cvv ?? plastic.cvv.reveal { $0 }, request: request)
    }

    /// A wrong CVV: the right one plus 1.
    package func wrongCVV(of card: Card) async throws -> String {
        let right = try await sandbox.plastic(of: card.id).cvv.reveal { Int($0) ?? 0 }
        return String(String(right + 1001).suffix(3))
    }

    package func activateWrongly(_ card: Card, times: Int = 1) async throws {
        let wrong = try await wrongCVV(of: card)
        for _ in 0..<times { _ = try await activate(card, cvv: wrong) }
    }

    package func replace(
        _ card: Card, _ reason: Replacement, address: DeliveryAddress.Draft? = nil, pin: String? = nil,
        request: IdempotentRequest<Card> = .unkeyed()
    ) async throws -> Card {
        let sent = pin.map { SentPIN($0) }
        let answered = try await issuing.replaceCard(
            card.id, of: card.customer,
            asked: ReplacementApplication.read(
                reason: reason, deliveryAddress: address, pin: sent?.form, userAgent: nil),
            pin: sent?.pin, request: request)
        return try #require(answered.value)
    }

    package func setPIN(_ pin: String, of card: Card, by call: PINRule.Call = .update) async throws -> Card {
        try await issuing.setPIN(#require(PIN(pin)), of: card.id, by: call, evidence: .none(of: card.customer))
    }

    package func reread(_ card: Card) async throws -> Card {
        try await issuing.card(card.id, of: card.customer)
    }
}

/// The steps of a customer whose application the issuer must approve.
extension IssuingFixture {
    package func addProgramWithApproval(_ type: Program.CardType, isDigital: Bool = false) async throws -> Program {
        let program: Program = try ProgramDraft.read(
            name: "REVIEWED-\(type.rawValue)", cardType: type, scheme: .visa, region: .eea, currencies: ["EUR"],
            isDigital: isDigital, requiresApproval: true, allowableCards: nil, panPrefix: \.addedProgramPrefix
        ).accepted()
        return try await sandbox.administration.add(program, to: DemoUniverse.brand)
    }

    package func apply(for program: Program, as customer: CustomerID, pin: String? = nil) async throws -> Card {
        let answered = try await issuing.createCard(
            .applying(for: program, pin: pin), pin: pin.flatMap { PIN($0) },
            for: NamedCustomer(customer, in: DemoUniverse.brand), request: .unkeyed())
        return try #require(answered.value)
    }
}

extension CardApplication {
    package static func applying(for program: Program, pin: String? = nil) -> CardApplication {
        CardApplication(
            programName: program.name, currency: program.currencies.first, mobile: nil,
            pin: pin.map { SentPIN($0).form }, externalID: nil, userAgent: nil,
            deliveryAddress: program.cardType == .physical ? .home(in: "BG") : nil, termsAndConditionsAccepted: nil,
            eDisclosureAccepted: nil)
    }
}

extension Answered {
    package var value: Value? {
        guard case .now(let value, _) = self else { return nil }
        return value
    }

    package var answer: StoredAnswer {
        switch self {
        case .now(_, let answer), .before(let answer): answer
        }
    }

    package var isReplayed: Bool { value == nil }
}

extension Issuing.ActivationOutcome {
    package var triesLeft: Int? {
        guard case .wrong(let triesLeft) = self else { return nil }
        return triesLeft
    }

    package var card: Card? {
        guard case .activated(let card) = self else { return nil }
        return card
    }
}

extension IdempotentRequest {
    /// A request with an idempotency key. Its stored answer describes the whole result.
    package static func keyed(
        _ key: String, isOfBrand: Bool = false, digest: String = "the same"
    ) -> IdempotentRequest {
        IdempotentRequest(key: key, isOfBrand: isOfBrand, digest: Array(digest.utf8)) { value in
            StoredAnswer(status: 201, body: Array(String(reflecting: value).utf8))
        }
    }
}

/// The refusal of an operation; nil if the operation succeeds. Any other failure is recorded as an issue.
package func refusal<Value>(
    at location: SourceLocation = #_sourceLocation, _ operation: () async throws -> Value
) async -> Refusal? {
    do {
        _ = try await operation()
    } catch IssuingFailure.refused(let refusal) {
        return refusal
    } catch {
        Issue.record("It failed instead of being refused: \(error)", sourceLocation: location)
    }
    return nil
}

/// The outcomes of `count` simultaneous attempts. Two servers on one database make them in turn.
package func race<Value: Sendable>(
    _ count: Int, in fixture: IssuingFixture,
    _ attempt: @escaping @Sendable (IssuingFixture, Int) async throws -> Value
) async throws -> [Result<Value, Refusal>] {
    try await race(count, across: [fixture, fixture.server()], attempt)
}

/// The outcomes of `count` simultaneous attempts, which these servers make in turn.
package func race<Value: Sendable>(
    _ count: Int, across servers: [IssuingFixture],
    _ attempt: @escaping @Sendable (IssuingFixture, Int) async throws -> Value
) async throws -> [Result<Value, Refusal>] {
    try await withThrowingTaskGroup { group in
        for number in 0..<count {
            group.addTask { () async throws -> Result<Value, Refusal> in
                do {
                    return .success(try await attempt(servers[number % servers.count], number))
                } catch IssuingFailure.refused(let refusal) {
                    return .failure(refusal)
                }
            }
        }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}

/// The names of the wrong fields in a refusal.
extension Refusal {
    package var fields: [String] {
        guard case .invalidFields(let violations) = self else { return [] }
        return violations.map(\.field)
    }
}

/// Reads a time such as 2026-03-15T12:00:00.000Z.
package func instant(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true))
}

/// Blocks a thread, for code that cannot await: the closure of a transaction, which has its own thread.
package final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() { semaphore.signal() }
    package func wait() { semaphore.wait() }
}
