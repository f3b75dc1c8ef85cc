import CardAPI
import HTTPContract
import Ledger

/// The chart of accounts and the trial balance.
struct LedgerAnswer: AnswerBody {
    let balance: TrialBalance

    static let members: [AnswerMember<LedgerAnswer>] = [
        .member("chart", { _ in LedgerAccount.chart.map(LedgerKindAnswer.init) }, "Every kind of account."),
        .member(
            "accounts", { $0.balance.lines.map(LedgerLineAnswer.init) },
            "The accounts that have entries, in the order of their names."),
        .member(
            "totals", { $0.balance.totals.map(LedgerTotalAnswer.init) },
            "The sums of each currency, in the order of their codes."),
        .member("isBalanced", \.balance.isBalanced, example: "true", "Whether debits equal credits in each currency."),
    ]
}

struct LedgerKindAnswer: AnswerBody {
    let kind: LedgerAccount.Kind

    static let members: [AnswerMember<LedgerKindAnswer>] = [
        .member("name", \.kind.name, example: "scheme", "The beginning of the accounts' names, up to the colon."),
        .member("meaning", \.kind.meaning, example: "owed to a card scheme", "What their balances are."),
        .member(
            "side", \.kind.normalSide.rawValue, as: .enumeration(Vocabulary.directions), example: "CREDIT",
            "The side on which they grow."),
    ]
}

struct LedgerLineAnswer: AnswerBody {
    let line: TrialBalance.Line

    static let members: [AnswerMember<LedgerLineAnswer>] = [
        .member("account", \.line.account.name, example: "scheme:VISA", "The account's name."),
        .member("meaning", { $0.line.account.kind?.meaning ?? "" }, example: "owed to a card scheme", "What it is."),
        .member("currencyCode", \.line.currency.code, example: "EUR", "Currency, ISO 4217."),
        .member(
            "side", { $0.line.account.kind?.normalSide.rawValue ?? "" }, as: .enumeration(Vocabulary.directions),
            example: "CREDIT", "The side on which the account grows."),
        .member(
            "balance", \.line.balance.description, example: "1234",
            "The balance on that side in minor units, as text: it can exceed 64 bits."),
    ]
}

struct LedgerTotalAnswer: AnswerBody {
    let total: TrialBalance.Total

    static let members: [AnswerMember<LedgerTotalAnswer>] = [
        .member("currencyCode", \.total.currency.code, example: "EUR", "Currency, ISO 4217."),
        .member("debit", \.total.debit.description, example: "5000", "All debit balances in minor units, as text."),
        .member("credit", \.total.credit.description, example: "5000", "All credit balances in minor units, as text."),
        .member("isBalanced", \.total.isBalanced, example: "true", "Whether both are equal."),
    ]
}
