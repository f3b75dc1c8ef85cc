import Administration
import CardSecrets
import HTTPContract

struct BureauFileAnswer: AnswerBody {
    let file: BureauFile

    static let members: [AnswerMember<BureauFileAnswer>] = [
        .member("number", \.file.number, example: "1", "The number by which the bureau knows it."),
        .member("cards", \.file.cards, example: "500", "How many cards were ordered with it."),
        .member(
            "madeDate", { Timestamp($0.file.madeAt) }, example: "2026-11-30T10:15:00Z", "The time of the order."),
        .member(
            "writtenDate", { $0.file.writing.map { Timestamp($0.at) } }, example: "2026-11-30T10:15:01Z",
            "When it was encrypted for the last time; absent if it never was."),
        .member(
            "writtenCards", { $0.file.writing.map(\.cards) }, example: "500",
            "How many cards were in it then: those that still waited for plastic."),
        .member(
            "digest", { $0.file.writing.map { EncodedBytes.hexadecimal($0.digest) } },
            example: "9f64a747e1b97f131fabb6b447296c9b6f0201e79fb3c5356e6c77e89b6a806a",
            "The SHA-256 of its bytes then, in hexadecimal digits."),
    ]
}

struct BureauFileListAnswer: AnswerBody {
    let files: [BureauFile]

    static let members: [AnswerMember<BureauFileListAnswer>] = [
        .member("files", { $0.files.map(BureauFileAnswer.init) }, "The last 500 files, the newest first.")
    ]
}

/// How far a bureau's reports were taken.
struct BureauLoadAnswer: AnswerBody {
    let load: BureauLoad

    static let members: [AnswerMember<BureauLoadAnswer>] = [
        .member("lines", \.load.lines, example: "500", "The lines behind the heading."),
        .member("changes", \.load.changes, example: "499", "Those that reported something new."),
        .member("wrong", \.load.faultCount, example: "1", "Those that were not done."),
        .member("faults", { $0.load.faults.map(BureauFaultAnswer.init) }, "At most 100 of the wrong ones, by line."),
    ]
}

struct BureauFaultAnswer: AnswerBody {
    let fault: BureauFault

    static let members: [AnswerMember<BureauFaultAnswer>] = [
        .member("line", \.fault.line, example: "17", "The number of the line in the file, from 1."),
        .member(
            "error", \.fault.error, example: "names no card whose plastic was ordered",
            "Completes the sentence that begins with the line."),
    ]
}
