import CardAPI
import Cards
import HTTPContract
import Identifiers
import Issuing

/// The question whether a partner agrees to a token.
struct TokenQuestionBody: AnswerBody {
    let question: TokenQuestion

    init(_ question: TokenQuestion) { self.question = question }

    static let members: [AnswerMember<TokenQuestionBody>] = [
        .member(
            "id", \.question.id.description, as: .identifier, example: "7c5e1b0a-2f6d-8c41-9a3b-5d2e8f1c0b47",
            "The question's id. The same question can come twice; answer it the same way."),
        .member("kind", { _ in "TOKEN" }, example: "TOKEN", "What is asked: whether a token may be issued."),
        .member(
            "timeLimitMilliseconds", \.question.partner.terms.timeLimitMilliseconds, example: "2000",
            "The time until the stand-in rule decides."),
        .member(
            "cardId", \.question.card.description, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The card."),
        .member("customerId", \.question.customer.description, example: "10000001", "Its customer."),
        .member(
            "walletType", \.question.wanted.wallet.rawValue, as: .enumeration(Vocabulary.walletTypes),
            example: "GOOGLE_PAY", "The wallet that asks for the token."),
        .member("deviceScore", \.question.wanted.deviceScore, example: "4", "What the wallet thinks of the device."),
        .member("accountScore", \.question.wanted.accountScore, example: "5", "What it thinks of the account."),
        .member(
            "decision", { $0.question.isApproved ? "APPROVED" : "REQUIRE_ADDITIONAL_AUTHENTICATION" },
            as: .enumeration(["APPROVED", "REQUIRE_ADDITIONAL_AUTHENTICATION"]), example: "APPROVED",
            "What the issuer answers if the partner agrees."),
    ]
}

extension TokenQuestion {
    fileprivate var isApproved: Bool { decision == .approved }
}
