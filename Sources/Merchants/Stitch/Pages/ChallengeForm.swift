import Gateways

/// What a form of the page for 3-D Secure says: where the customer goes afterwards, and what the customer wants.
struct ChallengeForm {
    /// Nil unless there is exactly one, and it is acceptable.
    let redirectURI: String?
    /// Nil if the form says nothing that the page has a button for.
    let answer: AuthenticationForm.Answer?

    init(_ text: String) {
        redirectURI = AuthenticationForm.only("redirect_uri", in: text)
            .flatMap { ReturnURL.isPage($0) ? $0 : nil }
        answer = AuthenticationForm.answer(in: text)
    }
}
