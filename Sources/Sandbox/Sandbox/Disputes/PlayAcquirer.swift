import Authorizing
import Cards
import Issuing

extension Sandbox {
    /// Disputes a payment of a scenario, and lets the issuer, the simulated acquirer and the scheme answer until the
    /// dispute is in the status that the scenario names. A claim has no status before the one that it is opened in.
    func dispute(
        _ payment: AuthorizationID, of card: Card, until status: DisputeStatus
    ) async throws(IssuingFailure) {
        let claim = DisputeClaim(authorization: payment, amount: nil, reason: .notReceived, description: nil)
        let opened = try await issuing.openDispute(
            claim, evidence: .vouched(for: card.customer), request: .unkeyed
        ).done()
        for (step, actor) in status.course { _ = try await play(step, by: actor, of: opened.id) }
        guard status == .withdrawn else { return }
        _ = try await issuing.withdrawDispute(opened.id, evidence: .vouched(for: card.customer))
    }
}

extension DisputeStatus {
    /// The shortest way from an open dispute to this status, without what the customer does.
    fileprivate var course: [(step: DisputeStep, actor: DisputeMatrix.Actor)] {
        switch self {
        case .open, .withdrawn: []
        case .chargeback: [(.chargeBack, .issuer)]
        case .represented: Self.chargeback.course + [(.represent, .acquirer)]
        case .preArbitration: Self.represented.course + [(.preArbitrate, .issuer)]
        case .arbitration: Self.preArbitration.course + [(.arbitrate, .issuer)]
        case .won: Self.chargeback.course + [(.accept, .acquirer)]
        case .lost: Self.represented.course + [(.accept, .issuer)]
        }
    }
}
