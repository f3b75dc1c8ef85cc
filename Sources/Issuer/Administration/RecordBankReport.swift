import Cards
import Issuing
import Ledger

extension Administration {
    /// Records what the bank says of a deposit or a withdrawal that it was asked to make.
    ///
    /// - Returns: the movement afterwards.
    public func record(
        _ report: BankReport, about id: MovementID, of customer: CustomerID
    ) async throws(IssuingFailure) -> Movement {
        try await issuing.record(report, about: id, of: customer)
    }
}
