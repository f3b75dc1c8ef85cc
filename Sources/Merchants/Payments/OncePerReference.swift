import Ledger
import Postgres

extension Payments {
    /// Makes a change of a payment once for each reference of the merchant, so a server that did not get the answer can
    /// ask again.
    ///
    /// - Parameters:
    ///   - reference: the merchant's own name for the change, among those of its kind and its payment; nil makes it
    ///     each time.
    ///   - make: makes the change with the nonce.
    /// - Returns: the change, or the one that was made under the reference before, with the payment as it is now.
    public func once(
        _ kind: PaymentStep.Kind, of payment: PaymentID, under reference: String?,
        _ make: (_ nonce: String?) async throws(PaymentFailure) -> SteppedPayment
    ) async throws(PaymentFailure) -> OnceSteppedPayment {
        let nonce = reference.map { PaymentStep.nonce(of: kind, payment, under: $0) }
        do {
            return OnceSteppedPayment(made: try await make(nonce), isRepeated: false)
        } catch {
            guard case .refused(.duplicateNonce) = error else { throw error }
            guard let step = try await steps(of: payment).first(where: { $0.nonce == nonce }),
                let current = try await self.payment(payment)
            else { throw error }
            return OnceSteppedPayment(made: SteppedPayment(payment: current, step: step), isRepeated: true)
        }
    }
}

/// A change that is made once for each reference.
public struct OnceSteppedPayment: Sendable {
    public let made: SteppedPayment
    /// Whether the change was made before, perhaps with another amount.
    public let isRepeated: Bool
}

extension PaymentStep {
    fileprivate static func nonce(of kind: Kind, _ payment: PaymentID, under reference: String) -> String {
        "\(kind.rawValue.lowercased()) \(payment) \(reference)"
    }

    /// The reference under which it was made by ``Payments/once(_:of:under:_:)``; nil if it was made without one.
    public var onceReference: String? {
        nonce.map { String($0.split(separator: " ", maxSplits: 2).last ?? "") }
    }
}
