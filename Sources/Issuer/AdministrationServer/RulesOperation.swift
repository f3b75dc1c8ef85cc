import CardAPI
import HTTPContract
import HTTPTypes

/// An operation about the draft of a program's controls, without its door. The administration's listener and other
/// doors have the same ones, at paths of their own.
package struct RulesOperation: Sendable {
    package let name: String
    package let summary: String
    package let description: String
    package let method: HTTPRequest.Method
    /// What follows the path of the draft.
    package let path: String
    package var status = HTTPResponse.Status.ok
    package var answer: ObjectSchema? = RulesDraftAnswer.schema
    package var query: [QueryParameter] = []
    package var payload: ObjectSchema?
    package var errors: [ErrorCode] = [.entityNotFound]

    package static let show = RulesOperation(
        name: "showRules", summary: "Show a draft of controls", description: "Returns the draft of a program.",
        method: .get, path: "")

    package static let draft = RulesOperation(
        name: "draftRules", summary: "Draft the controls of a program",
        description: """
            Makes a draft of a program's controls, or replaces it. It replaces all controls of the program when it is \
            promoted, and judges nothing before it is in shadow.
            """,
        method: .put, path: "", payload: SetCardControlsBody.schema)

    package static let shadow = RulesOperation(
        name: "shadowRules", summary: "Let a draft judge in shadow",
        description: """
            Lets a draft judge each request beside the live controls. It decides nothing; what it would have answered \
            in another way is recorded. It may be repeated.
            """,
        method: .post, path: "/shadow")

    package static let unshadow = RulesOperation(
        name: "unshadowRules", summary: "End the shadow of a draft",
        description: "Lets a draft judge no longer, and forgets the recorded differences. It may be repeated.",
        method: .delete, path: "/shadow")

    package static let listDifferences = RulesOperation(
        name: "listRuleDifferences", summary: "List the differences of a draft in shadow",
        description: """
            Returns the requests that the draft would have answered in another way, in pages, the oldest first. A page \
            after one of an earlier version of the draft is refused.
            """,
        method: .get, path: "/differences", answer: RuleDifferencesAnswer.schema, query: RuleDifferencesQuery.schema,
        errors: [.entityNotFound, .operationNotAllowed])

    package static let backtest = RulesOperation(
        name: "backtestRules", summary: "Judge stored messages by a draft",
        description: """
            Judges the stored messages of some days again, by the draft of a program, and returns the requests that it \
            would have answered in another way. It changes nothing. An answer has some cards; send `next` back for the \
            others, and add the numbers up.
            """,
        method: .post, path: "/backtest", answer: BacktestAnswer.schema, payload: BacktestBody.schema)

    package static let drop = RulesOperation(
        name: "dropRules", summary: "Drop a draft of controls", description: "Ends a draft. Nothing of it counts.",
        method: .delete, path: "", status: .noContent, answer: nil)

    package static let promote = RulesOperation(
        name: "promoteRules", summary: "Promote a draft of controls",
        description: """
            Makes a version of a draft the controls of its program, in place of all earlier ones. They count from the \
            next payment on. It is refused if the draft was changed, or the program's controls after the draft: the \
            promotion would undo that change. Make the draft again then.
            """,
        method: .post, path: "/versions/{version}/promote", answer: CardControlsBody.schema)
}
