import Cards
import HTTPContract
import HTTPService
import Hummingbird
import Issuing
import Validation

extension Request.JSONBody {
    /// What the rules make of it.
    func draft<Value>(_ rule: (Body) -> Draft<Value>) -> Draft<Value> {
        Draft(value, errors: violations).then(rule)
    }

    /// What the rules make of it, if nothing is wrong with any field.
    package func accepted<Value>(_ rule: (Body) -> Draft<Value?>) throws(IssuingFailure) -> Value {
        try IssuingFailure.refusing { () throws(Refusal) in try draft(rule).accepted() }
    }
}
