import HTTPContract

// The question about a payment that the service sends to a partner, and the answer that it reads.

/// The question whether the partner agrees to a payment that passes every other check.
public struct PartnerQuestionBody: Sendable, Hashable, Decodable {
    public var id: String
    public var kind: String
    public var timeLimitMilliseconds: Int
    public var authorization: AuthorizationBody

    public init(id: String, kind: String, timeLimitMilliseconds: Int, authorization: AuthorizationBody) {
        (self.id, self.kind, self.timeLimitMilliseconds) = (id, kind, timeLimitMilliseconds)
        self.authorization = authorization
    }
}

extension PartnerQuestionBody: AnswerBody {
    public static let members: [AnswerMember<PartnerQuestionBody>] = [
        .member(
            "id", \.id, as: .identifier, example: "7c5e1b0a-2f6d-8c41-9a3b-5d2e8f1c0b47",
            "The question's id. The same question can come twice; answer it the same way."),
        .member(
            "kind", \.kind, as: .enumeration(Vocabulary.askedMessages), example: "AUTHORIZATION",
            "What the network has sent. INCREMENTAL asks for more on an authorization."),
        .member(
            "timeLimitMilliseconds", \.timeLimitMilliseconds, example: "2000",
            "The time until the stand-in rule decides."),
        .member(
            "authorization", \.authorization,
            "The authorization as it will be if the partner agrees; its status is UNKNOWN. That of an INCREMENTAL has "
                + "only the amounts that are added."),
    ]
}

/// The partner's answer.
public struct PartnerAnswerBody: RequestBody {
    public var approved: Bool?
    public var approvedAmount: Int?
    public var responseCode: String?

    public init() {}

    public static let members: [BodyMember<PartnerAnswerBody>] = [
        .boolean("approved", \.approved, isRequired: true, example: "true", "Whether the partner agrees."),
        .integer(
            "approvedAmount", \.approvedAmount, in: 1...999_999_999_999, example: nil,
            "If it agrees to less: how much, in minor units of `transactionCurrency`. A terminal that cannot take less "
                + "gets 05."),
        .string(
            "responseCode", \.responseCode, pattern: TextForm.responseCode, example: nil,
            "If it does not agree: the answer to the merchant, two characters of ISO 8583, field 39; 05 if absent."),
    ]

    public static let examples: [BodyExample<PartnerAnswerBody>] = [
        BodyExample("Agree") { $0.approved = true },
        BodyExample("Agree to a part") { ($0.approved, $0.approvedAmount) = (true, 700) },
        BodyExample("Do not agree, because of suspected fraud") { ($0.approved, $0.responseCode) = (false, "59") },
    ]
}
