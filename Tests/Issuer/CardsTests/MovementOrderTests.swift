import Cards
import Foundation
import Identifiers
import Ledger
import Testing
import Validation

@Suite("Orders of deposits, transfers and withdrawals")
struct MovementOrderTests {
    @Test("A valid order has all its values")
    func valid() throws {
        let deposit = try MovementOrder.deposit(amount: 1000, currencyCode: "EUR", merchantRefNum: nil).accepted()
        #expect(deposit.kind == .deposit && deposit.amount == Money(minorUnits: 1000, currency: .euro))
        #expect(deposit.recipient == nil && deposit.reason == nil)
        let transfer = try MovementOrder.transfer(
            amount: 1, currencyCode: "EUR", merchantRefNum: "5040452805", recipient: "10000002", reason: "OTHER",
            description: "Rent"
        ).accepted()
        #expect(transfer.kind == .transfer && transfer.recipient == CustomerID(10_000_002))
        #expect(transfer.merchantRefNum == "5040452805" && transfer.reason == "OTHER" && transfer.description == "Rent")
        let withdrawal = try MovementOrder.withdrawal(
            amount: 1, currencyCode: "EUR", merchantRefNum: nil, option: "CARD", instrumentType: "CARD",
            instrumentID: "1001"
        ).accepted()
        #expect(withdrawal.kind == .withdrawal && withdrawal.recipient == nil)
        #expect(withdrawal.instrument == .init(option: "CARD", type: "CARD", id: "1001"))
    }

    @Test("All wrong values are reported at once")
    func wrong() {
        let deposit = MovementOrder.deposit(
            amount: 1, currencyCode: "XXX", merchantRefNum: String(repeating: "r", count: 51))
        #expect(deposit.value == nil && deposit.errors.map(\.field) == ["currencyCode", "merchantRefNum"])
        let transfer = MovementOrder.transfer(
            amount: 1, currencyCode: "eur", merchantRefNum: "4111 1111 1111 1111", recipient: "x", reason: "OTHER",
            description: "\u{7}")
        #expect(transfer.value == nil)
        #expect(Set(transfer.errors.map(\.field)) == [
            "currencyCode", "merchantRefNum", "recipient.customerId", "transferDetails.description",
        ])
        let withdrawal = MovementOrder.withdrawal(
            amount: 1, currencyCode: "eur", merchantRefNum: nil, option: "CARD", instrumentType: "CARD",
            instrumentID: "4111 1111 1111 1111")
        #expect(withdrawal.value == nil)
        #expect(withdrawal.errors.map(\.field) == ["currencyCode", "paymentInstrumentReference.id"])
    }

    /// Each status with the only step that it accepts.
    @Test("Each status accepts one step, or none", arguments: [
        (Movement.Status.preview, Movement.Step.pending), (.pending, .processing), (.processing, nil),
        (.completed, nil), (.failed, nil),
    ] as [(Movement.Status, Movement.Step?)])
    func steps(status: Movement.Status, step: Movement.Step?) {
        #expect(status.nextStep == step)
        let message = MovementRefusal.stepNotAccepted(.transfer, status: status, step: .pending).message
        #expect(message.contains("The transfer is \(status.rawValue),"))
        #expect(message.contains(step.map { "\($0.rawValue) is accepted" } ?? "No step is accepted"))
    }

    @Test("Two movements with equal values are the same order, whatever their progress")
    func sameness() {
        let id = MovementID(rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
        func movement(_ amount: Int64 = 1, recipient: AccountHolder? = nil, reason: String? = nil) -> Movement {
            Movement(
                id: id, kind: recipient == nil ? .deposit : .transfer,
                holder: AccountHolder(7), recipient: recipient,
                amount: Money(minorUnits: amount, currency: .euro), merchantRefNum: "r", reason: reason,
                description: nil, account: nil, createdAt: .distantPast, changedAt: .distantPast)
        }
        #expect(movement().asksForTheSame(as: movement()))
        for other in [movement(2), movement(recipient: 8), movement(reason: "OTHER")] {
            #expect(!movement().asksForTheSame(as: other))
        }
    }
}
