import Validation

extension FieldError: AnswerBody {
    public static let members: [AnswerMember<FieldError>] = [
        .member("field", \.field, example: "deliveryAddress.city", "As it is sent, dotted where it is nested."),
        .member("error", \.error, example: "is required", "What it must be, read after the name."),
    ]
}
