import CardSecrets
import Ledger
import Payments

/// The processor of the test environment: it has a fixed answer for some payments. Of the others, it approves the cards
/// that no issuer knows, as the gateway's test environment approves every number with a correct check digit.
struct TestProcessor: PaymentIssuer {
    let issuer: any PaymentIssuer
    /// Nil if the issuer is asked.
    let outcome: TestValues.Outcome?

    func authorize(_ request: IssuerRequest) async -> IssuerAnswer {
        switch outcome {
        case .code(let code):
            switch code.status {
            case .approved: approval(of: request.amount, request)
            case .declined: .declined(.doNotHonor)
            case .retry: .unreachable
            }
        case .partial(let amount): approval(of: amount, request)
        case nil: await asked(request)
        }
    }

    private func asked(_ request: IssuerRequest) async -> IssuerAnswer {
        let answer = await issuer.authorize(request)
        guard answer == .declined(.unknownCard), request.instrument.wallet == nil else { return answer }
        return approval(of: request.amount, request)
    }

    /// The issuer also accepts a reversal of a payment that it does not know.
    func reverse(_ request: IssuerRequest) async -> IssuerAnswer { await issuer.reverse(request) }

    /// `PPS` and three digits of the reference.
    private func approval(of amount: Money, _ request: IssuerRequest) -> IssuerAnswer {
        .approved(amount: amount, code: "PPS" + request.reference.suffix(3))
    }
}
