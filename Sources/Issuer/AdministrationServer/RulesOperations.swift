import CardAPI
import HTTPContract
import HTTPTypes

/// The operations that try controls before they count.
extension AdministrationOperations {
    static let listRules = Operation.administration(
        "listRules", "List the drafts of controls",
        "Returns the drafts that are not over, by their programs.",
        .rules, .get, "/rules", answer: RulesListAnswer.schema)

    static let showRules = Operation.administration(
        "showRules", "Show a draft of controls",
        "Returns the draft of a program.",
        .rules, .get, "/rules/{program}", answer: RulesDraftAnswer.schema, errors: [.entityNotFound])

    static let draftRules = Operation.administration(
        "draftRules", "Draft the controls of a program",
        """
        Makes a draft of a program's controls, or replaces it. It replaces all controls of the program when it is \
        promoted, and judges nothing before it is in shadow.
        """, .rules, .put, "/rules/{program}", answer: RulesDraftAnswer.schema,
        payload: SetCardControlsBody.schema, errors: [.entityNotFound])

    static let shadowRules = Operation.administration(
        "shadowRules", "Let a draft judge in shadow",
        """
        Lets a draft judge each request beside the live controls. It decides nothing; what it would have answered in \
        another way is recorded. It may be repeated.
        """, .rules, .post, "/rules/{program}/shadow", answer: RulesDraftAnswer.schema, errors: [.entityNotFound])

    static let unshadowRules = Operation.administration(
        "unshadowRules", "End the shadow of a draft",
        "Lets a draft judge no longer, and forgets the recorded differences. It may be repeated.",
        .rules, .delete, "/rules/{program}/shadow", answer: RulesDraftAnswer.schema, errors: [.entityNotFound])

    static let listRuleDifferences = Operation.administration(
        "listRuleDifferences", "List the differences of a draft in shadow",
        """
        Returns the requests that the draft would have answered in another way, in pages, the oldest first. A page \
        after one of an earlier version of the draft is refused.
        """, .rules, .get, "/rules/{program}/differences", answer: RuleDifferencesAnswer.schema,
        query: RuleDifferencesQuery.schema, errors: [.entityNotFound, .operationNotAllowed])

    static let backtestRules = Operation.administration(
        "backtestRules", "Judge stored messages by a draft",
        """
        Judges the stored messages of some days again, by the draft of a program, and returns the requests that it \
        would have answered in another way. It changes nothing. An answer has some cards; send `next` back for the \
        others, and add the numbers up.
        """, .rules, .post, "/rules/{program}/backtest", answer: BacktestAnswer.schema, payload: BacktestBody.schema,
        errors: [.entityNotFound])

    static let dropRules = Operation.administration(
        "dropRules", "Drop a draft of controls",
        "Ends a draft. Nothing of it counts.",
        .rules, .delete, "/rules/{program}", status: .noContent, errors: [.entityNotFound])

    static let promoteRules = Operation.administration(
        "promoteRules", "Promote a draft of controls",
        """
        Makes a version of a draft the controls of its program, in place of all earlier ones. They count from the next \
        payment on. It is refused if the draft was changed.
        """, .rules, .post, "/rules/{program}/versions/{version}/promote", errors: [.entityNotFound])
}
