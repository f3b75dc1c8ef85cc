import CardAPI
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Ledger
import NIOCore

/// A statement of account as a page for people. It is one file without a script and without further requests, and its
/// style makes it print well, so a browser saves it as a PDF.
struct StatementPage {
    let presentation: StatementPresentation
    let nonce: String

    private var statement: StatementOfAccount { presentation.statement }
    private var period: AskedPeriod { presentation.period }

    /// Only the style with the nonce of this response is allowed, so markup in a value could not load or run anything.
    var response: Response {
        var headers: HTTPFields = [
            .contentType: StatementDocument.page.mediaType,
            .contentSecurityPolicy: "default-src 'none'; style-src 'nonce-\(nonce)'; img-src data:; base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'none'",
            .xContentTypeOptions: "nosniff",
        ]
        headers[.referrerPolicy] = "no-referrer"
        return Response(status: .ok, headers: headers, body: ByteBuffer(string: html))
    }

    /// The icon is empty; otherwise a browser would request one.
    private var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(presentation.fileName)</title>
        <link rel="icon" href="data:,">
        <style nonce="\(nonce)">
        \(Self.style)
        </style>
        </head>
        <body>
        <main>
        <h1>Statement of account</h1>
        <dl>
        \(facts.map { "<div><dt>\($0)</dt><dd>\($1.escapedForHTML)</dd></div>" }.joined(separator: "\n"))
        </dl>
        <table>
        <thead><tr><th scope="col">Time</th><th scope="col">Entry</th><th scope="col">Fees</th>\
        <th scope="col">Amount</th><th scope="col">Balance</th></tr></thead>
        <tbody>
        \(rows.joined(separator: "\n"))
        </tbody>
        </table>
        \(fees)
        </main>
        </body>
        </html>

        """
    }

    private var facts: [(name: String, value: String)] {
        let totals = statement.totals
        return [
            ("Account", statement.account.id.description), ("Customer", statement.account.holder.description),
            ("Currency", presentation.currency.code), ("From", Self.shown(period.start)),
            ("To", Self.shown(period.end)), ("Created", Self.shown(period.now)),
            ("Received", totals?.credits.majorUnits ?? ""), ("Paid", totals?.debits.majorUnits ?? ""),
        ]
    }

    private var rows: [String] {
        var rows = [Self.row(period.start, "Opening balance", balance: statement.opening)]
        for entry in statement.entries {
            rows.append(
                Self.row(
                    Timestamp(entry.postedAt), Self.title(of: entry), entry.line?.merchantRefNum,
                    fees: presentation.fees(of: entry), amount: entry.signedAmount, balance: entry.balance))
        }
        let title = period.isFinal ? "Closing balance" : "Balance so far"
        rows.append(Self.row(period.lastMoment, title, balance: statement.closing))
        return rows
    }

    /// The sums of the fees by their reasons; nothing if there are none.
    private var fees: String {
        guard let fees = statement.totals?.fees, !fees.isEmpty else { return "" }
        let rows = fees.map { fee in
            "<tr><td>\(fee.reason.title)</td><td class=\"number\">\(fee.amount.majorUnits)</td></tr>"
        }
        return """
            <h2>Fees in these amounts</h2>
            <table>
            <thead><tr><th scope="col">Fee</th><th scope="col">Amount</th></tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table>
            """
    }

    private static func row(
        _ time: Timestamp, _ title: String, _ note: String? = nil, fees: Money? = nil, amount: Money? = nil,
        balance: Money
    ) -> String {
        let numbers = [fees, amount, balance].map { "<td class=\"number\">\($0?.majorUnits ?? "")</td>" }.joined()
        let small = note.map { " <small>\($0.escapedForHTML)</small>" } ?? ""
        return "<tr><td>\(shown(time))</td><td>\(title)\(small)</td>\(numbers)</tr>"
    }

    /// `2026-11-21 08:45:34 UTC`
    private static func shown(_ time: Timestamp) -> String {
        let text = time.description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) UTC"
    }

    private static func title(of entry: StatementOfAccount.Entry) -> String {
        switch entry.line?.kind {
        case .deposit: "Deposit"
        case .withdrawal: "Withdrawal"
        case .transferIn: "Transfer received"
        case .transferOut: "Transfer sent"
        case .payment: entry.direction == .debit ? "Card payment" : "Card refund"
        case .chargeback: "Chargeback"
        case .chargebackReversal: "Chargeback reversal"
        case nil: "Other"
        }
    }

    private static let style = """
        :root { color-scheme: light; --ink: #14161a; --quiet: #5a6270; --line: #c9ced8 }
        * { box-sizing: border-box; margin: 0 }
        body { background: #fff; color: var(--ink); padding: 1rem; font: .875rem/1.4 system-ui, sans-serif }
        main { max-width: 50rem; margin: 0 auto }
        h1 { font-size: 1.25rem; padding-bottom: .75rem }
        h2 { font-size: 1rem; padding: 1rem 0 .25rem; break-after: avoid }
        dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: .5rem;
          padding-bottom: 1rem }
        dt { color: var(--quiet); font-size: .75rem }
        table { width: 100%; border-collapse: collapse }
        thead { display: table-header-group }
        th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid var(--line) }
        tr { break-inside: avoid }
        .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
        small { color: var(--quiet); overflow-wrap: anywhere }
        @page { margin: 15mm }
        @media print { body { padding: 0; font-size: 9pt } main { max-width: none } }
        """
}

extension LedgerAccount.Fee {
    /// For people.
    fileprivate var title: String {
        switch self {
        case .sender: "Fee for sending"
        case .recipient: "Fee for receiving"
        case .deposit: "Deposit fee"
        case .withdrawal: "Withdrawal fee"
        case .merchant: "Merchant fee"
        case .paysafe: "Paysafe fee"
        case .atm: "Cash machine fee"
        case .fx: "Currency exchange fee"
        case .other: "Other fee"
        }
    }
}
