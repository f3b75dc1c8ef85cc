import Cards
import Foundation
import Identifiers
import Testing
import Validation

@Suite("Applications of a bulk order")
struct BulkApplicationTests {
    @Test("An order of valid applications has no errors and names each customer once")
    func validOrder() {
        let order = BulkApplication([entry("10000001"), entry("10000001"), entry("20000001", "DEMO-VIRTUAL-VISA-US")])
        #expect(Draft(order).errors(among: Self.applicants) == [])
        #expect(order.customers == [Sample.bulgarian.id, Sample.american.id])
    }

    @Test("A field error names the index of its entry")
    func fieldPaths() {
        let order = BulkApplication([
            entry("10000001", currency: "USD"), entry("10000001"), entry("10000001", "NONE", currency: "usd"),
            entry("10000001", "SKRILL-PHYSICAL-MC-EEA", address: DeliveryAddress.Draft(address1: "Here")),
        ])
        let bad = DeliveryAddress.Draft(
            address1: "x", city: "Sofia", countryCode: "BG", postalCode: "1000")
        let withBadAddress = BulkApplication([entry("10000001", "SKRILL-PHYSICAL-MC-EEA", address: bad)])
        #expect(Draft(order).errors(among: Self.applicants).fields == [
            "cards[0].currency", "cards[2].programName", "cards[2].currency",
        ])
        #expect(Draft(withBadAddress).errors(among: Self.applicants).fields == ["cards[0].deliveryAddress.address1"])
    }

    @Test("An entry without a customer of the brand has only that error", arguments: ["99", nil])
    func unknownCustomer(customer: String?) {
        let order = BulkApplication([entry("10000001"), entry(customer, "NONE")])
        #expect(Draft(order).errors(among: Self.applicants) == [
            FieldError("cards[1].customerId", "must be a customer of this brand")
        ])
    }

    @Test("A customer's cards in one order count together towards the limit")
    func cardLimit() {
        let applicants = [
            Sample.bulgarian.id: BulkApplication.Applicant(
                customer: Sample.bulgarian,
                eligible: [Sample.virtualEEA, Sample.physicalEEA].compactMap {
                    EligibleProgram($0, for: Sample.bulgarian, issuedCards: 3)
                })
        ]
        let order = BulkApplication([
            entry("10000001"), entry("10000001", "SKRILL-PHYSICAL-MC-EEA", address: Sample.sofia), entry("10000001"),
            entry("10000001"), entry("10000001"),
        ])
        let tooMany = "exceeds the customer's limit: allowableCards of SKRILL-VIRTUAL-MC-EEA is 2"
        #expect(Draft(order).errors(among: applicants) == [
            FieldError("cards[3].programName", tooMany), FieldError("cards[4].programName", tooMany),
        ])
    }

    @Test("Unreadable fields and entries get no further errors")
    func unreadableFields() {
        let unreadable = [
            FieldError("cards[0].currency", "must be a string"), FieldError("cards[1]", "must be an object"),
            FieldError("cards[2].customerId", "is required"),
        ]
        let order = BulkApplication([entry("10000001", currency: "USD"), entry(nil), entry(nil)])
        #expect(Draft(order, errors: unreadable).errors(among: Self.applicants) == unreadable)
    }

    @Test("An application has the same errors after encoding and decoding")
    func storedApplication() throws {
        for application in [
            entry("10000001", "NONE", currency: "usd"), entry("10000001"), entry("10000001", pin: "12"),
            entry("10000001", address: Sample.sofia),
        ] {
            let kept = try JSONDecoder().decode(
                BulkApplication.Entry.self, from: JSONEncoder().encode(application))
            #expect(Draft(BulkApplication([kept])).errors(among: Self.applicants)
                == Draft(BulkApplication([application])).errors(among: Self.applicants))
        }
    }

    @Test("A failed order lists 100 invalid fields and counts all of them")
    func failureFields() {
        let violations = (0..<150).map { FieldError("cards[\($0)].programName", "is wrong") }
        let failure = BulkOrder.Failure.overtaken(by: violations)
        #expect(failure.violations.count == 100 && failure.reason.contains("150 fields of the order have"))
        #expect(BulkOrder.Failure.overtaken(by: [violations[0]]).reason.hasPrefix("One field of the order has "))
    }

    private static let applicants = Dictionary(uniqueKeysWithValues: [Sample.bulgarian, Sample.american].map {
        ($0.id, BulkApplication.Applicant(customer: $0, eligible: Sample.eligible(for: $0)))
    })

    private func entry(
        _ customer: String?, _ program: String = "SKRILL-VIRTUAL-MC-EEA", currency: String? = nil, pin: String? = nil,
        address: DeliveryAddress.Draft? = nil
    ) -> BulkApplication.Entry {
        let isUS = program.hasSuffix("-US")
        return BulkApplication.Entry(
            customer: customer.flatMap { CustomerID($0) },
            application: CardApplication(
                programName: program, currency: currency ?? (isUS ? "USD" : "EUR"), mobile: nil,
                pin: pin.map { Sample.pin($0).form }, externalID: nil, userAgent: nil, deliveryAddress: address,
                termsAndConditionsAccepted: isUS ? true : nil, eDisclosureAccepted: isUS ? true : nil))
    }
}
