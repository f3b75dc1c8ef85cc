import Validation

extension FieldError: AnswerBody {
    public static let members: [AnswerMember<FieldError>] = [
        .member(
            "field", \.field, example: "deliveryAddress.city", "The field's name; a nested field's path with dots."),
        .member(
            "error", \.error, example: "is required",
            "What is wrong; continues the sentence that begins with the name."),
    ]
}
