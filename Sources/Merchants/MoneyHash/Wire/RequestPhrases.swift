import Gateways
import HTTPContract
import HTTPTypes
import Validation

/// The words of Django REST framework, with which MoneyHash answers.
extension FieldProblem {
    static let required = "This field is required."
    static let null = "This field may not be null."
    static let blank = "This field may not be blank."
    static let noObject = "Object does not exist."

    /// - Parameter word: the text that was sent. It is shown with possible card numbers masked.
    static func notAChoice(_ word: String) -> String {
        "\"\(Masking.text(word).cut(to: 40))\" is not a valid choice."
    }

    fileprivate static func phrase(_ violation: RequestViolation) -> String {
        switch violation {
        case .missing: required
        case .null: null
        case .blank: blank
        case .notText: "Not a valid string."
        case .nullCharacter: "Null characters are not allowed."
        case .cardNumber: "This field \(CardNumber.violation)."
        case .moreCharacters(let limit): "Ensure this field has no more than \(limit) characters."
        case .notDecimal: "A valid number is required."
        case .notBoolean: "Must be a valid boolean."
        case .notWhole: "A valid integer is required."
        case .below(let least): "Ensure this value is greater than or equal to \(least)."
        case .above(let most): "Ensure this value is less than or equal to \(most)."
        case .notAChoice(let word): notAChoice(word)
        case .notObject(let kind): "Expected a dictionary of items but got \(kind)."
        case .deeper(let limit): "Ensure this field is not nested deeper than \(limit) levels."
        case .moreBytes(let limit): "Ensure this field has no more than \(limit) bytes."
        }
    }
}

extension RequestForm {
    init(name: String, members: [RequestMember]) {
        self.init(name: name, members: members, saying: FieldProblem.phrase)
    }

    /// - Throws: if the bytes are not one JSON object.
    func read(_ bytes: [UInt8]) throws(MoneyHashError) -> RequestMembers {
        do throws(RequestMembers.Unreadable) {
            return try RequestMembers(bytes, self)
        } catch {
            switch error {
            case .notJSON(let error): throw MoneyHashError(.badRequest, "JSON parse error - \(error)")
            case .notObject(let kind):
                throw .invalid("non_field_errors", "Invalid data. Expected a dictionary, but got \(kind).")
            }
        }
    }
}

extension RequestMembers {
    /// - Throws: everything that was found.
    func check() throws(MoneyHashError) {
        guard problems.isEmpty else { throw MoneyHashError(.badRequest, problems) }
    }
}
