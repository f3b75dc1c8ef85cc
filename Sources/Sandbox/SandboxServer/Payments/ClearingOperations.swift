import Authorizing
import CardAPI
import CardServer
import HTTPContract
import HTTPTypes
import Identifiers
import Ledger
import Sandbox
import Validation

/// The clearing of a day as a file.
extension SandboxOperations {
    static let exportClearing: Operation = {
        var operation = Operation.sandbox(
            "exportClearing", "Export a day's clearing file",
            """
            Returns what a network would collect for a day in UTC: a clearing of each authorization that was approved \
            on that day and waits for its first clearing, with its whole amount. One of more than 12 digits is cleared \
            in parts. Changes nothing. A file has at most \(ClearingFile.limit) clearings, those whose holds end \
            first; the file after it has the others.
            """, .money, .get, "/clearing-file", query: ClearingQuery.schema)
        operation.textAnswer = file
        return operation
    }()

    static let importClearing: Operation = {
        var operation = Operation.sandbox(
            "importClearing", "Book a clearing file",
            """
            Books each line of a clearing file as the clearing of its authorization, and says for each line whether it \
            was booked, and what differs from the authorization. A line whose amount differs is booked, because a \
            clearing is never refused for its amount. One whose authorization is unknown, in another currency or not \
            to be collected is not booked. The same file again books nothing again.

            If the text of the file is wrong anywhere, all errors are returned with line and column, and nothing is \
            booked.
            """, .money, .post, "/clearing-file", answer: ClearingReportAnswer.schema,
            bodyLimitBytes: ClearingFile.maximumBytes)
        operation.payload = .text(file)
        return operation
    }()

    private static let file = TextBody(
        mediaType: ClearingFile.mediaType,
        description: """
            CSV after RFC 4180 in UTF-8. The first line names the columns. A `CLEARING` line has a \
            `networkReference` that no other message has, the `authorizationId`, the `currencyCode`, the `amount` in \
            its minor units, and in `isFinal` whether no other clearing follows. Then come a `TOTAL` line for each \
            currency with its `amount` and its `count` of clearings, and an `END` line with the `count` of all.
            """,
        example: """
            record,networkReference,authorizationId,currencyCode,amount,isFinal,count
            CLEARING,CLEARING-1,1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1,EUR,1234,true,
            TOTAL,,,EUR,1234,,1
            END,,,,,,1

            """)
}

/// Whose clearing to export.
struct ClearingQuery: RequestQuery {
    var date: String?
    var currency: String?

    static let parameters: [BoundParameter<ClearingQuery>] = [
        .text("date", \.date, "The day in UTC, such as 2026-11-21; the sandbox's present day if absent."),
        .text("currency", \.currency, "Returns only clearings in this currency of the merchants, ISO 4217."),
    ]
}

struct ClearingReportAnswer: AnswerBody {
    let report: ClearingReport

    static let members: [AnswerMember<ClearingReportAnswer>] = [
        .member("lines", { $0.report.lines.map(ClearingLineAnswer.init) }, "Every clearing, in the order of the file."),
        .member("totals", \.totals, "What was done, by outcome and currency."),
        .member(
            "differences", { $0.report.lines.count { $0.difference != nil } }, example: "0",
            "The number of lines that differ from their authorization."),
    ]

    private var totals: [ClearingTotalAnswer] {
        ClearingReport.Outcome.allCases.flatMap { outcome in
            ClearingFile(report.lines.filter { $0.outcome == outcome }.map(\.line)).totals.map {
                ClearingTotalAnswer(outcome: outcome, total: $0)
            }
        }
    }
}

struct ClearingTotalAnswer: AnswerBody {
    let outcome: ClearingReport.Outcome
    let total: ClearingFile.Total

    static let members: [AnswerMember<ClearingTotalAnswer>] = [
        .member(
            "outcome", \.outcome.rawValue, as: .enumeration(ClearingReport.Outcome.allCases.map(\.rawValue)),
            example: "BOOKED", "What was done with these lines."),
        .member("currencyCode", \.total.currency.code, example: "EUR", "Currency, ISO 4217."),
        .member("count", \.total.count, example: "1", "The number of lines."),
        .member("amount", { Int($0.total.amount) }, as: .minorUnits, example: "1234", "The sum of their amounts."),
    ]
}

struct ClearingLineAnswer: AnswerBody {
    let line: ClearingReport.Line

    static let members: [AnswerMember<ClearingLineAnswer>] = [
        .member("line", \.line.line.number, example: "2", "The number of the line; the column names are line 1."),
        .member("networkReference", \.line.line.reference.text, example: "CLEARING-1", "The clearing's reference."),
        .member(
            "authorizationId", \.line.line.authorization.description, as: .identifier,
            example: "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1", "The authorization that the line names."),
        .member(
            "amount", { Int($0.line.line.amount.minorUnits) }, as: .minorUnits, example: "1234",
            "The line's amount in minor units."),
        .member("currencyCode", \.line.line.amount.currency.code, example: "EUR", "The line's currency, ISO 4217."),
        .member(
            "outcome", \.line.outcome.rawValue, as: .enumeration(ClearingReport.Outcome.allCases.map(\.rawValue)),
            example: "BOOKED", "ALREADY_BOOKED if the same clearing came before."),
        .member(
            "difference", { $0.line.difference?.rawValue },
            as: .enumeration(ClearingReport.Difference.allCases.map(\.rawValue)), example: "AMOUNT",
            "How the line differs from its authorization; absent if it does not."),
        .member(
            "authorizedAmount", { $0.line.authorization.map { Int($0.amount.minorUnits) } }, as: .minorUnits,
            example: "1000", "What was authorized; absent if the authorization is unknown."),
        .member(
            "authorizedCurrencyCode", { $0.line.authorization?.amount.currency.code }, example: "EUR",
            "The authorization's currency."),
        .member(
            "status", { $0.line.authorization?.state.status.rawValue }, example: "SETTLED",
            "The authorization's status afterwards."),
    ]
}
