import Payments

/// Answers for a bank that is not asked, because no bank approves checks.
struct ApprovedBefore: PaymentIssuer {
    let issuer: any PaymentIssuer
    let code: String

    func authorize(_ request: IssuerRequest) async -> IssuerAnswer {
        .approved(amount: request.amount, code: code)
    }

    func reverse(_ request: IssuerRequest) async -> IssuerAnswer { await issuer.reverse(request) }
}

/// Asks the issuer about a payment that, according to the merchant, it has approved by telephone. Only the issuer gives
/// money, so without its approval there is none; the approval has the code that the merchant sent.
struct ApprovedByTelephone: PaymentIssuer {
    let issuer: any PaymentIssuer
    let code: String

    func authorize(_ request: IssuerRequest) async -> IssuerAnswer {
        let answer = await issuer.authorize(request)
        guard case .approved(let amount, _) = answer else { return answer }
        return .approved(amount: amount, code: code)
    }

    func reverse(_ request: IssuerRequest) async -> IssuerAnswer { await issuer.reverse(request) }
}
