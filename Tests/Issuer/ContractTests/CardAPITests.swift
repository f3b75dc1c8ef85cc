import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Testing
import TestSupport

@testable import CardAPI
@testable import Validation

@Suite("The bodies of the card service, without a server")
struct CardAPITests {
    @Test("Every wrong field is reported, in one answer, under its own name")
    func reportsEveryField() throws {
        let sent = #"""
            {"programname": "X", "currency": 978, "mobile": null, "cardPin": ["1", "2"], "externalId": "\#(long(41))",
             "userAgent": "a\u0000b", "deliveryAddress": {"address1": true, "adress2": "", "city": "Sofia", "zip": 1},
             "termsAndConditionsAccepted": "true", "e-disclosure-accepted": true, "x": null}
            """#
        let (body, errors) = try CreateCardBody.read(Array(sent.utf8))
        #expect(listed(errors) == """
            programName: is required
            currency: must be a string, not a number
            cardPin: must be a string, not an array
            externalId: must be at most 40 characters long
            userAgent: must not contain the character U+0000
            deliveryAddress.address1: must be a string, not a boolean
            deliveryAddress.countryCode: is required
            deliveryAddress.postalCode: is required
            deliveryAddress.adress2: is not a known field; did you mean deliveryAddress.address2?
            deliveryAddress.zip: is not a known field
            termsAndConditionsAccepted: must be true or false, not a string
            programname: is not a known field; did you mean programName?
            e-disclosure-accepted: is not a known field; did you mean eDisclosureAccepted?
            x: is not a known field
            """)
        var expected = CreateCardBody()
        expected.deliveryAddress = DeliveryAddressBody()
        expected.deliveryAddress?.city = "Sofia"
        #expect(body == expected)
    }

    @Test("The documented sample is read without errors")
    func readsSamples() throws {
        let sample = #"""
            {"programName": "SKRILL-PHYSICAL-MC-EEA", "currency": "BGN", "mobile": "+1 123456789", "cardPin": null,
             "externalId": null, "deliveryAddress": {"address1": "Tsarigradsko Shose 73", "address2": null,
             "address3": null, "city": "Sofia", "countryCode": "BG", "state": null, "postalCode": "1000"}}
            """#
        let (body, errors) = try CreateCardBody.read(Array(sample.utf8))
        #expect(errors.isEmpty)
        #expect(shown(body.jsonBytes) == #"""
            {"programName":"SKRILL-PHYSICAL-MC-EEA","currency":"BGN","mobile":"+1 123456789","deliveryAddress":{"addre\#
            ss1":"Tsarigradsko Shose 73","city":"Sofia","countryCode":"BG","postalCode":"1000"}}
            """#)
    }

    @Test("A body reads its declared examples and writes them unchanged")
    func roundTrips() throws {
        try checkRoundTrip(of: CreateCardBody.self)
        try checkRoundTrip(of: OrderCardsBody.self)
        try checkRoundTrip(of: UpdateCardBody.self)
        try checkRoundTrip(of: ActivateCardBody.self)
        try checkRoundTrip(of: ReplaceCardBody.self)
        try checkRoundTrip(of: SetPINBody.self)
        try checkRoundTrip(of: DeliveryAddressBody.self)
        try checkRoundTrip(of: CountsBody.self)
        let address = DeliveryAddressBody.schema.allExamples[0].value.jsonBytes
        let decoded = try JSONDecoder().decode(DeliveryAddressBody.self, from: Data(address))
        #expect(shown(decoded.jsonBytes) == shown(address))
    }

    @Test("No description and no dump of a body shows a secret")
    func hidesSecrets() throws {
        let create = try CreateCardBody.read(Array(#"{"cardPin":"9876","currency":"EUR"}"#.utf8)).body
        let update = try UpdateCardBody.read(Array(#"{"pin":"9876"}"#.utf8)).body
        let activate = try ActivateCardBody.read(Array(#"{"cvv":"9876"}"#.utf8)).body
        let replace = try ReplaceCardBody.read(Array(#"{"cardPin":"9876"}"#.utf8)).body
        let pin = try SetPINBody.read(Array(#"{"pin":"9876"}"#.utf8)).body
        let bodies: [Any] = [create, update, activate, replace, pin, TokenGrant.refreshToken("9876", scope: nil)]
        for body in bodies { #expect(!everyForm(of: body).contains("9876"), "\(type(of: body))") }
        #expect("\(create)" == "CreateCardBody(currency: EUR, cardPin: hidden)")
        #expect(shown(create.jsonBytes).contains("9876"))
    }

    @Test("No description and no dump of an answer shows a secret, but the description shows a member")
    func answersHideSecrets() throws {
        let bodies: [any (AnswerBody & Decodable).Type] = [
            TokenBody.self, ProgramListBody.self, CardListBody.self, CardBody.self, DetailsBody.self,
            SecureViewBody.self, CardTokenizationBody.self, TokenizationBody.self, ChallengeBody.self,
            AttemptBody.self, TrustedDeviceListBody.self, TrustedDeviceBody.self, BulkOrderBody.self,
            WebhookSubscriptionBody.self, WebhookSubscriptionListBody.self, WebhookDeliveryListBody.self,
            ProfileBody.self, AccountBody.self, TransactionListBody.self, TransactionBody.self,
            AuthorizationListBody.self, AuthorizationBody.self, CardControlsBody.self,
            MovementBody.self, WalletBody.self, CustomerPersonBody.self, RestrictionListBody.self, StatementBody.self,
            DisputeBody.self, DisputeListBody.self, EvidenceBody.self, EvidenceContentBody.self,
        ]
        let shown = Set(bodies.flatMap { $0.schema.names })
        #expect(shown.isSuperset(of: Operations.all.compactMap { $0.answer?.name }))
        for type in bodies {
            let example = type.schema.example(secretsAs: "9876").jsonBytes
            let body = try JSONDecoder().decode(type, from: Data(example))
            #expect(body.jsonBytes == example, "\(type)")
            #expect(!everyForm(of: body).contains("9876"), "\(type)")
            #expect("\(body)".contains(type.schema.members.first { !$0.isSecret }?.name ?? "hidden"), "\(type)")
        }
        let token = TokenBody(accessToken: "9876", expiresIn: 900)
        #expect("\(token)" == "TokenBody(access_token: hidden, token_type: Bearer, expires_in: 900)")
    }

    @Test("A body that is not a JSON object is refused", arguments: textTable("""
              | The request body cannot be read as JSON: it is empty, and a JSON object is expected.
        {"a"  | The request body cannot be read as JSON: a colon was expected, at byte 4.
        []    | The request body is an array; a JSON object is expected.
        "x"   | The request body is a string; a JSON object is expected.
        """))
    func refusesOtherThanObjects(_ row: [String]) {
        let problem = #expect(throws: RequestError.self) { try SetPINBody.read(Array(row[0].utf8)) }.map { Problem($0) }
        #expect(problem == Problem(.bodyNotReadable, row[1]))
        #expect(problem?.status == .badRequest)
    }

    @Test("An unknown word is answered with the accepted ones")
    func reportsUnknownWords() throws {
        let (_, errors) = try ReplaceCardBody.read(Array(#"{"reason":"lost"}"#.utf8))
        #expect(listed(errors) == "reason: must be one of DAMAGED, LOST, RENEW; write LOST in capital letters")
    }

    @Test("Numbers must be whole, and lists must hold strings", arguments: textTable("""
        {"count":-7,"names":[]}            |
        {"count":1.0,"names":["a","b"]}    | count: must be a whole number
        {"count":1e2}                      | count: must be a whole number
        {"count":"1"}                      | count: must be a whole number
        {"count":9223372036854775808}      | count: must be -9223372036854775808 to 9223372036854775807
        {"names":"EUR"}                    | names: must be an array of strings, not a string
        {"names":["EUR",1]}                | names: must contain only strings, without the character U+0000
        {"names":["\\u0000"]}              | names: must contain only strings, without the character U+0000
        """))
    func readsNumbersAndLists(_ row: [String]) throws {
        let (_, errors) = try CountsBody.read(Array(row[0].utf8))
        #expect(listed(errors) == row[1])
    }

    @Test("At most 20 unknown fields are listed, each with at most 64 characters")
    func limitsUnknownFields() throws {
        let members = (0..<500).map { "\"\(long(200))\($0)\":1" }.joined(separator: ",")
        let (_, errors) = try SetPINBody.read(Array("{\(members),\"pin\":\"1234\"}".utf8))
        #expect(errors.count == 20)
        #expect(errors.allSatisfy { $0.field.count == 64 })
    }

    @Test("The message of a problem counts the wrong fields and names each once")
    func countsFields() {
        let problem = Problem(fieldErrors: ["a", "b.c", "a"].map { FieldError($0, "is wrong") })
        #expect(problem.message == "2 fields are not acceptable: a, b.c.")
        #expect(problem.fieldErrors.count == 3)
    }
}

/// Bytes of JSON as text, so that a failed comparison can be read.
func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Every text that shows a value: printed, reflected or dumped, alone or in an array.
private func everyForm(of value: Any) -> String {
    var dumped = ""
    dump([value], to: &dumped)
    return "\(value)" + String(describing: [value]) + String(reflecting: value) + dumped
}

extension ObjectSchema {
    /// An example with every member, at every depth, in which each secret has this value.
    fileprivate func example(secretsAs secret: String) -> JSONValue {
        .members(members.map { member in
            switch member.kind {
            case _ where member.isSecret: (member.name, .string(secret))
            case .object(let nested): (member.name, nested.example(secretsAs: secret))
            case .objects(let nested, _): (member.name, [nested.example(secretsAs: secret)])
            default: (member.name, member.exampleValue)
            }
        })
    }
}

private func long(_ count: Int) -> String { String(repeating: "x", count: count) }

private func listed(_ errors: [FieldError]) -> String {
    errors.map { "\($0.field): \($0.error)" }.joined(separator: "\n")
}

private struct CountsBody: RequestBody {
    var count: Int?
    var names: [String]?

    static let members: [BodyMember<CountsBody>] = [
        .integer("count", \.count, in: Int.min...Int.max, example: "-7", "A number."),
        .strings("names", \.names, example: "EUR", "Names."),
    ]
}

private func checkRoundTrip<Body: RequestBody>(of type: Body.Type) throws {
    for example in Body.schema.allExamples {
        let (body, errors) = try Body.read(example.value.jsonBytes)
        #expect(listed(errors) == "")
        #expect(shown(body.jsonBytes) == shown(example.value.jsonBytes))
    }
}

extension ObjectSchema {
    /// Its own name and the names of the objects in it.
    fileprivate var names: [String] {
        [name]
            + members.flatMap { member -> [String] in
                switch member.kind {
                case .object(let nested), .objects(let nested, _): nested.names
                default: []
                }
            }
    }
}
