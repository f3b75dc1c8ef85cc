import Cards
import HTTPContract
import Identifiers

struct NewCustomerBody: RequestBody {
    var country: String?
    var firstName: String?
    var lastName: String?
    var mobile: String?
    var email: String?

    static let members: [BodyMember<NewCustomerBody>] = [
        .string("country", \.country, isRequired: true, example: "BG", "ISO 3166-1 alpha-2."),
        .string("firstName", \.firstName, isRequired: true, example: "Ivana", "1 to 40 characters."),
        .string("lastName", \.lastName, isRequired: true, example: "Petrova", "1 to 40 characters."),
        .string("mobile", \.mobile, isRequired: true, example: "+359 881234567", "Where messages go."),
        .string("email", \.email, example: "ivana@example.com", "The address that codes by EMAIL are sent to."),
    ]
}

struct EnrolledCustomerAnswer: AnswerBody {
    let customer: CustomerID

    static let members: [AnswerMember<EnrolledCustomerAnswer>] = [
        .member("customerId", \.customer.description, example: "30000001", "The new customer's number.")
    ]
}

/// The rows of a customer as lines of JSON, up to a limit.
struct CustomerRows {
    static let mediaType = "application/jsonl"
    static let limitBytes = 16 << 20

    private(set) var text = ""
    private(set) var isTooLong = false

    mutating func add(_ line: String) {
        guard !isTooLong else { return }
        guard text.utf8.count + line.utf8.count < Self.limitBytes else {
            (text, isTooLong) = ("", true)
            return
        }
        text += line
        text += "\n"
    }
}
