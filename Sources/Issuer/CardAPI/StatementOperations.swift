import HTTPContract
import HTTPTypes

/// Operations with which customers, and businesses for their customers, read statements of account.
extension Operations {
    public static let getStatement = Operation(
        name: "getStatement",
        summary: "Get a statement of account",
        description: """
            Returns the balances of one of the customer's accounts before and after a period, and the entries of the \
            period in pages, oldest first. \(period)

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .accounts, method: .get, path: ofCustomer, audience: .customer, successStatus: .ok,
        answer: StatementBody.schema, query: StatementPageQuery.schema)

    public static let getStatementCSV = document(
        "getStatementCSV", "Get a statement of account as CSV", "/csv", .customer, StatementDocument.csv)

    public static let getStatementCAMT = document(
        "getStatementCAMT", "Get a statement of account as camt.053", "/camt053", .customer, StatementDocument.camt)

    public static let getStatementPage = document(
        "getStatementPage", "Get a statement of account as a page", "/page", .customer, StatementDocument.page)

    public static let getCustomerStatement = Operation(
        name: "getCustomerStatement",
        summary: "Get a statement of a customer's account",
        description: """
            Returns the balances of an account of one of the brand's customers before and after a period, and the \
            entries of the period in pages, oldest first. \(period)

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .accounts, method: .get, path: ofBrand, audience: .business, successStatus: .ok,
        answer: StatementBody.schema, query: StatementPageQuery.schema)

    public static let getCustomerStatementCSV = document(
        "getCustomerStatementCSV", "Get a statement of a customer's account as CSV", "/csv", .business,
        StatementDocument.csv)

    public static let getCustomerStatementCAMT = document(
        "getCustomerStatementCAMT", "Get a statement of a customer's account as camt.053", "/camt053", .business,
        StatementDocument.camt)

    public static let getCustomerStatementPage = document(
        "getCustomerStatementPage", "Get a statement of a customer's account as a page", "/page", .business,
        StatementDocument.page)

    /// In the order in which a reader needs them.
    static let ofStatements = [
        getStatement, getStatementCSV, getStatementCAMT, getStatementPage, getCustomerStatement,
        getCustomerStatementCSV, getCustomerStatementCAMT, getCustomerStatementPage,
    ]

    private static let ofCustomer = base + "/profile/accounts/{accountId}/statement"
    private static let ofBrand = base + "/accounts/{accountId}/statement"

    private static let period =
        "The period is at most 366 days long. If one statement begins in the second after another one ends, its "
        + "`openingBalance` is the other one's `closingBalance`."

    private static func document(
        _ name: String, _ summary: String, _ path: String, _ audience: Audience, _ text: TextBody
    ) -> Operation {
        let isOfCustomer = audience == .customer
        let account = isOfCustomer ? "one of the customer's accounts" : "an account of one of the brand's customers"
        var operation = Operation(
            name: name, summary: summary,
            description: """
                Returns the statement of \(account) for a period as a whole, which has at most \
                \(StatementDocument.limit) entries. \(period)

                \(isOfCustomer ? Conditions.customer : Conditions.business) \(Conditions.readOnly)
                """,
            noun: .accounts, method: .get, path: (isOfCustomer ? ofCustomer : ofBrand) + path, audience: audience,
            successStatus: .ok, query: StatementQuery.schema)
        operation.textAnswer = text
        return operation
    }
}

/// The forms of a whole statement.
public enum StatementDocument {
    /// The maximum number of entries in a document.
    public static let limit = 5000

    public static let csv = TextBody(
        mediaType: "text/csv",
        description: """
            CSV after RFC 4180 in UTF-8. The first line names the columns. An `OPENING` line has the balance before \
            the period. An `ENTRY` line has an `amount`, below 0 for a debit, with the `fees` in it, and the balance \
            afterwards. Then come a `FEE` line for each reason, with the sum of such `fees` of the entries, and a \
            `CLOSING` line with the balance after the period. Amounts are decimal numbers of the currency's main unit, \
            with all its decimals.
            """,
        example: """
            record,entryReference,time,type,amount,currencyCode,fees,balance,transactionId,slipId,cardId,merchantRefNum
            OPENING,,2026-11-01T00:00:00Z,,,EUR,,0.00,,,,
            ENTRY,1,2026-11-21T08:45:34Z,DEPOSIT,50.00,EUR,,50.00,5000000001,5000000002,,5040452805
            CLOSING,,2026-11-30T23:59:59Z,,,EUR,,50.00,,,,

            """)

    public static let camt = TextBody(
        mediaType: "text/xml",
        description: """
            A message camt.053.001.08 of ISO 20022. The account is named by its number. The closing balance is `CLBD`, \
            or `ITBD` until a minute after the period. `Prtry` in an entry's `BkTxCd` is the transaction's type.
            """,
        example: """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>\
            <GrpHdr><MsgId>100000001-1796114734</MsgId><CreDtTm>2026-12-01T08:45:34Z</CreDtTm></GrpHdr>\
            <Stmt><Id>100000001-1793491200-1796083199</Id><CreDtTm>2026-12-01T08:45:34Z</CreDtTm>\
            <Acct><Id><Othr><Id>100000001</Id></Othr></Id><Ccy>EUR</Ccy></Acct>\
            <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>\
            <Dt><DtTm>2026-11-01T00:00:00Z</DtTm></Dt></Bal>\
            <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>\
            <Dt><DtTm>2026-11-30T23:59:59Z</DtTm></Dt></Bal></Stmt></BkToCstmrStmt></Document>

            """)

    public static let page = TextBody(
        mediaType: "text/html",
        description: "A page for people, which prints well and needs no other files. A browser saves it as a PDF.",
        example: "<!doctype html>")
}
