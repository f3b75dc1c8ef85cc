import CardAPI
import HTTPContract
import HTTPTypes

/// The operations that try controls before they count.
extension AdministrationOperations {
    static let listRules = Operation.administration(
        "listRules", "List the drafts of controls",
        "Returns the drafts that are not over, by their programs.",
        .rules, .get, "/rules", answer: RulesListAnswer.schema)

    static let showRules = Operation.administration(.show)
    static let draftRules = Operation.administration(.draft)
    static let shadowRules = Operation.administration(.shadow)
    static let unshadowRules = Operation.administration(.unshadow)
    static let listRuleDifferences = Operation.administration(.listDifferences)
    static let backtestRules = Operation.administration(.backtest)
    static let dropRules = Operation.administration(.drop)
    static let promoteRules = Operation.administration(.promote)
}

extension Operation {
    fileprivate static func administration(_ rules: RulesOperation) -> Operation {
        administration(
            rules.name, rules.summary, rules.description, .rules, rules.method, "/rules/{program}" + rules.path,
            status: rules.status, answer: rules.answer, payload: rules.payload, query: rules.query,
            errors: rules.errors)
    }
}
