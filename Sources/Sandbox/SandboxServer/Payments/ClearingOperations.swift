import AdministrationServer
import Authorizing
import CardAPI
import CardServer
import HTTPContract
import HTTPTypes
import Identifiers
import Ledger
import Sandbox
import Validation

/// The clearing of a day as a file, which an issuer loads.
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
            "importClearing", "Load a clearing file",
            """
            Loads a clearing file as the issuer's operators do. Each clearing that is not booked yet is booked and \
            added to the position of the day, and each line that differs from the books becomes a break. A line whose \
            amount differs is booked, because a clearing is never refused for its amount. A file is known by its \
            bytes: the same file again changes nothing.

            If the text of the file is wrong anywhere, all errors are returned with line and column, and nothing is \
            booked.
            """, .money, .post, "/clearing-file", answer: ClearingLoadAnswer.schema, query: ClearingLoadQuery.schema,
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

/// How a clearing file is called.
struct ClearingLoadQuery: RequestQuery {
    var reference: String?

    static let parameters: [BoundParameter<ClearingLoadQuery>] = [
        .text("reference", \.reference, "The sender's name of the file; a name that follows from its bytes if absent.")
    ]
}
