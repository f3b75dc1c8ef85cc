import Authorizing
import Cards
import Ledger
import Scenarios
import Testing

@testable import Administration

/// Files and what they change, without a database.
@Suite("Settings in a file")
struct SettingsFileTests {
    static let file = """
        brands:
          acme:
            authentication: {operations: [UPDATE_CARD], challengesPerHour: 10, origins: ["https://wallet.acme.example"]}
            frameAncestors: ["https://wallet.acme.example"]
        clients:
          acme-app: {brand: acme, mayExchange: true}
          acme-backend: {brand: acme, isBusiness: true}
        programs:
          ACME-VIRTUAL-VISA-EEA:
            brand: acme
            cardType: VIRTUAL
            scheme: VISA
            region: EEA
            currencies: [EUR, BGN]
            panPrefix: 40000012
            terms: {atmFee: 200, fxFeeBasisPoints: 150}
            controls:
              blockedMccs: [7995]
              channels: {atm: false, pos: true}
              limits:
                - {window: DAY, amount: 50000}
                - {window: MONTH, channel: ECOMMERCE, count: 5}
        rates:
          USD-EUR: {rate: 0.92}
        """

    private func applied(_ text: String, to settings: Settings = Settings()) throws -> Settings {
        let scenario = try Scenario(reading: text)
        #expect(scenario.faults == [])
        let (after, faults) = settings.applying(scenario, .none)
        #expect(faults == [])
        return after
    }

    private func faults(_ text: String, on settings: Settings = Settings()) throws -> [String] {
        let scenario = try Scenario(reading: text)
        return ScenarioFaults(scenario.faults + settings.applying(scenario, .none).faults).list.map(\.description)
    }

    @Test("A file makes its settings, and a second time changes nothing")
    func twice() throws {
        let once = try applied(Self.file)
        #expect(Settings().changes(to: once).map(\.description) == [
            "+ brands.acme", "+ clients.acme-app", "+ clients.acme-backend", "+ programs.ACME-VIRTUAL-VISA-EEA",
            "+ rates.USD-EUR",
        ])
        #expect(once.changes(to: try applied(Self.file, to: once)) == [])
        let offered = try #require(once.programs["ACME-VIRTUAL-VISA-EEA"])
        #expect(offered.program.panPrefix == "40000012" && offered.program.validityMonths == 36)
        #expect(offered.terms.tariff.atmFee == 200 && offered.terms.tariff.foreignExchangeFee?.value == 150)
        #expect(offered.controls.switchedOff == [.atm] && offered.controls.limits.count == 2)
        #expect(once.brands["acme"]?.policy.challengesPerHour == 10)
    }

    @Test("The text of settings is a file that makes the same settings")
    func roundTrip() throws {
        let settings = try applied(Self.file)
        let again = try applied(settings.text)
        #expect(Settings().changes(to: again) == Settings().changes(to: settings))
        #expect(settings.changes(to: again) == [] && again.text == settings.text)
        #expect(Settings().text == "")
    }

    @Test("A program says when it renews cards and how wallets show them; wrong values are named together")
    func renewalAndMetadata() throws {
        let program = """
            programs:
              ACME-VIRTUAL-VISA-EEA:
                brand: acme
                cardType: VIRTUAL
                scheme: VISA
                region: EEA
                currencies: [EUR, BGN]
                terms:

            """
        let before = try applied(Self.file)
        let after = try applied(
            program + """
                      renewalDays: 30
                      renewalKeepsNumber: true
                      walletMetadata: {issuerName: "Acme \\"Bank\\"", backgroundColor: "#1A2B3C"}
                """,
            to: before)
        let terms = try #require(after.programs["ACME-VIRTUAL-VISA-EEA"]?.terms)
        #expect(terms.renewal == RenewalTerms(days: 30, keepsNumber: true))
        #expect(terms.metadata.stored == [#"issuerName=Acme "Bank""#, "backgroundColor=#1A2B3C"])
        #expect(terms.tariff.atmFee == 200, "what the file leaves out stays")
        #expect(after.changes(to: try applied(after.text)) == [])
        let wrong = try faults(
            program + """
                      walletMetadata: {labelColor: red, termsUrl: "http://acme.example"}
                """, on: before)
        #expect(wrong.count == 2 && wrong[0].contains("terms.walletMetadata.labelColor"), "\(wrong)")
        #expect(try faults(program + "      renewalDays: 91\n", on: before).count == 1)
    }

    @Test("A field that a file leaves out keeps its value, and a change names both values")
    func partial() throws {
        let before = try applied(Self.file)
        let after = try applied("""
            brands: {acme: {authentication: {challengesPerHour: 20}}}
            clients: {acme-app: {brand: acme, isBusiness: true}}
            programs:
              ACME-VIRTUAL-VISA-EEA:
                cardType: VIRTUAL
                scheme: VISA
                region: EEA
                currencies: [EUR, BGN, PLN]
                allowableCards: 6
                terms: {fxFeeBasisPoints: 0}
                controls: {}
            rates: {USD-EUR: {rate: 0.920}, PLN-EUR: {rate: 0.23}}
            """, to: before)
        let changes = before.changes(to: after).map(\.description)
        #expect(changes.count == 7, "\(changes)")
        #expect(changes[1] == "~ clients.acme-app isBusiness: false -> true")
        #expect(changes[2] == "~ programs.ACME-VIRTUAL-VISA-EEA currencies: [EUR, BGN] -> [EUR, BGN, PLN]")
        #expect(changes[3] == "~ programs.ACME-VIRTUAL-VISA-EEA allowableCards: 5 -> 6")
        #expect(changes[4].contains("fxFeeBasisPoints: 150") && changes[4].contains("-> {atmFee: 200, fxFee"))
        #expect(changes.last == "~ rates.USD-EUR rate: 0.92 -> 0.920")
        #expect(after.brands["acme"]?.frameAncestors == ["https://wallet.acme.example"])
        #expect(after.programs["ACME-VIRTUAL-VISA-EEA"]?.controls == before.programs["ACME-VIRTUAL-VISA-EEA"]?.controls)
    }

    @Test("Rates of calls are set one by one, taken away with any, and written as they are read")
    func rates() throws {
        let once = try applied("""
            brands:
              acme: {callsPerMinute: {client: 6000, operations: {createCard: 60, listCards: 600}}}
            """)
        #expect(
            once.brands["acme"]?.calls
                == CallRates(client: 6000, operations: ["createCard": 60, "listCards": 600]))
        #expect(once.text.contains(
            "    callsPerMinute: {client: 6000, customer: any, operations: {createCard: 60, listCards: 600}}\n"))
        #expect(once.changes(to: try applied(once.text, to: once)) == [])
        let after = try applied(
            "brands: {acme: {callsPerMinute: {client: any, customer: 120, operations: {createCard: any}}}}", to: once)
        #expect(once.changes(to: after).map(\.description) == [
            "~ brands.acme callsPerMinute: {client: 6000, customer: any, operations: {createCard: 60, listCards: 600}}"
                + " -> {client: any, customer: 120, operations: {listCards: 600}}",
        ])
        #expect(try applied("brands: {acme: {callsPerMinute: {}}}", to: after).brands == after.brands)
    }

    @Test("Every wrong rate of calls is reported, and a misspelt operation with the right one")
    func wrongRates() throws {
        #expect(try faults("""
            brands:
              one: {callsPerMinute: {client: 0, customer: none, operations: {createCrad: 1, listCards: 1000001}}}
              two: {callsPerMinute: {operations: [createCard]}}
              three: {callsPerMinute: {clients: 1, operations: {createCustomerCardV2: 5, fly: 5}}}
            """) == [
            "line 2, column 34: callsPerMinute.client must be a whole number from 1 to 1000000, or any",
            "line 2, column 47: callsPerMinute.customer must be a whole number from 1 to 1000000, or any",
            "line 2, column 78: callsPerMinute.operations.createCrad is not a known operation; did you mean "
                + "operations.createCard?",
            "line 2, column 92: callsPerMinute.operations.listCards must be a whole number from 1 to 1000000, or any",
            "line 3, column 38: callsPerMinute.operations must be a mapping of operations to numbers",
            "line 4, column 28: callsPerMinute.clients is not a known field; the fields are client, customer, "
                + "operations",
            "line 4, column 75: callsPerMinute.operations.createCustomerCardV2 is not a known operation; did you mean "
                + "operations.createCustomerCard?",
            "line 4, column 83: callsPerMinute.operations.fly is not a known operation",
        ])
    }

    private static func program(_ interchange: String) -> String {
        """
        programs:
          ACME-VIRTUAL-VISA-EEA:
            cardType: VIRTUAL
            scheme: VISA
            region: EEA
            currencies: [EUR, BGN]
            interchange: \(interchange)
        """
    }

    @Test("Interchange is set one by one by currency and category, and written as it is read")
    func interchange() throws {
        let before = try applied(Self.file)
        #expect(before.text.contains("    interchange: []\n"))
        let once = try applied(
            Self.program("""
                [{currency: USD, basisPoints: 50, fixed: 3}, {currency: EUR, category: 0742, basisPoints: 10},
                 {currency: EUR, basisPoints: 20}]
                """.replacing("\n", with: "")), to: before)
        let written = "[{currency: EUR, basisPoints: 20, fixed: 0}, "
            + "{currency: EUR, category: 0742, basisPoints: 10, fixed: 0}, {currency: USD, basisPoints: 50, fixed: 3}]"
        #expect(before.changes(to: once).map(\.description) == [
            "~ programs.ACME-VIRTUAL-VISA-EEA interchange: [] -> \(written)",
        ])
        #expect(once.changes(to: try applied(once.text, to: before)) == [])
        let after = try applied(Self.program("[{currency: EUR, category: 0742, basisPoints: 0, fixed: 1}]"), to: once)
        #expect(once.changes(to: after).map(\.description) == [
            "~ programs.ACME-VIRTUAL-VISA-EEA interchange: \(written) -> "
                + written.replacing("0742, basisPoints: 10, fixed: 0", with: "0742, basisPoints: 0, fixed: 1"),
        ])
        #expect(after.changes(to: try applied(Self.program("[]"), to: after)) == [])
    }

    @Test("Every wrong rate of interchange is reported")
    func wrongInterchange() throws {
        let list = [
            "{currency: EURO, basisPoints: 1}", "{currency: EUR, category: 0000, basisPoints: 1}",
            "{currency: EUR, category: 58, basisPoints: 10001}", "{category: 5812}",
            "{currency: BGN, basisPoints: 1}", "{currency: BGN, basisPoints: 2}",
        ]
        let wrong = Self.program("[\(list.joined(separator: ", "))]")
        let found = try faults(wrong, on: applied(Self.file))
            .map { $0.replacing(/^line 7, column [0-9]+:\s/, with: "") }
        #expect(found.sorted() == [
            "interchange[0].currency must be a currency of ISO 4217, like EUR",
            "interchange[1].category must be four digits, other than 0000",
            "interchange[2].basisPoints must be a whole number from 0 to 10000",
            "interchange[2].category must be four digits, other than 0000",
            "interchange[3].basisPoints is required", "interchange[3].currency is required",
            "interchange[5].currency occurs twice with this category; use each pair once",
        ])
    }

    @Test("Every wrong setting is reported with its line and column")
    func faults() throws {
        #expect(try faults("""
            brands:
              a b: {authentication: {operations: [FLY], mode: SOFT}, frameAncestors: [wallet]}
            clients:
              app: {brand: nobody}
              "4761739001010010": {brand: a b}
            programs:
              P: {brand: a b, cardType: VIRTUAL, scheme: VISA, region: EEA, currencies: [EUR], panPrefix: 512345}
              Q: {brand: a b, cardType: VIRTUAL, scheme: MC, region: EEA, currencies: [XXX], panPrefix: 51}
              R: {cardType: VIRTUAL, scheme: MC, region: EEA, currencies: [EUR], panPrefix: 512345}
              S: {brand: a b, cardType: VIRTUAL, scheme: MC, region: EEA, currencies: [EUR]}
              T:
                {brand: a b, cardType: VIRTUAL, scheme: MC, region: EEA, currencies: [EUR], panPrefix: 512345,
                 terms: {holdDays: 0},
                 controls: {blockedMccs: [bar], limits: [{window: HOUR, amount: 1}, {window: DAY}]}}
            rates:
              EUR-EUR: {rate: 1}
              EURUSD: {rate: 1}
              EUR-USD: {rate: -1}
            """) == [
            "line 2, column 3: brands.a b must be 1 to 40 of A-Z, a-z, 0-9 and . _ -, the first a letter or digit",
            "line 2, column 38: authentication.operations must contain only ISSUE_TOKEN, CREATE_CARD, "
                + "UPDATE_CARD, ACTIVATE_CARD, REPLACE_CARD, SET_PIN, RESET_RETRIES, CARD_DETAILS, SECURE_DETAILS, "
                + "TOKENIZE_CARD, COMPLETE_TOKENIZATION, CARD_CONTROLS, CREATE_TRANSFER, CREATE_WITHDRAWAL, "
                + "DISPUTE_PAYMENT, TRUST_DEVICE",
            "line 2, column 51: authentication.mode must be one of EMBEDDED, HYBRID, OUTSOURCED",
            "line 2, column 74: frameAncestors must be at most 20 origins like https://wallet.example or "
                + "https://*.wallet.example:8443; http is for localhost",
            "line 4, column 16: brand must be a brand of this file, or an existing brand",
            "line 5, column 3: clients.4761739001010010 must not hold what looks like a card number",
            "line 7, column 95: panPrefix must begin with 4 for VISA",
            "line 8, column 75: currencies must be 1 to 20 different currencies of ISO 4217, such as EUR",
            "line 8, column 93: panPrefix must be 6 to 8 digits, the BIN first",
            "line 9, column 3: brand is required",
            "line 10, column 3: panPrefix is required",
            "line 11, column 3: controls.limits[1].amount or count is needed",
            "line 13, column 24: terms.holdDays must be a whole number from 1 to 365",
            "line 14, column 30: controls.blockedMccs must hold at most 300 merchant categories of four digits, "
                + "such as 5812",
            "line 14, column 55: controls.limits[0].window must be one of TRANSACTION, DAY, WEEK, MONTH, LIFETIME",
            "line 16, column 3: rates.EUR-EUR must be named by two different currencies of ISO 4217, such as "
                + "USD-EUR",
            "line 17, column 3: rates.EURUSD must be named by two different currencies of ISO 4217, such as "
                + "USD-EUR",
            "line 18, column 19: rate must be a decimal number above 0, with at most nine digits on each side",
        ])
    }
}
