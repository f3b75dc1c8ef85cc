import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Postgres
import Testing

@testable import CardPointe

@Suite("Settlement reports of CardPointe")
struct CardPointeSettlementTests {
    private final class OpenHouse: ClearingHouse {
        func present(_ record: ClearingRecord) async -> Bool { true }
    }

    /// A payment of 10.00 that is captured on 15 March and settled at the end of the day.
    private static func settled(_ fixture: CardPointeFixture) async throws -> Answer {
        let paid = try await fixture.authorize([("capture", "Y"), ("orderid", "A1")])
        fixture.clock.move(seconds: 13 * 3600)
        #expect(try await fixture.gateway.payments.sendWhatIsDue(to: OpenHouse()) == 1)
        return paid
    }

    private static func report(_ fixture: CardPointeFixture, _ service: String, _ query: String = "") async throws
        -> Answer
    {
        try await fixture.send(
            .get, "/cardconnect/rest/\(service)?merchid=\(CardPointeFixture.merchant)" + query)
    }

    @Test("A batch is found by its date and by its number; without either, it is reported once")
    func batches() async throws {
        let fixture = try await CardPointeFixture.make()
        #expect(try await Self.report(fixture, "settlestat").body == "Null batches")
        let paid = try await Self.settled(fixture)
        let batch = try #require(paid["batchid"])
        let reference = try #require(paid["retref"])
        let byDate = try await Self.report(fixture, "settlestat", "&date=0316")
        #expect(byDate["batchid"] == batch && byDate["respproc"] == "RPCT")
        #expect(byDate.body.contains("\"retref\":\"\(reference)\""))
        #expect(byDate.body.contains("\"setlamount\":\"10.00\"") && byDate.body.contains("\"salesdoc\":\"A1\""))
        #expect(try await Self.report(fixture, "settlestat", "&batchid=\(batch)")["batchid"] == batch)
        #expect(try await Self.report(fixture, "settlestat")["batchid"] == batch)
        #expect(try await Self.report(fixture, "settlestat").body == "Null batches")
        #expect(try await Self.report(fixture, "settlestat", "&date=0314").body == "Null batches")
        #expect(try await Self.report(fixture, "settlestat", "&date=1332").status == 400)
        for unknown in ["1900940041", "0000000001", "9999999999"] {
            #expect(try await Self.report(fixture, "settlestat", "&batchid=\(unknown)").body == "Null batches")
        }
    }

    @Test("A payment that is cleared late is in the next report, once, and in that of the day on which it is cleared")
    func late() async throws {
        let fixture = try await CardPointeFixture.make()
        let house = ScriptedClearingHouse()
        house.open(false)
        for order in ["A1", "A2"] { _ = try await fixture.authorize([("capture", "Y"), ("orderid", .string(order))]) }
        fixture.clock.move(seconds: 13 * 3600)
        #expect(try await fixture.gateway.payments.sendWhatIsDue(to: house) == 0)
        #expect(try await Self.report(fixture, "settlestat").body == "Null batches")
        house.open(true)
        fixture.clock.move(seconds: 24 * 3600)
        #expect(try await fixture.gateway.payments.sendWhatIsDue(to: house) == 2)
        #expect(try await Self.report(fixture, "funding", "&date=0316")["errormsg"] != nil)
        #expect(try await Self.report(fixture, "funding", "&date=0317")["fundingdate"] == "20260317")
        let report = try await Self.report(fixture, "settlestat")
        for order in ["A1", "A2"] { #expect(report.body.contains("\"salesdoc\":\"\(order)\"")) }
        #expect(try await Self.report(fixture, "settlestat").body == "Null batches")
    }

    @Test("A report that failed is repeated")
    func failed() async throws {
        let fixture = try await CardPointeFixture.make()
        _ = try await Self.settled(fixture)
        let database = fixture.gateway.database
        try await database.execute(script: "UPDATE merchants.payment SET metadata = '[]' || metadata")
        #expect(try await Self.report(fixture, "settlestat").status == 500)
        try await database.execute(script: "UPDATE merchants.payment SET metadata = substr(metadata, 3)")
        #expect(try await Self.report(fixture, "settlestat")["hoststat"] == "GB")
    }

    @Test("A report has all payments of a large merchant")
    func large() async throws {
        let fixture = try await CardPointeFixture.make()
        _ = try await Self.settled(fixture)
        try await fixture.gateway.database.execute(script: Self.crowd)
        let report = try await Self.report(fixture, "settlestat", "&date=0316")
        #expect(report.body.matches(of: /"setlstat":"Y"/).count == 2501)
        #expect(try await Self.report(fixture, "deposit").body.matches(of: /"depamnt":"10.00"/).count == 2501)
    }

    /// Copies the payment and its capture 2,500 times.
    private static let crowd = """
        CREATE TEMPORARY TABLE crowd AS SELECT p.*, n FROM merchants.payment p, generate_series(1, 2500) n;
        UPDATE crowd SET payment_id = gen_random_uuid(), reference = lpad(n::text, 12, '0');
        ALTER TABLE crowd DROP COLUMN n;
        INSERT INTO merchants.payment SELECT * FROM crowd;
        INSERT INTO merchants.payment_step (merchant_id, payment_id, step_number, gateway, kind, reference, currency,
            amount, is_final, made_at, settles_at, settled_at)
        SELECT c.merchant_id, c.payment_id, 1, c.gateway, 'CAPTURE', c.reference, c.currency, s.amount, true,
            s.made_at, s.settles_at, s.settled_at FROM crowd c, merchants.payment_step s;
        DROP TABLE crowd;
        """

    @Test("A merchant is paid in each of its currencies, and each processor has its part of the batch")
    func parts() async throws {
        let fixture = try await CardPointeFixture.make()
        let merchant = CardPointeFixture.routedMerchant
        let check: [(String, JSONValue?)] = [
            ("accttype", "ECHK"), ("account", "15378535"), ("bankaba", "053000196"), ("amount", "7.00"),
        ]
        let sale: [(String, JSONValue?)] = [("currency", "EUR")]
        for members in [sale, check] {
            let paid = try await fixture.authorize(members + [("capture", "Y")], merchant: merchant)
            #expect(paid["respstat"] == "A", "\(paid.body)")
        }
        fixture.clock.move(seconds: 13 * 3600)
        #expect(try await fixture.gateway.payments.sendWhatIsDue(to: OpenHouse()) == 2)
        let path = "/cardconnect/rest/settlestat?merchid=\(merchant)&date=0316"
        let batches = try await fixture.send(.get, path)
        #expect(batches.body.matches(of: /"respproc":"(FNOR|PSTR)"/).map { $0.output.1 } == ["FNOR", "PSTR"])
        let funding = try await fixture.send(.get, "/cardconnect/rest/funding?merchid=\(merchant)&date=0316")
        let sums = funding.body.matches(of: /"netsales":"([0-9.]+)"/).map { String($0.output.1) }
        #expect(sums == ["10.00", "7.00"], "\(funding.body)")
    }

    /// The members and their kinds as in public recordings of the test environment.
    @Test("A deposit is a list, with the amounts captured and refunded")
    func deposits() async throws {
        let fixture = try await CardPointeFixture.make()
        #expect(try await Self.report(fixture, "deposit", "&date=0316").body == "[]")
        let paid = try await Self.settled(fixture)
        let (reference, batch) = (try #require(paid["retref"]), try #require(paid["batchid"]))
        let refund = try #require(try await fixture.change("refund", reference, [("amount", "4.00")])["retref"])
        let inquiry = "/cardconnect/rest/inquire/\(refund)/\(CardPointeFixture.merchant)"
        let refundBatch = try #require(try await fixture.send(.get, inquiry)["batchid"])
        fixture.clock.move(seconds: 24 * 3600)
        _ = try await fixture.gateway.payments.sendWhatIsDue(to: OpenHouse())
        func expected(_ day: String, _ next: String, _ amount: String, _ line: String) -> String {
            """
            [{"depositid":\(day),"merchid":"\(CardPointeFixture.merchant)","respproc":"RPCT","accttype":"V",\
            "action":"","actdate":"\(day)","postdate":"\(next)","currency":"USD","amount":"\(amount)",\
            "feeamnt":"0.00","cbakamnt":"0.00","resptext":"","txns":[\(line)]}]
            """
        }
        func line(_ batch: String, _ reference: String, _ action: String, _ amount: String) -> String {
            """
            {"merchbatch":\(batch),"hostbatch":"\(batch)","retref":"\(reference)","action":"\(action)",\
            "depamnt":"\(amount)","feeamnt":"0.00"}
            """
        }
        let sold = try await Self.report(fixture, "deposit", "&date=20260316").body
        #expect(sold == expected("20260316", "20260317", "10.00", line(batch, reference, "DEB", "10.00")))
        let refunded = try await Self.report(fixture, "deposit", "&date=20260317").body
        #expect(refunded == expected("20260317", "20260318", "-4.00", line(refundBatch, refund, "REF", "4.00")))
    }

    @Test("A report names its merchant")
    func noMerchant() async throws {
        let fixture = try await CardPointeFixture.make()
        for service in ["settlestat", "funding", "deposit"] {
            let answer = try await fixture.send(.get, "/cardconnect/rest/\(service)?date=0101")
            #expect(answer.code == "PPS 21 C Invalid merchant")
        }
    }

    @Test("A settled payment is refunded, and no longer voided or captured")
    func afterwards() async throws {
        let fixture = try await CardPointeFixture.make()
        let reference = try #require(try await Self.settled(fixture)["retref"])
        for service in ["void", "capture"] {
            #expect(try await fixture.change(service, reference).code == "PPS 27 C Txn Batched")
        }
        let refunded = try await fixture.change("refund", reference, [("amount", "4.00")])
        #expect(refunded.code == "RPCT 000 A Approve" && refunded["amount"] == "4.00")
    }

    @Test("A merchant is paid what was captured, less what was refunded")
    func funding() async throws {
        let fixture = try await CardPointeFixture.make()
        #expect(try await Self.report(fixture, "funding")["errormsg"] == "No deposits match your request")
        let reference = try #require(try await Self.settled(fixture)["retref"])
        _ = try await fixture.change("refund", reference, [("amount", "4.00")])
        fixture.clock.move(seconds: 24 * 3600)
        _ = try await fixture.gateway.payments.sendWhatIsDue(to: OpenHouse())
        let funding = try await Self.report(fixture, "funding", "&date=0316")
        #expect(funding.body.contains("\"netsales\":\"10.00\"") && funding.body.contains("\"type\":\"SALE\""))
    }
}
