import CardAPI
import CardServer
import HTTPContract
import HTTPTypes
import Ledger
import Sandbox

/// Money that comes from outside, and the ledger as a whole.
extension SandboxOperations {
    static let loadCustomer = Operation.sandbox(
        "loadCustomer", "Put money on a customer's account",
        """
        Puts money on the customer's account in a currency, as a bank transfer would, and returns the transaction, \
        which is `COMPLETED`. The account is opened if the customer has none in this currency.
        """, .money, .post, "/customers/{customerId}/load", status: .created, answer: TransactionBody.schema,
        payload: LoadBody.schema, errors: [.noSuchCustomer])

    static let getLedger = Operation.sandbox(
        "getLedger", "Get the chart of accounts and the trial balance",
        """
        Returns the chart of accounts, the balance of every account of the ledger in each currency, and the totals of \
        each currency. If debits and credits differ, the ledger is wrong; `tessera ledger check` finds where.
        """, .money, .get, "/ledger", answer: LedgerAnswer.schema)
}

struct LoadBody: RequestBody {
    var amount: Int?
    var currencyCode: String?

    static let members: [BodyMember<LoadBody>] = [
        .integer(
            "amount", \.amount, in: Int(Sandbox.loads.lowerBound)...Int(Sandbox.loads.upperBound), isRequired: true,
            example: "5000", "The amount in minor units: 5000 are 50.00 EUR, or 5000 JPY."),
        .string(
            "currencyCode", \.currencyCode, isRequired: true, pattern: TextForm.currency, example: "EUR",
            "The account's currency, ISO 4217."),
    ]
}
