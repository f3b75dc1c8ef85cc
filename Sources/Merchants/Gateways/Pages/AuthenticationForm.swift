import HTTPContract
import HTTPService
import Payments

/// The form of a page on which a customer confirms a payment or cancels it: the questions of 3-D Secure, and the
/// customer's answers. The issuer asks; the page only shows it.
package enum AuthenticationForm {
    package enum Answer: Hashable {
        case cancel
        case action(AuthenticationAction)
    }

    private static let codeLimit = 16

    // MARK: What is asked

    /// - Parameters:
    ///   - merchantNoun: the page's noun for the merchant.
    ///   - hidden: the form's further values.
    package static func html(
        asking prompt: AuthenticationPrompt, about payment: Payment, for merchant: String, called merchantNoun: String,
        hidden: [(name: String, value: String)] = []
    ) -> String {
        let inputs = hidden.map { name, value in
            #"<input type="hidden" name="\#(name.escapedForHTML)" value="\#(value.escapedForHTML)">"#
        }
        let summary = CustomerPage.summary([
            (merchantNoun, merchant), ("Amount", "\(payment.amount)"),
            ("Card", "ending in \(prompt.lastFour ?? payment.lastFour)"),
        ])
        return """
            \(summary)
            \(CustomerPage.alert(prompt.note))
            <form method="post" autocomplete="off">
            \(inputs.joined(separator: "\n"))
            \(question(prompt))
            \(others(prompt))
            <button name="answer" value="cancel" class="quiet" formnovalidate>Cancel the payment</button>
            </form>
            """
    }

    /// The current question, with the button that answers it. The first button of a form is the one that Enter presses.
    private static func question(_ prompt: AuthenticationPrompt) -> String {
        switch prompt.question {
        case .method: "<p>How do you want to confirm it?</p>"
        case .approvalInApp:
            """
            <p>Open your app and approve the payment there. Then continue.</p>
            <button name="answer" value="confirm">Continue</button>
            """
        case .test:
            """
            <p>This is a test. No money moves, and no bank is asked.</p>
            <button name="answer" value="confirm">Confirm</button>
            """
        case .code(let method):
            """
            <label for="code">\(origin(of: method))</label>
            <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" autofocus \
            maxlength="\(codeLimit)" required>
            <button name="answer" value="code">Confirm</button>
            """
        }
    }

    private static func origin(of method: AuthenticationMethod) -> String {
        switch method.kind {
        case .authenticator: "The code that your authenticator shows"
        default: "The code that we sent to \((method.target ?? "you").escapedForHTML)"
        }
    }

    /// The ways to begin, or to begin again.
    private static func others(_ prompt: AuthenticationPrompt) -> String {
        let isFirst = prompt.question == .method
        let look = isFirst ? "" : #" class="quiet""#
        let buttons = prompt.methods.map { method in
            #"<button name="answer" value="\#(method.kind.rawValue)"\#(look) formnovalidate>"#
                + "\(invitation(to: method))</button>"
        }
        guard !isFirst, !buttons.isEmpty else { return buttons.joined(separator: "\n") }
        return (["<p>Begin again, or confirm in another way:</p>"] + buttons).joined(separator: "\n")
    }

    private static func invitation(to method: AuthenticationMethod) -> String {
        let target = method.target.map { " to \($0.escapedForHTML)" } ?? ""
        return switch method.kind {
        case .sms: "Send a text message\(target)"
        case .email: "Send an e-mail\(target)"
        case .authenticator: "Use a code of your authenticator"
        case .app: "Approve it in your app"
        }
    }

    // MARK: What is answered

    /// The words that `answer` can have.
    package static let words = ["cancel", "confirm", "code"] + AuthenticationMethod.Kind.allCases.map(\.rawValue)

    /// The value of a field that a form has once; nil if it is absent or repeated.
    package static func only(_ name: String, in form: String) -> String? {
        let values = FormText.decode(form).filter { $0.name == name }.map(\.value)
        return values.count == 1 ? values[0] : nil
    }

    /// People type codes with spaces, and a form without a code is no attempt.
    ///
    /// - Returns: nil if no button of the page sends such a form.
    package static func answer(in form: String) -> Answer? {
        switch only("answer", in: form) {
        case nil: return nil
        case "cancel": return .cancel
        case "confirm": return .action(.confirm)
        case "code":
            let digits = (only("code", in: form) ?? "").filter { $0 != " " }
            return (1...codeLimit).contains(digits.utf8.count) ? .action(.code(digits)) : nil
        case let name?: return AuthenticationMethod.Kind(rawValue: name).map { .action(.send($0)) }
        }
    }
}
