import Authorizing
import Ledger
import Testing

@Suite("The payment that a message begins")
struct BeginPaymentTests {
    private static let approved = Result { try AuthorizationState.approve(Sample.quote(1000)).state }

    @Test("A payment has the lifecycle id of its message, or the reference if there is none")
    func first() throws {
        let named = try Sample.request().payment(after: nil)
        #expect(named.lifecycle.text == "payment-1" && named.reference.text == "message-1")
        let unnamed = try Sample.request { $0.lifecycle = nil }.payment(after: nil)
        #expect(unnamed.lifecycle.text == "message-1" && unnamed.reference.text == "message-1")
    }

    @Test("A charge to a stored card has a lifecycle of its own, not that of the first payment")
    func another() throws {
        let charge = try Sample.request { $0.entryMode = "CREDENTIAL_ON_FILE" }
        let payment = charge.payment(after: try Self.approved.get())
        #expect(payment.lifecycle.text == "message-1" && payment.reference.text == "message-1")
    }

    @Test("After a decline, the payment keeps its lifecycle")
    func again() throws {
        let declined = AuthorizationState.decline(in: try Sample.money(0).currency).state
        #expect(try Sample.request().payment(after: declined).lifecycle.text == "payment-1")
    }

    @Test("Later messages may name the payment by another name than its reference")
    func name() throws {
        let request = try Sample.request { ($0.name, $0.original) = ("trace-1", "trace-0") }
        #expect(request.payment(after: nil).reference.text == "trace-1")
        #expect(request.namesOfPayment.map(\.text) == ["trace-0", "payment-1"])
        #expect(try Sample.request { $0.lifecycle = nil }.namesOfPayment.map(\.text) == ["message-1"])
    }
}
