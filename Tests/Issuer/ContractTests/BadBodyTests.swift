import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import Validation

/// One row of a table: a body, and indented below it the expected field errors, in order.
private struct Row {
    var body: String
    var errors: [String] = []

    static func table(_ text: String) -> [Row] {
        text.split(separator: "\n").reduce(into: []) { rows, line in
            let text = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix(" ") {
                rows[rows.count - 1].errors.append(text)
            } else {
                rows.append(Row(body: text.replacing("×", with: long(41))))
            }
        }
    }
}

@Suite("Refused bodies: every wrong field is reported once and in order")
struct BadBodyTests {
    @Test("A card application with missing, unknown or unacceptable fields is refused")
    func create() async throws {
        try await refuses(
            .post, cardsPath,
            """
            {}
                programName: is required
                currency: is required
            {"programName":null,"currency":null}
                programName: is required
                currency: is required
            {"programName":1,"currency":true}
                programName: must be a string, not a number
                currency: must be a string, not a boolean
            {"programName":{},"currency":[]}
                programName: must be a string, not an object
                currency: must be a string, not an array
            {"programname":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}
                programName: is required
                programname: is not a known field; did you mean programName?
            {"program_name":"SKRILL-VIRTUAL-MC-EEA","curency":"EUR"}
                programName: is required
                currency: is required
                program_name: is not a known field; did you mean programName?
                curency: is not a known field; did you mean currency?
            {\(virtual),"pin":"1234"}
                pin: is not a known field; did you mean cardPin?
            {"programName":"NOPE","currency":"EUR"}
                programName: \(eligible)
            {"programName":"","currency":""}
                programName: \(eligible)
                currency: must be a currency code of three letters, such as EUR
            {"programName":"DEMO-VIRTUAL-VISA-US","currency":"USD"}
                programName: \(eligible)
            {"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"USD"}
                currency: must be one of SKRILL-VIRTUAL-MC-EEA's: EUR, BGN, PLN, RON
            {"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"eur"}
                currency: must be one of SKRILL-VIRTUAL-MC-EEA's: EUR, BGN, PLN, RON
            """)
    }

    @Test("A card application with invalid values is refused")
    func createWithWrongValues() async throws {
        try await refuses(
            .post, cardsPath,
            """
            {\(virtual),"mobile":"123456789"}
                mobile: must be a phone number in the form +1 123456789
            {\(virtual),"mobile":"+1 12345678901234567"}
                mobile: must be a phone number in the form +1 123456789
            {\(virtual),"mobile":"+1  123"}
                mobile: must be a phone number in the form +1 123456789
            {\(virtual),"mobile":"+١٢٣"}
                mobile: must be a phone number in the form +1 123456789
            {\(virtual),"cardPin":"123"}
                cardPin: must be exactly 4 digits
            {\(virtual),"cardPin":"12345"}
                cardPin: must be exactly 4 digits
            {\(virtual),"cardPin":"12a4"}
                cardPin: must be exactly 4 digits
            {\(virtual),"cardPin":"١٢٣٤"}
                cardPin: must be exactly 4 digits
            {\(virtual),"cardPin":1234}
                cardPin: must be a string, not a number
            {\(virtual),"externalId":""}
                externalId: must be 1 to 40 characters long
            {\(virtual),"externalId":"×"}
                externalId: must be at most 40 characters long
            {\(virtual),"externalId":"a\\u0000b"}
                externalId: must not contain the character U+0000
            {\(virtual),"externalId":"a\\nb"}
                externalId: must not contain control characters
            {\(virtual),"userAgent":"\(long(1001))"}
                userAgent: must be at most 1000 characters long
            """)
    }

    @Test("A card application with a wrong, missing or superfluous address is refused")
    func createWithWrongAddress() async throws {
        try await refuses(
            .post, cardsPath,
            """
            {\(virtual),"deliveryAddress":{}}
                deliveryAddress: must be absent: a virtual card is not delivered
                \(missing)
            {\(virtual),"deliveryAddress":"Sofia"}
                deliveryAddress: must be an object, not a string
            {\(virtual),"deliveryAddress":[]}
                deliveryAddress: must be an object, not an array
            {\(virtual),"termsAndConditionsAccepted":"true"}
                termsAndConditionsAccepted: must be true or false, not a string
            {\(virtual),"eDisclosureAccepted":1}
                eDisclosureAccepted: must be true or false, not a number
            {\(virtual),"":1}
                : is not a known field
            {\(virtual),"a":{"b":[{"c":null}]}}
                a: is not a known field
            {\(physical)}
                deliveryAddress: is needed: a physical card is delivered
            {\(physical),"deliveryAddress":null}
                deliveryAddress: is needed: a physical card is delivered
            {\(physical),"deliveryAddress":{}}
                \(missing)
            {\(physical),"deliveryAddress":{"address1":"abc","address2":"×","address3":"×","city":"S0fia",\
            "countryCode":"bg","state":"ABCD","postalCode":""}}
                deliveryAddress.address1: must be 4 to 40 characters long
                deliveryAddress.address2: must be at most 30 characters long
                deliveryAddress.address3: must be at most 30 characters long
                deliveryAddress.city: must be 1 to 30 letters, spaces, hyphens or periods
                deliveryAddress.countryCode: must be an ISO 3166-1 alpha-2 country code, such as BG
                deliveryAddress.state: must be at most 3 characters long
                deliveryAddress.postalCode: must be 1 to 16 characters long
            {\(physical),"deliveryAddress":{"address1":1,"city":null,"zip":"1000",\
            "countryCode":"XX","postalcode":"1000"}}
                deliveryAddress.address1: must be a string, not a number
                deliveryAddress.city: is required
                deliveryAddress.countryCode: must be an ISO 3166-1 alpha-2 country code, such as BG
                deliveryAddress.postalCode: is required
                deliveryAddress.zip: is not a known field
                deliveryAddress.postalcode: is not a known field; did you mean deliveryAddress.postalCode?
            {"mobile":"x","cardPin":"x","externalId":"","nonsense":1}
                programName: is required
                currency: is required
                mobile: must be a phone number in the form +1 123456789
                cardPin: must be exactly 4 digits
                externalId: must be 1 to 40 characters long
                nonsense: is not a known field
            """)
    }

    @Test("A card application of a customer in the US needs two consents and no PIN")
    func createInTheUnitedStates() async throws {
        let program = #""programName":"DEMO-VIRTUAL-VISA-US","currency":"USD""#
        let home = #""deliveryAddress":{"address1":"73 Shose","city":"Sofia","countryCode":"BG","postalCode":"1"}"#
        let consents = "termsAndConditionsAccepted: must be true for a customer in the US\n    "
            + "eDisclosureAccepted: must be true for a customer in the US"
        try await refuses(
            .post, cardsPath, as: .emily,
            """
            {\(program)}
                \(consents)
            {\(program),"termsAndConditionsAccepted":false,"eDisclosureAccepted":null}
                \(consents)
            {\(program),"termsAndConditionsAccepted":true}
                eDisclosureAccepted: must be true for a customer in the US
            {\(program),"cardPin":"1234","termsAndConditionsAccepted":true,"eDisclosureAccepted":true}
                cardPin: must be absent: customers in the US set the PIN by PUT …/cards/{cardId}/pin
            {\(program),"cardPin":"1"}
                cardPin: must be absent: customers in the US set the PIN by PUT …/cards/{cardId}/pin
                \(consents)
            {"programName":"DEMO-PHYSICAL-MC-US","currency":"USD",\(home)}
                deliveryAddress.state: must be 2 or 3 letters for a customer in the US, such as UT
                deliveryAddress.postalCode: must be 4 to 10 letters, digits, hyphens or spaces for a customer in the US
                \(consents)
            """)
    }

    @Test("An invalid update of a card is refused")
    func update() async throws {
        let nothing = "status: is needed, with statusReason, unless pin is sent"
        let statuses = "status: must be one of ACTIVE, DIGITAL, LOCKED, CANCELLED"
        try await refuses(
            .patch, "\(cardsPath)/{card}",
            """
            {}
                \(nothing)
            {"status":null,"pin":null}
                \(nothing)
            {"userAgent":"App"}
                \(nothing)
            {"status":"LOCKED"}
                statusReason: is needed to change the status
            {"statusReason":"Mislaid"}
                \(nothing)
                statusReason: must be absent if status is absent
            {"status":"LOCKED","statusReason":""}
                statusReason: must be 1 to 200 characters long
            {"status":"LOCKED","statusReason":"\(long(201))"}
                statusReason: must be at most 200 characters long
            {"status":"LOCK","statusReason":"Mislaid"}
                \(statuses); did you mean LOCKED?
            {"status":"FROZEN","statusReason":"Mislaid"}
                \(statuses)
            {"status":"EXPIRED","statusReason":"Old"}
                \(statuses)
            {"status":"SUSPENDED","statusReason":"Lost it"}
                \(statuses)
            {"status":"locked","statusReason":"Mislaid"}
                \(statuses); write LOCKED in capital letters
            {"status":1,"statusReason":2}
                status: must be a string, not a number
                statusReason: must be a string, not a number
            {"status":"LOCKED","statusReason":"Mislaid","pin":"1234"}
                pin: cannot be sent together with status; send them in two requests
            {"pin":"12"}
                pin: must be exactly 4 digits
            {"pin":1234}
                pin: must be a string, not a number
            {"pinn":"1234"}
                \(nothing)
                pinn: is not a known field; did you mean pin?
            {"PIN":"1234","Status":"LOCKED","reason":"Mislaid"}
                \(nothing)
                PIN: is not a known field; did you mean pin?
                Status: is not a known field; did you mean status?
                reason: is not a known field; did you mean statusReason?
            {"cardPin":"1234"}
                \(nothing)
                cardPin: is not a known field; did you mean pin?
            {"pin":"1234","userAgent":"\(long(1001))"}
                userAgent: must be at most 1000 characters long
            """)
    }

    @Test("Invalid activations, replacements, PINs and resets are refused")
    func others() async throws {
        try await refuses(
            .post, "\(cardsPath)/{card}/activate",
            """
            {}
                lastFourDigits: is required
                cvv: is required
            {"lastFourDigits":"123","cvv":"1234"}
                lastFourDigits: must be exactly 4 digits
                cvv: must be exactly 3 digits
            {"lastFourDigits":1234,"cvv":567}
                lastFourDigits: must be a string, not a number
                cvv: must be a string, not a number
            {"lastFour":"1234","cvc":"567"}
                lastFourDigits: is required
                cvv: is required
                lastFour: is not a known field
                cvc: is not a known field; did you mean cvv?
            {"lastFourDigits":"123a","cvv":" 67","userAgent":7}
                lastFourDigits: must be exactly 4 digits
                cvv: must be exactly 3 digits
                userAgent: must be a string, not a number
            """)
        try await refuses(
            .post, "\(cardsPath)/{card}/replace",
            """
            {}
                reason: is required
            {"reason":"STOLEN"}
                reason: must be one of DAMAGED, LOST, RENEW
            {"reason":"renew"}
                reason: must be one of DAMAGED, LOST, RENEW; write RENEW in capital letters
            {"reason":"LOST","cardPin":"1"}
                cardPin: must be exactly 4 digits
            {"reason":"LOST","deliveryAddress":{}}
                deliveryAddress: must be absent: a virtual card is not delivered
                \(missing)
            """)
        try await refuses(
            .put, "\(cardsPath)/{card}/pin", as: .emily,
            """
            {}
                pin: is required
            {"pin":"12345"}
                pin: must be exactly 4 digits
            {"cardPin":"1234"}
                pin: is required
                cardPin: is not a known field; did you mean pin?
            """)
        try await refuses(
            .post, "\(cardsPath)/{card}/retries/reset",
            """
            {"card":"x","pin":1}
                card: is not a known field
                pin: is not a known field
            """)
    }

    @Test("An answer lists at most 20 unknown fields")
    func muchNonsense() async throws {
        try await withLiveService { service in
            let members = (0..<2000).map { #""unknown\#($0)":0"# }.joined(separator: ",")
            let answer = try await service.ask(
                "POST", cardsPath, token: try await service.token(of: .ivana), "{\(virtual),\(members)}")
            #expect(answer.problem?.code == .fieldErrors && answer.problem?.fieldErrors.count == 20)
            #expect(answer.body.count < 4096)
        }
    }
}

private let virtual = #""programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR""#
private let physical = #""programName":"SKRILL-PHYSICAL-MC-EEA","currency":"EUR""#
private let eligible = "must be a program this customer is eligible for: DEMO-PHYSICAL-VISA-EEA, "
    + "DEMO-VIRTUAL-VISA-EEA, SKRILL-PHYSICAL-MC-EEA, SKRILL-VIRTUAL-MC-EEA"
private let missing = ["address1", "city", "countryCode", "postalCode"]
    .map { "deliveryAddress.\($0): is required" }.joined(separator: "\n    ")

private func long(_ count: Int) -> String { String(repeating: "x", count: count) }

private enum Method: String { case post = "POST", patch = "PATCH", put = "PUT" }

/// Sends every body of a table, and expects its field errors and unchanged cards.
private func refuses(
    _ method: Method, _ path: String, as person: LiveService.Person = .ivana, _ table: String,
    at sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    try await withLiveService { service in
        let cards = try await service.cards(of: person)
        let program = person == .emily ? "DEMO-VIRTUAL-VISA-US" : "SKRILL-VIRTUAL-MC-EEA"
        let card = try await cards.create(.ordering(program))
        let programs = try await cards.programs()
        let token = try await service.token(of: person)
        for row in Row.table(table) {
            let answer = try await service.ask(
                method.rawValue, path.replacing("{card}", with: card.cardId), token: token, row.body)
            let problem = answer.problem
            let errors = problem?.fieldErrors.map { "\($0.field): \($0.error)" } ?? []
            #expect(answer.status == 400, "\(row.body)", sourceLocation: sourceLocation)
            #expect(problem?.code == .fieldErrors, "\(row.body)", sourceLocation: sourceLocation)
            #expect(errors == row.errors, "\(row.body)", sourceLocation: sourceLocation)
            #expect(answer["Content-Type"] == "application/json", sourceLocation: sourceLocation)
        }
        #expect(try await cards.getAll().cards == [card], sourceLocation: sourceLocation)
        #expect(try await cards.programs() == programs, sourceLocation: sourceLocation)
    }
}
