import Ledger
import Payments

/// Answers for the issuers of test clients' transactions: two amounts fail, all others succeed (Stitch's guide,
/// "Testing Payment Initiation"). No money moves.
struct TestIssuer: PaymentIssuer {
    func authorize(_ request: IssuerRequest) async -> IssuerAnswer {
        switch request.amount.majorUnits {
        case "1.01": .declined(.insufficientFunds)
        case "4.04": .declined(.doNotHonor)
        default: .approved(amount: request.amount, code: "TEST00")
        }
    }

    func reverse(_ request: IssuerRequest) async -> IssuerAnswer { .approved(amount: request.amount, code: "TEST00") }
}

/// Asks a test client's customer for a yes, because no issuer knows the customer.
struct TestAuthentication: CardholderAuthentication {
    func advance(_ request: AuthenticationRequest, by action: AuthenticationAction) async -> AuthenticationStep {
        action == .confirm ? .ended(.authenticated) : .prompt(AuthenticationPrompt(.test))
    }
}
