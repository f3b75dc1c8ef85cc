import Administration
import Authorizing
import CardAPI
import CardServer
import HTTPContract
import Identifiers
import Ledger

struct RulesListAnswer: AnswerBody {
    let drafts: [RulesDraft]

    static let members: [AnswerMember<RulesListAnswer>] = [
        .member("drafts", { $0.drafts.map(RulesDraftAnswer.init) }, "The drafts that are not over.")
    ]
}

struct RulesDraftAnswer: AnswerBody {
    let draft: RulesDraft

    static let members: [AnswerMember<RulesDraftAnswer>] = [
        .member("program", \.draft.program, example: "ACME-VIRTUAL-VISA", "The program."),
        .member(
            "status", \.draft.status.rawValue, as: .enumeration(RulesDraft.Status.allCases.map(\.rawValue)),
            example: "OPEN", "Whether it judges beside the live controls."),
        .member(
            "version", { Int($0.draft.version) }, example: "1",
            "Rises with each change of the program's drafts. A promotion names it."),
        .member(
            "changedDate", { Timestamp($0.draft.changedAt) }, example: "2026-11-21T09:45:41Z",
            "The time of its last change."),
        .member("controls", { CardControlsBody($0.draft.controls) }, "The controls."),
        .member(
            "controlsHaveChanged", \.draft.controlsHaveChanged, example: "false",
            "Whether the program's controls were changed after the draft was made. Then it cannot be promoted before "
                + "it is made again."),
    ]
}

struct RuleDifferencesAnswer: AnswerBody {
    let differences: [ChangedAnswer]
    let next: DifferencePlace?

    static let members: [AnswerMember<RuleDifferencesAnswer>] = [
        .member(
            "differences", { $0.differences.map(RuleDifferenceAnswer.init) },
            "The requests, the oldest first, at most \(Administration.differencesPage)."),
        .member(
            "next", { $0.next?.description }, example: "2.1795426200000000.P-1",
            "The `after` of the next page; absent on the last page."),
    ]
}

/// Which differences to list.
struct RuleDifferencesQuery: RequestQuery {
    var after: String?

    init() {}

    static let parameters: [BoundParameter<RuleDifferencesQuery>] = [
        .text("after", \.after, "Returns only requests after this one: the `next` of the page before.")
    ]
}

/// A request that a draft answers in another way.
struct RuleDifferenceAnswer: AnswerBody {
    let changed: ChangedAnswer

    static let members: [AnswerMember<RuleDifferenceAnswer>] = [
        .member("networkReference", \.changed.reference.text, example: "P-1", "The message's reference."),
        .member(
            "cardId", \.changed.card.description, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The card."),
        .member(
            "receivedDate", { Timestamp($0.changed.at) }, example: "2026-11-21T09:45:41Z", "The time of the message."),
        .member(
            "amount", { Int($0.changed.amount.minorUnits) }, example: "1234", "The requested amount in minor units."),
        .member("currencyCode", \.changed.amount.currency.code, example: "EUR", "The merchant's currency, ISO 4217."),
        .member("mcc", \.changed.category.text, example: "7995", "The merchant's category, ISO 18245."),
        .member("country", \.changed.country.text, example: "BG", "The merchant's country."),
        .member("recordedCode", \.changed.recorded.code.rawValue, example: "00", "The response code of the answer."),
        .member(
            "recordedReason", { $0.changed.recorded.reason?.rawValue }, example: "COUNTRY_NOT_ALLOWED",
            "Its reason; absent after an approval."),
        .member("draftCode", \.changed.drafted.code.rawValue, example: "57", "That of the draft."),
        .member(
            "draftReason", { $0.changed.drafted.reason?.rawValue }, example: "CATEGORY_NOT_ALLOWED",
            "Its reason; absent after an approval."),
        .member(
            "asksPartner", \.changed.asksPartner, example: "false",
            "Whether the program's partner would have been asked before the draft's approval counts."),
    ]
}

struct BacktestBody: RequestBody {
    var firstDay: String?
    var lastDay: String?
    var next: String?

    static let members: [BodyMember<BacktestBody>] = [
        .string(
            "firstDay", \.firstDay, isRequired: true, maximumLength: 10, example: "2026-11-01",
            "The first day, in UTC."),
        .string(
            "lastDay", \.lastDay, isRequired: true, maximumLength: 10, example: "2026-11-30", "The last day, in UTC."),
        .string(
            "next", \.next, maximumLength: 100, example: "30000001.f16ba382-eb42-481a-b08f-c57bdc9aae24.0.1",
            "The member of the answer before; absent for the first part."),
    ]
}

struct BacktestAnswer: AnswerBody {
    let page: BacktestPage

    static let members: [AnswerMember<BacktestAnswer>] = [
        .member("cards", \.page.cards, example: "100", "The cards that had a message in the period."),
        .member("judged", \.page.judged, example: "10000", "The requests that were judged."),
        .member("declined", \.page.declined, example: "12", "Those that were approved, and that the draft declines."),
        .member("approved", \.page.approved, example: "0", "Those that were declined, and that the draft approves."),
        .member("otherwise", \.page.otherwise, example: "1", "Those that change in another way."),
        .member("unknown", \.page.unknown, example: "0", "The requests that cannot be judged."),
        .member(
            "differences", { $0.page.differences.map(RuleDifferenceAnswer.init) },
            "The changed requests, at most \(Administration.differencesPage)."),
        .member(
            "next", { $0.page.next?.description }, example: "30000001.f16ba382-eb42-481a-b08f-c57bdc9aae24.0.1",
            "What to send for the next part; absent in the last one."),
    ]
}
