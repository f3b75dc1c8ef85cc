import Issuing
import IssuingTestSupport
import Sandbox
import Scenarios
import Testing
import TestSupport

/// The errors of an invalid scenario: all of them, each once, in the order of the file.
@Suite("Errors of an invalid scenario")
struct ScenarioJudgementTests {
    private func faults(of text: String, after earlier: [String] = []) async throws -> [String] {
        let fixture = try await IssuingFixture.make()
        let before = try await fixture.contents()
        let failure = await #expect(throws: ScenarioFailure.self) {
            try await fixture.sandbox.judge(
                Scenario(reading: text), after: earlier.map { try Scenario(reading: $0) }, in: DemoUniverse.brand)
        }
        #expect(try await fixture.contents() == before)
        return failure?.description.split(separator: "\n").map(String.init) ?? []
    }

    @Test("All errors are reported, and nothing is made")
    func allErrors() async throws {
        let fixture = try await IssuingFixture.make()
        let before = try await fixture.contents()
        let scenario = try Scenario(reading: """
            programs:
              SKRILL-VIRTUAL-MC-EEA:
                {cardType: VIRTUAL, scheme: VISA, region: EEA, currencies: [EUR]}
              ONE: {cardType: VIRTUAL, scheme: VISA, region: EEA, currencies: [EUR], allowableCards: 1}
            customers:
              anna:
                country: PL
                firstName: Anna
                lastName: Nowak
                mobile: none
              bert: {country: DE, firstName: Bert, lastName: Brecht, mobile: +49 301234567}
              carl: {country: BR, firstName: Carl, lastName: Maria, mobile: +55 301234567}
            cards:
              a: {customer: bert, program: ONE, status: DIGITAL}
              b: {customer: bert, program: ONE}
              c: {customer: carl, program: ONE}
              d: {customer: nobody, program: ONE}
              e: {customer: 10000001, program: SKRILL-PHYSICAL-MC-EEA, currency: USD, pin: 12}
              f: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA, status: CANCELLED}
              g: {customer: 10000001, program: SKRILL-PHYSICAL-MC-EEA}
            tokenizations:
              h: {card: z, wallet: GOOGLE_PAY}
              i: {card: f, wallet: GOOGLE_PAY, status: ACTIVE, dpanRef: 4761730000000001}
              j: {card: f, wallet: SAMSUNG_PAY, device: not plain}
              k: {card: g, wallet: APPLE_PAY}
            """)
        let failure = await #expect(throws: ScenarioFailure.self) {
            try await fixture.sandbox.play(scenario, in: DemoUniverse.brand)
        }
        #expect(failure?.description == """
            line 2, column 3: programs.SKRILL-VIRTUAL-MC-EEA is the name of an existing program that differs from \
            this one
            line 10, column 13: mobile must be a phone number in the form +1 123456789
            line 14, column 45: status must be one of ACTIVE, LOCKED, SUSPENDED, EXPIRED, CANCELLED, DAMAGED, LOST \
            for a card of ONE
            line 15, column 32: program must be another one: its limit of cards for each customer is 1, and this \
            card exceeds it
            line 16, column 32: program cannot be accepted: this customer is eligible for no program
            line 17, column 17: customer must be a customer of this scenario, or the number of an existing customer
            line 18, column 70: currency must be one of SKRILL-PHYSICAL-MC-EEA's: EUR, BGN, PLN, RON
            line 18, column 80: pin must be exactly 4 digits
            line 22, column 13: card must be one of the cards of this scenario
            line 23, column 44: status must be one of INITIATED, DELETED: its card ends as CANCELLED
            line 23, column 61: dpanRef must be 1 to 64 visible ASCII characters, and no card number
            line 24, column 45: device must be 1 to 24 of the characters 0-9, A-Z, a-z, _ and -
            line 25, column 13: card must be a usable card; this one is ISSUED
            """)
        #expect(try await fixture.contents() == before)
    }

    @Test("Unreadable fields do not hide the other errors")
    func unreadableFields() async throws {
        let found = try await faults(of: """
            programs:
              PAPER: {cardType: PAPER, scheme: VISA, region: EEA, currencies: [EUR, eur]}
            customers:
              anna: {country: PL, firstName: Anna, lastName: [Nowak], mobile: none}
              bert: {country: XX, firstName: Bert, lastName: Brecht, mobile: +49 301234567}
            cards:
              a: {customer: anna, program: DEMO-VIRTUAL-VISA-US, currency: euro}
              b: {customer: bert, program: SKRILL-VIRTUAL-MC-EEA, currency: USD, status: ISSUED, pin: x}
              c: {customer: bert, program: PAPER, currency: USD, status: LOST, mobile: none}
              d: {customer: nobody, program: NOWHERE, status: [LOST]}
              e: {program: SKRILL-PHYSICAL-MC-EEA, customer: 20000001, externalId: {}}
              f: {customer: 20000001, program: DEMO-PHYSICAL-MC-US, pin: x, colour: red}
            tokenizations:
              g: {card: c, wallet: PAPER, status: ACTIVE, dpanRef: 4761730000000001}
              h: {card: d, wallet: GOOGLE_PAY, status: GONE, device: not plain}
              i: {card: f, wallet: GOOGLE_PAY}
              j: {card: none}
            """)
        #expect(found == [
            "line 2, column 21: cardType must be one of PHYSICAL, VIRTUAL",
            "line 2, column 67: currencies must be 1 to 20 different currencies of ISO 4217, such as EUR",
            "line 4, column 50: lastName must be text",
            "line 4, column 67: mobile must be a phone number in the form +1 123456789",
            "line 5, column 19: country must be an ISO 3166-1 alpha-2 country code, such as BG",
            "line 7, column 32: program must be a program this customer is eligible for: DEMO-PHYSICAL-VISA-EEA, "
                + "DEMO-VIRTUAL-VISA-EEA, SKRILL-PHYSICAL-MC-EEA, SKRILL-VIRTUAL-MC-EEA",
            "line 7, column 64: currency must be a currency code of three letters, such as EUR",
            "line 8, column 65: currency must be one of SKRILL-VIRTUAL-MC-EEA's: EUR, BGN, PLN, RON",
            "line 8, column 78: status must be one of ACTIVE, LOCKED, SUSPENDED, EXPIRED, CANCELLED, DAMAGED, LOST for "
                + "a card of SKRILL-VIRTUAL-MC-EEA",
            "line 8, column 91: pin must be exactly 4 digits",
            "line 9, column 76: mobile must be a phone number in the form +1 123456789",
            "line 10, column 17: customer must be a customer of this scenario, or the number of an existing customer",
            "line 10, column 34: program must be a program of this scenario, or an existing program",
            "line 10, column 51: status must be one of ACTIVE, PENDING, APPLIED, REJECTED, ISSUED, DIGITAL, LOCKED, "
                + "SUSPENDED, EXPIRED, CANCELLED, DAMAGED, LOST",
            "line 11, column 16: program must be a program this customer is eligible for: DEMO-PHYSICAL-MC-US, "
                + "DEMO-VIRTUAL-VISA-US",
            "line 11, column 72: externalId must be text",
            "line 12, column 62: pin must be exactly 4 digits",
            "line 12, column 65: colour is not a known field; the fields are customer, program, currency, mobile, pin, "
                + "externalId, deliveryAddress, status",
            "line 14, column 24: wallet must be one of APPLE_PAY, GOOGLE_PAY, SAMSUNG_PAY",
            "line 14, column 56: dpanRef must be 1 to 64 visible ASCII characters, and no card number",
            "line 15, column 44: status must be one of INITIATED, ACTIVE, SUSPENDED, DELETED",
            "line 15, column 58: device must be 1 to 24 of the characters 0-9, A-Z, a-z, _ and -",
            "line 16, column 13: card must be a usable card; this one is ISSUED",
            "line 17, column 3: wallet is required",
            "line 17, column 13: card must be one of the cards of this scenario",
        ])
    }

    @Test("An error is not reported again where something refers to it", arguments: [
        (
            "customers:\n  anna: Nowak\ncards:\n  a: {customer: anna, program: DEMO-PHYSICAL-VISA-EEA}",
            ["line 2, column 3: customers.anna must be a mapping of "]
        ),
        (
            "customers: [anna]\ncards:\n  a: {customer: anna, program: DEMO-VIRTUAL-VISA-US}",
            ["line 1, column 12: customers must be a mapping, by name"]
        ),
        (
            "customer: {anna: {}}\ncards:\n  a: {customer: anna, program: DEMO-VIRTUAL-VISA-US}",
            ["line 1, column 1: customer is not a part of a scenario"]
        ),
        (
            "programs: {ONE: {}}\ncards:\n  a: {customer: 10000001, program: ONE, status: DIGITAL}",
            [
                "line 1, column 12: cardType is required", "line 1, column 12: scheme is required",
                "line 1, column 12: region is required", "line 1, column 12: currencies is required",
            ]
        ),
        (
            """
            programs:
              DEMO-VIRTUAL-VISA-EEA: {cardType: VIRTUAL, scheme: VISA, region: US, currencies: [USD]}
            cards:
              a: {customer: 10000001, program: DEMO-VIRTUAL-VISA-EEA, currency: USD, status: DIGITAL}
            """,
            ["line 2, column 3: programs.DEMO-VIRTUAL-VISA-EEA is the name of an existing program"]
        ),
        (
            """
            customers:
              anna: {country: PL, firstName: A, lastName: B, mobile: +48 500100200, address: {city: Gdynia}}
            cards:
              a: {customer: anna, program: SKRILL-PHYSICAL-MC-EEA}
            """,
            [
                "line 2, column 73: address.address1 is required", "line 2, column 73: address.countryCode is required",
                "line 2, column 73: address.postalCode is required",
            ]
        ),
        (
            "cards:\n  a: {customer: 10000001, program: SKRILL-PHYSICAL-MC-EEA, deliveryAddress: Sofia}",
            ["line 2, column 77: deliveryAddress must be a mapping of "]
        ),
        (
            "cards:\n  a:\ntokenizations:\n  b: {card: a, wallet: GOOGLE_PAY, status: ACTIVE}",
            ["line 2, column 3: cards.a must be a mapping of "]
        ),
        (
            """
            cards:
              a: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA, status: GONE}
            tokenizations:
              b: {card: a, wallet: GOOGLE_PAY, status: ACTIVE}
              c: {card: a, wallet: GOOGLE_PAY, device: [d]}
            """,
            ["line 2, column 67: status must be one of ", "line 5, column 44: device must be text"]
        ),
    ])
    func consequentialErrors(text: String, told: [String]) async throws {
        let found = try await faults(of: text)
        #expect(found.count == told.count && zip(found, told).allSatisfy { $0.hasPrefix($1) }, "\(found)")
    }

    @Test("Only a program that requires approval has applications, and an application has no tokens")
    func applications() async throws {
        #expect(try await faults(of: """
            programs:
              REVIEWED: {cardType: VIRTUAL, scheme: VISA, region: EEA, currencies: [EUR], requiresApproval: true}
              ODD: {cardType: VIRTUAL, scheme: VISA, region: EEA, currencies: [EUR], requiresApproval: often}
            cards:
              a: {customer: 10000001, program: REVIEWED}
              b: {customer: 10000001, program: REVIEWED, status: ISSUED}
              c: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA, status: APPLIED}
            tokenizations:
              d: {card: a, wallet: GOOGLE_PAY}
            """) == [
                "line 3, column 92: requiresApproval must be true or false",
                "line 6, column 54: status must be one of ACTIVE, PENDING, APPLIED, REJECTED, LOCKED, SUSPENDED, "
                    + "EXPIRED, CANCELLED, DAMAGED, LOST for a card of REVIEWED",
                "line 7, column 67: status must be one of ACTIVE, LOCKED, SUSPENDED, EXPIRED, CANCELLED, DAMAGED, LOST "
                    + "for a card of SKRILL-VIRTUAL-MC-EEA",
                "line 9, column 13: card must be a usable card; this one is APPLIED",
            ])
    }

    @Test("A card of a scenario has at most 50 tokenizations")
    func tokenizationLimit() async throws {
        let tokens = (1...53).map { number in
            "  t\(number): {card: a, wallet: GOOGLE_PAY, status: \(number < 3 ? "DELETED" : "ACTIVE")}"
        }
        #expect(try await faults(of: """
            cards:
              a: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA}
            tokenizations:
            \(tokens.joined(separator: "\n"))
            """) == ["line 56, column 15: card has 50 tokenizations, which is the limit"])
    }

    @Test("Tokenizations of a card must be in different wallet places")
    func walletPlaces() async throws {
        #expect(try await faults(of: """
            cards:
              a: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA}
            tokenizations:
              phone: {card: a, wallet: APPLE_PAY}
              watch: {card: a, wallet: APPLE_PAY}
              begun: {card: a, wallet: APPLE_PAY, status: INITIATED}
              again: {card: a, wallet: APPLE_PAY, status: INITIATED}
              named: {card: a, wallet: APPLE_PAY, device: d, account: e}
              old: {card: a, wallet: GOOGLE_PAY, device: d, account: e, status: DELETED}
              new: {card: a, wallet: GOOGLE_PAY, device: d, account: e, status: INITIATED}
              same: {card: a, wallet: GOOGLE_PAY, device: d, account: e}
            """) == [
                "line 7, column 47: status must be another: this card has an APPLE_PAY tokenization INITIATED already",
                "line 8, column 47: device must be absent: APPLE_PAY reports neither device nor account",
                "line 8, column 59: account must be absent: APPLE_PAY reports neither device nor account",
                "line 11, column 47: device and account must differ from those of the card's other tokenizations",
            ])
    }

    @Test("A scenario can use the programs of earlier files")
    func earlierFiles() async throws {
        let earlier = """
            programs:
              ONE: {cardType: VIRTUAL, scheme: VISA, region: EEA, currencies: [EUR]}
              TWO: {cardType: VIRTUAL, scheme: VISA, region: EEA, currencies: [eur]}
            """
        let cards = """
            cards:
              a: {customer: 10000001, program: ONE, currency: USD}
              b: {customer: 10000001, program: TWO, status: GONE}
            """
        let found = try await faults(of: cards, after: [earlier])
        #expect(found.count == 2 && found[0] == "line 2, column 51: currency must be one of ONE's: EUR", "\(found)")
        #expect(found[1].hasPrefix("line 3, column 49: status must be one of "))
    }
}
