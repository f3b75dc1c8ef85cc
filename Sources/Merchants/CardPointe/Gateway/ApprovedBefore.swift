import Payments

/// Answers for an issuer that is not asked, because the payment is approved already: by telephone, or because no bank
/// approves checks.
struct ApprovedBefore: PaymentIssuer {
    let issuer: any PaymentIssuer
    let code: String

    func authorize(_ request: IssuerRequest) async -> IssuerAnswer {
        .approved(amount: request.amount, code: code)
    }

    func reverse(_ request: IssuerRequest) async -> IssuerAnswer { await issuer.reverse(request) }
}
