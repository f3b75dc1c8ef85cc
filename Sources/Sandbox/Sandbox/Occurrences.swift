import Cards

/// All possible steps are known in advance, so a test run can show which ones it left out.
extension Occurrence {
    /// All changes of status that a card can reach from its first status. Rows of the matrix that no card can reach are
    /// left out.
    public static var transitions: [Occurrence] {
        var reached: Set<CardStatus> = [.active, .issued, .digital]
        while case let next = Set(TransitionMatrix.cells.filter { reached.contains($0.from) }.map(\.to)),
            !next.isSubset(of: reached)
        {
            reached.formUnion(next)
        }
        return TransitionMatrix.cells.filter { reached.contains($0.from) }.map {
            .transition(from: $0.from, to: $0.to, by: $0.actor, on: $0.occasion)
        }
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
