import Authorizing
import CardAPI
import CardSecrets
import HTTPContract
import Identifiers
import Issuing
import Ledger
import Validation

/// The answer to a message of the network.
struct NetworkAnswerBody: AnswerBody {
    let answered: AnsweredMessage
    /// The faults in the message's fields.
    var errors: [FieldError] = []

    private var answer: NetworkAnswer { answered.answer }

    static let members: [AnswerMember<NetworkAnswerBody>] = [
        .member(
            "authorizationId", { $0.answered.authorization?.description },
            example: "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1", "The authorization that it began or changed."),
        .member("responseCode", \.answer.code.rawValue, example: "00", "Two characters (field 39); 00 is an approval."),
        .member("meaning", \.answer.code.meaning, example: "approved", "What the code means."),
        .member(
            "approvedAmount", { $0.answer.approved.map { Int($0.minorUnits) } }, as: .minorUnits, example: "1234",
            "In the merchant's currency; less than asked for, if the code is 10."),
        .member("approvalCode", \.answer.approvalCode, example: "482915", "Six digits (field 38)."),
        .member(
            "cvvResult", { $0.answer.securityCode?.rawValue }, example: "M",
            "M if the sent security code matches, N if not; absent if none was sent."),
        .member(
            "availableBalance", { $0.answer.available.map { Int($0.minorUnits) } }, as: .minorUnits, example: "3766",
            "After a balance inquiry (field 54)."),
        .member(
            "currencyCode", { ($0.answer.available ?? $0.answer.approved)?.currency.code }, example: "EUR",
            "The currency of the amounts, ISO 4217."),
        .member("errors", { $0.errors.isEmpty ? nil : $0.errors }, "What is wrong with the message's fields."),
    ]
}
