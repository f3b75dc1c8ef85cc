import CardAPI
import CardServer
import HTTPContract
import HTTPTypes
import Ledger
import Sandbox

/// Money that comes from outside, and the ledger as a whole.
extension SandboxOperations {
    static let loadCustomer = HTTPContract.Operation.sandbox(
        "loadCustomer", "Put money on a customer's account",
        """
        Puts money on the customer's account in a currency, as a bank transfer would, and returns the transaction, \
        which is `COMPLETED`. The account is opened if the customer has none in this currency.
        """, .money, .post, "/customers/{customerId}/load", status: .created, answer: TransactionBody.schema,
        payload: LoadBody.schema, errors: [.noSuchCustomer])

    static let getLedger = HTTPContract.Operation.sandbox(
        "getLedger", "Get the trial balance",
        """
        Returns the balance of every account of the ledger, in each currency. If debits and credits differ, the \
        ledger is wrong; `tessera ledger check` finds where.
        """, .money, .get, "/ledger", answer: LedgerAnswer.schema)
}

struct LedgerAnswer: AnswerBody {
    let lines: [Line]
    let isBalanced: Bool

    static let members: [AnswerMember<LedgerAnswer>] = [
        .member("accounts", \.lines, "The accounts that have a balance, in the order of their names."),
        .member("isBalanced", \.isBalanced, example: "true", "Whether debits equal credits in each currency."),
    ]

    init(_ balance: TrialBalance) {
        lines = balance.lines.map { Line(line: $0) }
        isBalanced = balance.isBalanced
    }

    struct Line: AnswerBody {
        let line: TrialBalance.Line

        static let members: [AnswerMember<Line>] = [
            .member("account", \.line.account.name, example: "scheme:VISA", "The account's name."),
            .member(
                "meaning", { $0.line.account.kind?.meaning ?? "" }, example: "owed to a card scheme", "What it is."),
            .member("currencyCode", \.line.currency.code, example: "EUR", "Currency, ISO 4217."),
            .member(
                "side", { $0.line.account.kind?.normalSide.rawValue ?? "" }, as: .enumeration(Vocabulary.directions),
                example: "CREDIT", "The side on which the account grows."),
            .member(
                "balance", \.line.balance.description, example: "1234",
                "The balance on that side in minor units, as text: it can exceed 64 bits."),
        ]
    }
}

struct LoadBody: HTTPContract.RequestBody {
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
