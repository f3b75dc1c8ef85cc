import Administration
import Authorizing
import Foundation
import HTTPContract
import Identifiers
import Ledger

/// How far a clearing file was taken.
package struct ClearingLoadAnswer: AnswerBody {
    let load: ClearingLoad

    package init(load: ClearingLoad) { self.load = load }

    package static let members: [AnswerMember<ClearingLoadAnswer>] = [
        .member("reference", \.load.reference.text, example: "VISA-2026-11-30", "The name of the first load."),
        .member("lines", \.load.lines, example: "10000", "The clearings of the file."),
        .member(
            "takenBefore", \.load.takenBefore, example: "0",
            "How many of them were taken before this request; all if the file was loaded before."),
        .member("agreeing", \.load.agreeing, example: "9950", "Those of this request that agree with the books."),
        .member("breaks", { load in
            ClearingBreak.Kind.allCases.compactMap { kind in
                load.load.breaks[kind].map { BreakCountAnswer(kind: kind, count: $0) }
            }
        }, "The breaks that this request opened."),
    ]
}

struct BreakCountAnswer: AnswerBody {
    let kind: ClearingBreak.Kind
    let count: Int

    static let members: [AnswerMember<BreakCountAnswer>] = [
        .member(
            "kind", \.kind.rawValue, as: .enumeration(ClearingBreak.Kind.allCases.map(\.rawValue)), example: "AMOUNT",
            "What differs."),
        .member("count", \.count, example: "3", "How many breaks."),
    ]
}

struct BreakListAnswer: AnswerBody {
    let breaks: [ClearingBreak]
    let now: Date

    static let members: [AnswerMember<BreakListAnswer>] = [
        .member(
            "breaks", { list in list.breaks.map { ClearingBreakAnswer(found: $0, now: list.now) } },
            "The open breaks, the oldest first, at most \(Administration.clearingPage)."),
        .member(
            "next", { $0.breaks.count < Administration.clearingPage ? nil : $0.breaks.last?.id.description },
            as: .identifier, example: "5e0a4ad1-9c0f-8a11-a9f5-2f4ac2a5e701",
            "The `after` of the next page; absent on the last page."),
    ]
}

/// Which open breaks to list.
package struct BreakListQuery: RequestQuery {
    package var kind: String?
    package var after: String?

    package init() {}

    package static let parameters: [BoundParameter<BreakListQuery>] = [
        .enumeration(
            "kind", \.kind, of: ClearingBreak.Kind.allCases.map(\.rawValue), "Returns only breaks of this kind."),
        .identifier("after", \.after, "Returns only breaks after this one: the `next` of the page before."),
    ]
}

package struct ClearingBreakAnswer: AnswerBody {
    let found: ClearingBreak
    let now: Date

    package init(found: ClearingBreak, now: Date) { (self.found, self.now) = (found, now) }

    package static let members: [AnswerMember<ClearingBreakAnswer>] = [
        .member(
            "breakId", \.found.id.description, as: .identifier, example: "5e0a4ad1-9c0f-8a11-a9f5-2f4ac2a5e701",
            "The break's id."),
        .member(
            "kind", \.found.kind.rawValue, as: .enumeration(ClearingBreak.Kind.allCases.map(\.rawValue)),
            example: "AMOUNT", "What differs."),
        .member(
            "authorizationId", \.found.authorization.description, as: .identifier,
            example: "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1", "As the line names it, even if it is unknown."),
        .member(
            "fileReference", { $0.found.line?.fileReference.text }, example: "VISA-2026-11-30",
            "The file; absent if a clearing is missing, like the next four."),
        .member("line", { $0.found.line?.number }, example: "2", "The number of the line; the names are line 1."),
        .member(
            "networkReference", { $0.found.line?.reference.text }, example: "CLEARING-1", "The clearing's reference."),
        .member(
            "amount", { $0.found.line.map { Int($0.amount.minorUnits) } }, example: "1234",
            "The line's amount in minor units."),
        .member(
            "currencyCode", { $0.found.line?.amount.currency.code }, example: "EUR", "The line's currency, ISO 4217."),
        .member(
            "authorizedAmount", { $0.found.authorized.map { Int($0.minorUnits) } }, example: "1000",
            "What was authorized, in minor units; absent if the authorization is unknown."),
        .member(
            "authorizedCurrencyCode", { $0.found.authorized?.currency.code }, example: "EUR",
            "The authorization's currency."),
        .member("isBooked", \.found.isBooked, example: "true", "Whether the line was booked on the account."),
        .member(
            "explanation", { $0.found.explanation },
            example: "The reference CLEARING-1 was paid before as a loss of 12.34 EUR: break "
                + "5e0a4ad1-9c0f-8a11-a9f5-2f4ac2a5e700, line 2 of VISA-2026-11-29.",
            "What the kind does not say; absent if it says all."),
        .member(
            "openedDate", { Timestamp($0.found.openedAt) }, example: "2026-11-21T09:45:41Z",
            "The time when it was opened."),
        .member("ageDays", { $0.found.ageInDays(at: $0.now) }, example: "3", "Whole days since then."),
        .member(
            "resolvedDate", { $0.found.resolution.map { Timestamp($0.at) } }, example: "2026-11-22T09:45:41Z",
            "The time of its resolution; absent while it is open, like the next three."),
        .member("resolvedBy", { $0.found.resolution?.by }, example: "olga", "Who has resolved it."),
        .member("reason", { $0.found.resolution?.reason }, example: "The merchant has corrected it.", "How."),
        .member(
            "isLoss", { $0.found.resolution?.isLoss }, example: "false",
            "Whether the amount became a loss of the issuer."),
    ]
}

package struct BreakResolutionBody: RequestBody {
    var reason: String?
    var lossTo: String?

    package init() {}

    package static let members: [BodyMember<BreakResolutionBody>] = [
        .string(
            "reason", \.reason, isRequired: true, maximumLength: ClearingBreak.reasonLength.upperBound,
            example: "The merchant has corrected it.", "How the difference is explained."),
        .enumeration(
            "lossTo", \.lossTo, of: Scheme.allCases.map(\.rawValue), example: "VISA",
            "If the line was not booked and the scheme is paid anyway: the scheme. The amount becomes a loss."),
    ]
}

package struct PositionListAnswer: AnswerBody {
    let positions: [ClearingPosition]

    package static let members: [AnswerMember<PositionListAnswer>] = [
        .member(
            "positions", { $0.positions.map(PositionAnswer.init) },
            "By day, scheme and currency, at most \(Administration.clearingPage).")
    ]
}

struct PositionAnswer: AnswerBody {
    let position: ClearingPosition

    /// A sum of many amounts may exceed 64 bits, so it is a text.
    static let members: [AnswerMember<PositionAnswer>] = [
        .member("day", \.position.day, example: "2026-11-30", "The day in UTC."),
        .member(
            "scheme", \.position.scheme.rawValue, as: .enumeration(Scheme.allCases.map(\.rawValue)), example: "VISA",
            "Who is owed."),
        .member("currencyCode", \.position.currency.code, example: "EUR", "The merchants' currency, ISO 4217."),
        .member("lines", { Int($0.position.lines) }, example: "9990", "The booked clearings."),
        .member("amount", { "\($0.position.amount)" }, example: "1234500", "Their sum in minor units."),
        .member("interchange", { "\($0.position.interchange)" }, example: "2469", "The issuer's part of it."),
        .member(
            "losses", { "\($0.position.losses)" }, example: "0", "Lines that were not booked and are paid anyway."),
        .member("net", { "\($0.position.net)" }, example: "1232031", "What the scheme gets."),
        .member(
            "settledDate", { $0.position.settledAt.map(Timestamp.init) }, example: "2026-12-01T09:45:41Z",
            "The time when it was paid; absent before."),
    ]
}

struct InterchangeListAnswer: AnswerBody {
    let rates: [InterchangeRate]

    static let members: [AnswerMember<InterchangeListAnswer>] = [
        .member("rates", { $0.rates.map(InterchangeRateAnswer.init) }, "By program, currency and category.")
    ]
}

struct InterchangeRateAnswer: AnswerBody {
    let rate: InterchangeRate

    static let members: [AnswerMember<InterchangeRateAnswer>] = [
        .member("program", \.rate.program, example: "ACME-VIRTUAL-VISA", "The program of the cards."),
        .member(
            "category", { $0.rate.category.map(\.description) }, example: "5812",
            "The merchants' category, ISO 18245; absent for all that have no rate of their own."),
        .member("currencyCode", \.rate.fixed.currency.code, example: "EUR", "The merchants' currency, ISO 4217."),
        .member("basisPoints", { Int($0.rate.share.value) }, example: "20", "The share in hundredths of a percent."),
        .member("fixed", { Int($0.rate.fixed.minorUnits) }, example: "5", "For each clearing, in minor units."),
    ]
}
