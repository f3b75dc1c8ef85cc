import HTTPContract
import Payments

/// What a form of the page for 3-D Secure says: where the customer goes afterwards, and what the customer wants.
struct ChallengeForm {
    enum Answer: Hashable {
        case cancel
        case action(AuthenticationAction)
    }

    /// Nil unless there is exactly one, and it is an https URL.
    let redirectURI: String?
    /// Nil if the form says nothing that the page has a button for.
    let answer: Answer?

    private static let codeLimit = 16

    init(_ text: String) {
        let fields = FormText.decode(text)
        func only(_ name: String) -> String? {
            let values = fields.filter { $0.name == name }.map(\.value)
            return values.count == 1 ? values[0] : nil
        }
        redirectURI = only("redirect_uri").flatMap { RedirectURI.isAcceptable($0) ? $0 : nil }
        answer = only("answer").flatMap { Self.answer($0, code: only("code") ?? "") }
    }

    /// People type codes with spaces. A form without a code is no attempt.
    private static func answer(_ name: String, code: String) -> Answer? {
        switch name {
        case "cancel": return .cancel
        case "confirm": return .action(.confirm)
        case "code":
            let digits = code.filter { $0 != " " }
            return (1...codeLimit).contains(digits.utf8.count) ? .action(.code(digits)) : nil
        default: return AuthenticationMethod.Kind(rawValue: name).map { .action(.send($0)) }
        }
    }
}
