import Administration
import Authorizing
import CardAPI
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation

/// The draft of a program's controls on HTTP. It does each ``RulesOperation``, at whichever door a request came.
package struct ProgramRules: Sendable {
    private let administration: Administration
    private let program: String

    package init(_ administration: Administration, of program: String) {
        (self.administration, self.program) = (administration, program)
    }

    package func show() async throws -> Response {
        Response(status: .ok, json: RulesDraftAnswer(draft: try await administration.rulesDraft(of: program)))
    }

    package func draft(_ request: Request) async throws -> Response {
        let body = try await request.json(SetCardControlsBody.self)
        let controls = try body.accepted { ControlsDraft($0).read(besides: $1) }
        let draft = try await administration.draft(controls, forProgram: program)
        return Response(status: .ok, json: RulesDraftAnswer(draft: draft))
    }

    package func setShadow(_ isOn: Bool) async throws -> Response {
        let draft = try await administration.setShadow(isOn, forProgram: program)
        return Response(status: .ok, json: RulesDraftAnswer(draft: draft))
    }

    package func differences(_ request: Request) async throws -> Response {
        let after = try RuleDifferencesQuery.read(request.target.query).after
        let place = after.flatMap { DifferencePlace($0) }
        if after != nil, place == nil {
            throw Problem(fieldErrors: [FieldError("after", "must be the `next` of the page before")])
        }
        let (found, next) = try await administration.shadowDifferences(ofProgram: program, at: place)
        return Response(status: .ok, json: RuleDifferencesAnswer(differences: found, next: next))
    }

    package func backtest(_ request: Request) async throws -> Response {
        let body = try await request.json(BacktestBody.self)
        let period = try body.accepted { $0.period() }
        let draft = try await administration.rulesDraft(of: program)
        let page = try await administration.backtest(draft, from: period.start, to: period.end, at: period.place)
        return Response(status: .ok, json: BacktestAnswer(page: page))
    }

    package func drop() async throws -> Response {
        try await administration.dropRules(ofProgram: program)
        return Response(status: .noContent)
    }

    /// - Parameter version: as the path has it.
    package func promote(version: String) async throws -> Response {
        let controls = try await administration.promoteRules(ofProgram: program, version: Self.version(version))
        return Response(status: .ok, json: CardControlsBody(controls))
    }

    static func version(_ text: String) throws(Problem) -> Int64 {
        guard let version = Int64(text) else {
            throw Problem(.entityNotFound, "The version of a draft is a number, such as 2.")
        }
        return version
    }
}

extension RulesFailure {
    /// The error that a caller gets.
    package var cause: any Error {
        switch self {
        case .issuing(let failure): failure
        case .noDraft:
            // The caller's path names the program. By mistake it may be a card number, which no answer repeats.
            Problem(
                .entityNotFound,
                "The program has no draft of its controls: none was made, or it was dropped or promoted. "
                    + "Make one first.")
        case .notWaiting: Problem(.entityNotFound, description)
        case .changed, .controlsChanged: Problem(.operationNotAllowed, description)
        case .noPeriod: Problem(fieldErrors: [FieldError("lastDay", "must not be before firstDay")])
        }
    }
}

private struct Period {
    let start: Date
    /// Does not belong to it.
    let end: Date
    let place: BacktestPlace?
}

extension BacktestBody {
    /// The period with all its errors; nil if it has any.
    fileprivate func period() -> Draft<Period?> {
        var errors: [FieldError] = []
        func day(_ text: String?, _ field: String) -> Date? {
            guard let text else { return nil }
            let begin = text.utf8.count == 10 ? Timestamp("\(text)T00:00:00Z") : nil
            if begin == nil { errors.append(FieldError(field, "must be a day like 2026-11-30")) }
            return begin.map { Date($0) }
        }
        let (first, last) = (day(firstDay, "firstDay"), day(lastDay, "lastDay"))
        let place = next.flatMap { BacktestPlace($0) }
        if next != nil, place == nil { errors.append(FieldError("next", "must be that of an answer")) }
        guard errors.isEmpty, let first, let last else { return Draft(nil, errors: errors) }
        return Draft(Period(start: first, end: last + 86_400, place: place), errors: [])
    }
}
