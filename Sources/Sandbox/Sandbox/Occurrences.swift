import Cards
import Issuing

/// All possible steps are known in advance, so a test run can show which ones it left out.
extension Occurrence {
    /// All changes of a card's status.
    public static var transitions: [Occurrence] {
        TransitionMatrix.cells.map { .transition(from: $0.from, to: $0.to, by: $0.actor, on: $0.occasion) }
    }

    public static var tokenizations: [Occurrence] {
        WalletType.allCases.flatMap { wallet in
            Program.Scheme.allCases.flatMap { scheme in
                TokenizationReport.Status.allCases.map { .tokenization(wallet, scheme, $0) }
            }
        }
    }

    public static var authentications: [Occurrence] {
        let ways = Verification.allCases.flatMap { way in
            [AuthenticationStep.challenged(way)] + AttemptOutcome.Status.allCases.map { .attempted(way, $0) }
        }
        let steps =
            AuthenticationPolicy.Mode.allCases.map(AuthenticationStep.demanded) + ways
            + AttemptOutcome.Status.allCases.map(AuthenticationStep.decided)
            + [.challengesUsedUp, .blocked, .expired, .used, .trustedDevice]
        return steps.map(Occurrence.authentication)
    }
}
