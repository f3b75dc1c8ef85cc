import Gateways

/// The content of a form of the page for 3-D Secure: the customer's next page, and the customer's answer.
struct ChallengeForm {
    /// Nil unless there is exactly one, and it is acceptable.
    let redirectURI: String?
    /// Nil if no button of the page sends such a form.
    let answer: AuthenticationForm.Answer?

    init(_ text: String) {
        redirectURI = AuthenticationForm.only("redirect_uri", in: text)
            .flatMap { ReturnURL.isPage($0) ? $0 : nil }
        answer = AuthenticationForm.answer(in: text)
    }
}
