import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Replacing a card")
struct ReplaceCardTests {
    /// The statuses that each reason accepts, as the contract lists them.
    static let accepted: [Replacement: [CardStatus]] = [
        .damaged: [.active, .locked],
        .lost: [.active, .damaged, .locked],
        .renew: [.issued, .active, .locked, .suspended, .digital],
    ]

    @Test(
        "The reason and the card's status decide whether a card can be replaced",
        arguments: Replacement.allCases, Standing.possible)
    func reasonAndStatus(reason: Replacement, standing: Standing) async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let old = try await fixture.issue(.physicalMastercard, to: customer)
        try await fixture.place(old, at: standing)
        let before = try await fixture.reread(old)
        guard Self.accepted[reason, default: []].contains(standing.status) else {
            #expect(await refusal { try await fixture.replace(old, reason) }
                == .card(.replacementNotAllowed(status: standing.status, reason: reason)))
            #expect(try await fixture.reread(old) == before)
            #expect(try await fixture.texts(
                "SELECT count(*)::text FROM card WHERE customer_id = $1", .bigint(customer.rawValue)) == ["1"])
            return
        }
        let new = try await fixture.replace(old, reason)
        #expect(try await fixture.reread(old).standing == Standing(reason.leaves))
        #expect(new.standing == Standing(.issued), "the new card begins where its program says")
        let change = try #require(try await fixture.history(of: old).last)
        #expect((change.actor, change.occasion) == (.customer, .replacement))
        #expect(change.reason == reason.rawValue)
        #expect(try await fixture.history(of: new).map(\.reason) == ["Replaces a card: \(reason.rawValue)"])
    }

    @Test("The new card has the old account and a new number, and no PIN")
    func newCard() async throws {
        let fixture = try await IssuingFixture.shared()
        let old = try await fixture.issue(.digitalVisa, to: fixture.enrol(), pin: "1234", externalID: "first")
        let later = try await fixture.server(now: try instant("2027-01-31T23:59:59.999Z"))
        let new = try await later.replace(old, .renew)
        #expect(new.account == old.account)
        #expect((new.program, new.currency, new.mobile) == (old.program, old.currency, old.mobile))
        #expect(new.deliveryAddress == old.deliveryAddress)
        #expect(new.id != old.id)
        #expect(new.expiry == Expiry(month: 1, year: 2030))
        #expect(!new.isPINSet, "a PIN belongs to a number")
        #expect(new.externalID == nil)
        let pans = [
            try await fixture.sandbox.plastic(of: old.id).pan, try await fixture.sandbox.plastic(of: new.id).pan,
        ]
        #expect(pans[0] != pans[1])
        #expect(try await fixture.texts(
            "SELECT replaces::text FROM card WHERE customer_id = $1 AND card_id = $2",
            .bigint(new.customer.rawValue), .uuid(new.id.rawValue)) == [old.id.description])
    }

    @Test("The new card gets the new address and the new PIN")
    func newAddressAndPIN() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        let address = DeliveryAddress.Draft(
            address1: "Rue de la Loi 16", city: "Brussels", countryCode: "BE", postalCode: "1000")
        let new = try await fixture.replace(card, .renew, address: address, pin: "4071")
        #expect(new.deliveryAddress == address.address)
        #expect(try await fixture.opensPIN(of: new) == "4071")
    }

    @Test("A replacement does not count towards the card limit")
    func cardLimit() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        for _ in 0..<4 { _ = try await fixture.issue(.virtualMastercard, to: customer) }
        var card = try await fixture.issue(.virtualMastercard, to: customer)
        #expect(await refusal { try await fixture.issue(.virtualMastercard, to: customer) }
            == .application(.cardLimitExceeded))
        for _ in 0..<2 { card = try await fixture.replace(card, .lost) }
        #expect(card.standing == Standing(.active))
    }

    @Test("Invalid fields are reported, and the card stays as it is")
    func invalidFields() async throws {
        let fixture = try await IssuingFixture.shared()
        let virtual = try await fixture.issue(.virtualMastercard, to: fixture.enrol())
        let home = DeliveryAddress.Draft.home(in: "BG")
        #expect(await refusal { try await fixture.replace(virtual, .lost, address: home) }?.fields
            == ["deliveryAddress"])
        let american = try await fixture.issue(.virtualUS, to: fixture.enrol(country: "US"))
        #expect(await refusal { try await fixture.replace(american, .lost, pin: "1234") }?.fields == ["cardPin"])
        #expect(try await fixture.reread(virtual) == virtual)
        #expect(try await fixture.reread(american) == american)
    }
}
