import Foundation
import Ledger
import Testing
import Validation

@testable import Cards

@Suite("Wallets and personal data")
struct WalletApplicationTests {
    private static func parts(_ change: (inout WalletApplication.Parts) -> Void = { _ in }) -> WalletApplication.Parts {
        var parts = WalletApplication.Parts()
        (parts.externalID, parts.email, parts.mobile) = ("e", "a@example.com", "+1 1")
        parts.registrationIP = "192.0.2.50"
        parts.fields.firstName = "Ana-María"
        parts.fields.lastName = "O'Neil Łuk"
        (parts.fields.address1, parts.fields.city, parts.fields.zip) = ("A 1", "Sofia", "1")
        (parts.fields.countryCode, parts.fields.birthDate) = ("BG", "2000-02-29")
        change(&parts)
        return parts
    }

    private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

    @Test("A valid application becomes the customer to enrol, with each restriction and currency once")
    func valid() throws {
        let application = try WalletApplication.read(Self.parts { parts in
            parts.restrictions = [.sendMoney, .allTransactions, .sendMoney]
            parts.currencies = ["EUR", "USD"]
        }).accepted()
        #expect(application.enrolment.address?.postalCode == "1" && application.enrolment.country == "BG")
        #expect(application.restrictions == [.allTransactions, .sendMoney])
        #expect(application.currencies.map(\.code) == ["EUR", "USD"])
    }

    @Test("The longest texts are accepted, and one character more is a field error", arguments: [
        ("firstName", 50), ("lastName", 50), ("title", 15), ("address1", 200), ("address2", 200), ("city", 100),
        ("zip", 30), ("externalId", 40),
    ])
    func lengths(field: String, longest: Int) {
        for (count, errors) in [(longest, []), (longest + 1, ["customer.\(field)"])] {
            let draft = WalletApplication.read(Self.parts { parts in
                switch field {
                case "externalId": parts.externalID = Self.text(count)
                case "firstName": parts.fields.firstName = Self.text(count)
                case "lastName": parts.fields.lastName = Self.text(count)
                case "title": parts.fields.title = Self.text(count)
                case "address1": parts.fields.address1 = Self.text(count)
                case "address2": parts.fields.address2 = Self.text(count)
                case "city": parts.fields.city = Self.text(count)
                default: parts.fields.zip = Self.text(count)
                }
            })
            #expect(draft.errors.map(\.field) == errors, "\(count)")
        }
    }

    @Test("All invalid parts are reported at once as field errors")
    func wrong() {
        let draft = WalletApplication.read(Self.parts { parts in
            (parts.externalID, parts.email, parts.mobile, parts.registrationIP) = ("", "a", "1", "192.0.250")
            (parts.fields.firstName, parts.fields.lastName) = ("Анна", "")
            (parts.fields.address1, parts.fields.city, parts.fields.zip) = ("", "", "4111 1111 1111 1111")
            (parts.fields.state, parts.fields.countryCode) = ("ut", "XX")
            (parts.fields.birthDate, parts.fields.nationality) = ("1900-02-29", "bg")
            parts.currencies = ["EUR", "eur", "EUR"]
        })
        #expect(draft.errors.map(\.field) == [
            "customer.externalId", "customer.email", "customer.mobile", "customer.registrationIp",
            "accounts[1].currencyCode", "accounts[2].currencyCode", "customer.firstName", "customer.lastName",
            "customer.address1", "customer.city", "customer.zip", "customer.state", "customer.countryCode",
            "customer.birthDate", "customer.nationality",
        ])
    }

    @Test("The rules for names, dates, IP addresses and states accept valid texts and refuse others", arguments: [
        ("latinName", ["Ada", "d'Arc", "Jean-Luc", "Łukasz", "Zoë", "Nguyễn Văn"],
            ["Ada1", "Иван", "A.", "A,B", "-", " ", "A&B", "Αθηνά"]),
        ("date", ["2000-02-29", "1999-12-31", "2024-04-30"],
            ["1900-02-29", "2001-02-29", "2024-04-31", "2024-13-01", "2024-00-10", "2024-1-1", "1899-12-31",
                "2024-01-01T", "2024-01-0१"]),
        ("internetAddress", ["0.0.0.0", "255.255.255.255", "192.0.2.50"],
            ["256.1.1.1", "1.1.1", "1.1.1.1.1", "01.1.1.1", "::1", "1.1.1.", "1.1.1.१"]),
        ("state", ["UT", ""], ["U", "UTA", "ut", "U1"]),
    ])
    func forms(rule: String, right: [String], wrong: [String]) {
        func error(_ text: String) -> String? {
            switch rule {
            case "latinName": TextRule.latinName(text)
            case "date": TextRule.date(text)
            case "internetAddress": TextRule.internetAddress(text)
            default: TextRule.stateOrNothing(text)
            }
        }
        for text in right { #expect(error(text) == nil, "\(text)") }
        for text in wrong { #expect(error(text) != nil, "\(text)") }
    }

    @Test("A change keeps the members that it lacks, and an empty text removes an optional member")
    func change() throws {
        var (fields, change) = (Self.parts().fields, PersonFields())
        (fields.title, fields.address2) = ("Dr.", "Floor 3")
        (change.title, change.address2, change.nationality) = ("", "Floor 4", "DE")
        change.countryCode = "BG"
        let changed = try fields.changed(by: change)
        #expect(changed.title == nil && changed.address2 == "Floor 4" && changed.nationality == "DE")
        #expect(changed.firstName == "Ana-María" && changed.zip == "1")
        change.countryCode = "DE"
        #expect(throws: Refusal.customer(.countryIsFixed)) { try fields.changed(by: change) }
        var homeless = fields
        (homeless.address1, homeless.address2, homeless.city, homeless.zip) = (nil, nil, nil, nil)
        change = PersonFields()
        change.city = "Sofia"
        let refused = #expect(throws: Refusal.self) { try homeless.changed(by: change) }
        guard case .invalidFields(let errors) = refused else { return #expect(Bool(false)) }
        #expect(errors.map(\.field) == ["address1", "zip"])
    }

    @Test("Each restriction blocks its own uses", arguments: [
        (.allTransactions, [.deposit, .receiving, .sending, .withdrawal, .payment]),
        (.outgoingTransactions, [.sending, .withdrawal, .payment]), (.incomingTransactions, [.deposit, .receiving]),
        (.sendMoney, [.sending]), (.incomingTransactionsAndSendMoney, [.deposit, .receiving, .sending]),
        (.cardDeposits, [.deposit]), (.cardAndACHDeposits, [.deposit]), (.deposits, [.deposit]),
        (.outgoingTransactionsAndCardDeposits, [.sending, .withdrawal, .payment, .deposit]),
        (.outgoingTransactionsAndACHDeposits, [.sending, .withdrawal, .payment, .deposit]),
        (.depositsAndWithdrawals, [.deposit, .withdrawal, .payment]), (.cryptoTransactions, []), (.login, [.login]),
        (.other, []),
    ] as [(Restriction, Set<RestrictedUse>)])
    func blocked(restriction: Restriction, blocked: Set<RestrictedUse>) throws {
        let restrictions = Restrictions(placed: [restriction], lacksNationality: false)
        for use in [RestrictedUse.login, .deposit, .receiving, .sending, .withdrawal, .payment] {
            #expect(restrictions.blocks(use) == blocked.contains(use), "\(use)")
            guard blocked.contains(use) else { try restrictions.check(use); continue }
            #expect(throws: Refusal.customer(.restricted(restriction))) { try restrictions.check(use) }
        }
    }

    @Test("A wallet without a nationality has an additional restriction with the reason KYC")
    func nationality() {
        let restrictions = Restrictions(placed: [.sendMoney], lacksNationality: true)
        #expect(restrictions.list.map(\.name) == [.sendMoney, .outgoingTransactions])
        #expect(restrictions.list.map(\.reason) == [.merchantRequest, .kyc])
        #expect(restrictions.blocks(.payment) && !restrictions.blocks(.deposit))
    }
}
