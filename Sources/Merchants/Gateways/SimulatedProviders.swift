import HTTPContract
import Payments

/// The simulated providers behind a gateway's methods that need no card, such as a cash outlet.
///
/// A payment at one of them waits until a tester decides its outcome. No money of the issuer moves.
package struct SimulatedProviders: Sendable {
    /// The gateway's word for the method that a payment is paid with; nil if a card pays it.
    package let method: @Sendable (Payment) -> String?
    /// Decides the outcome of a payment at its provider.
    ///
    /// - Returns: nil if the payment does not wait for a provider.
    package let tell: @Sendable (PaymentID, ProviderOutcome) async throws -> Payment?

    package init(
        method: @escaping @Sendable (Payment) -> String?,
        tell: @escaping @Sendable (PaymentID, ProviderOutcome) async throws -> Payment?
    ) {
        (self.method, self.tell) = (method, tell)
    }
}

/// The outcome of a payment at a provider.
package enum ProviderOutcome: String, CaseIterable, Sendable {
    case success = "SUCCESS"
    /// The payment waits until a tester decides its outcome.
    case pending = "PENDING"
    case refused = "REFUSED"
    /// The customer does not pay in time.
    case expired = "EXPIRED"

    /// Those that end a payment.
    package static let ends = allCases.filter { $0 != .pending }
}
