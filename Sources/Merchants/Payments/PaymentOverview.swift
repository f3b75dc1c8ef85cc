import Foundation
import Identifiers
import Postgres

/// A payment with its steps, the oldest first.
public struct PaymentWithSteps: Sendable {
    public let payment: Payment
    public let steps: [PaymentStep]
}

extension Payments {
    /// The newest payments of all merchants with their steps, page by page, and their number. Of each merchant at each
    /// gateway, at most 500 count.
    ///
    /// - Parameters:
    ///   - merchant: nil for all.
    ///   - gateways: those whose payments to show.
    public func overview(
        of merchant: MerchantID?, at gateways: [Gateway], limit: Int, offset: Int
    ) async throws(PaymentFailure) -> (payments: [PaymentWithSteps], total: Int) {
        let rows = try await reading(
            FindStatements.anywhere(
                .text(merchant?.rawValue), .textArray(gateways.map(\.name)), .bigint(Int64(limit)),
                .bigint(Int64(offset))))
        let payments = rows.compactMap(\.payment)
        guard !payments.isEmpty else { return ([], rows.first?.total ?? 0) }
        let steps = try await steps(of: payments.map(\.id))
        return (payments.map { PaymentWithSteps(payment: $0, steps: steps[$0.id] ?? []) }, rows.first?.total ?? 0)
    }
}
