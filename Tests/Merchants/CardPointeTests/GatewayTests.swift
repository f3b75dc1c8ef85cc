import CardSecrets
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Ledger
import Payments
import Postgres
import Testing
import TestSupport

@testable import CardPointe

@Suite("Payments through the gateway")
struct GatewayTests {
    @Test("Authorize, capture and void, with PUT and POST")
    func authorizeAndVoid() async throws {
        let fixture = try await CardPointeFixture.make()
        let answer = try await fixture.authorize([("orderid", "A1"), ("ecomind", "E")])
        #expect(answer.code == "RPCT 000 A Approve")
        #expect(answer["amount"] == "10.00")
        #expect(answer["authcode"] == "A1B2C3")
        #expect(answer["entrymode"] == "ECommerce")
        let reference = try #require(answer["retref"])
        #expect(reference.utf8.count == 12)
        let token = try #require(answer["token"])
        #expect(token.hasPrefix("941") && token.hasSuffix("1111") && answer["account"] == token)
        let captured = try await fixture.change("capture", reference)
        #expect(captured.code == "RPCT 000 A Approve")
        #expect(captured["setlstat"] == "Queued for Capture")
        #expect(captured["batchid"]?.utf8.count == 10)
        let again = try await fixture.change("capture", reference)
        #expect(again["amount"] == "10.00" && again["respstat"] == "A")
        let voided = try await fixture.change("void", reference)
        #expect(voided["authcode"] == "REVERS" && voided["amount"] == "0.00" && voided["respstat"] == "A")
        #expect(fixture.issuer.reversed.count == 1)
        let inquired = try await fixture.send(
            .get, "/cardconnect/rest/inquire/\(reference)/\(CardPointeFixture.merchant)")
        #expect(inquired["setlstat"] == "Voided" && inquired["orderId"] == "A1")
    }

    @Test("An inquiry about a payment that the issuer still decides is not answered, and a void takes it back")
    func undecided() async throws {
        let fixture = try await CardPointeFixture.make()
        let merchant = CardPointeFixture.merchant
        fixture.issuer.beforeAnswering { request in
            await #expect(throws: Never.self) {
                for path in ["inquire/\(request.reference)/\(merchant)", "inquireByOrderid/A1/\(merchant)/1"] {
                    let asked = try await fixture.send(.get, "/cardconnect/rest/\(path)")
                    #expect(asked.status == 503 && asked.headers[.retryAfter] == "1", "\(asked.body)")
                }
                let voided = try await fixture.send(
                    .post, "/cardconnect/rest/voidByOrderId", ["merchid": .string(merchant), "orderid": "A1"])
                #expect(voided["authcode"] == "REVERS" && voided["respstat"] == "A", "\(voided.body)")
            }
        }
        let answer = try await fixture.authorize([("orderid", "A1"), ("capture", "Y")])
        #expect(answer["respstat"] != "A")
        #expect(fixture.issuer.asked.count == 1 && fixture.issuer.ledger.held.values.allSatisfy { $0 == 0 })
        let later = try await fixture.send(.get, "/cardconnect/rest/inquireByOrderid/A1/\(merchant)/1")
        #expect(later.status == 200 && later["setlstat"] == "Declined")
    }

    @Test("While the database is unreachable, the answer asks the caller to try again")
    func databaseIsAway() async throws {
        let fixture = try await CardPointeFixture.make()
        await fixture.gateway.database.shutDown()
        let answer = try await fixture.authorize()
        #expect(answer.status == 503 && answer.headers[.retryAfter] == "1", "\(answer.body)")
    }

    @Test("A number gets the same token again, and the token can be charged")
    func tokens() async throws {
        let fixture = try await CardPointeFixture.make()
        let made = try await fixture.tokenize(["account": "4111 1111 1111 1111", "expiry": "1228"])
        #expect(made.status == 200 && made["errorcode"] == "0" && made["message"] == "No Error")
        let token = try #require(made["token"])
        let charged = try await fixture.authorize([("account", .string(token))])
        #expect(charged.code == "RPCT 000 A Approve")
        #expect(charged["token"] == token && charged["expiry"] == "1228")
        let asked = try #require(fixture.issuer.asked.first)
        #expect(asked.instrument.pan.lastFour == "1111" && asked.instrument.expiry?.year == 2028)
        let unique = try await fixture.tokenize(["account": "4111111111111111", "unique": true])
        #expect(unique["token"] != nil && unique["token"] != token)
        #expect(try await fixture.texts("SELECT encode(sealed_instrument, 'escape') FROM merchants.cardpointe_token")
            .allSatisfy { !$0.contains("4111111111111111") })
    }

    @Test("Each decline of the issuer has the words of the merchant's processor", arguments: DeclineReason.allCases)
    func declines(_ reason: DeclineReason) async throws {
        let fixture = try await CardPointeFixture.make()
        fixture.issuer.answer(.declined(reason))
        for (merchant, processor) in [
            (CardPointeFixture.merchant, Processor.rapidConnect), (CardPointeFixture.northMerchant, .firstDataNorth),
        ] {
            let answer = try await fixture.authorize(merchant: merchant)
            let code = GatewayResponseCode.decline(reason, of: processor)
            let text = "\(code.processor.rawValue) \(code.code) \(code.status.rawValue) \(code.text)"
            #expect(answer.status == 200 && answer.code == text)
            #expect(answer["amount"] == "0.00" && answer["retref"] != nil)
        }
    }

    @Test("An issuer that does not answer is a timeout, and the payment is taken back")
    func unreachable() async throws {
        let fixture = try await CardPointeFixture.make()
        fixture.issuer.answer(.unreachable)
        let answer = try await fixture.authorize()
        #expect(answer.code == "PPS 62 B Timed out")
        #expect(fixture.issuer.reversed.count == 1)
    }

    @Test("The gateway declines invalid values itself, and asks no issuer", arguments: [
        ("account", "larry", "11 C Invalid card"), ("account", "4111111111111112", "13 C Bad card check digit"),
        ("account", "37144963539843155", "33 C Unknown card type"),
        ("account", "9411234567891111", "98 C Invalid token"),
        ("expiry", "12/28", "15 C Non-numeric expiry"), ("cvv2", "abc", "14 C Non-numeric CVV"),
        ("postal", "1935", "17 C Invalid zip"), ("currency", "XYZ", "31 C Invalid currency"),
        ("currency", "EUR", "32 C Wrong currency for merch"), ("amount", "ten", "43 C Invalid amount"),
        ("amount", "-1.00", "45 C Refunds without reference not supported"),
        ("bankaba", "036001808", "48 C Echeck not supported"), ("accttype", "ECHK", "48 C Echeck not supported"),
        ("profile", "11700182899933000746/1", "96 C Profile not found"), ("merchid", "", "21 C Invalid merchant"),
    ])
    func gatewayCodes(_ field: String, _ value: String, _ code: String) async throws {
        let fixture = try await CardPointeFixture.make()
        var members: [(String, JSONValue?)] = [(field, .string(value))]
        if field == "profile" { members.append(("account", nil)) }
        let answer = try await fixture.authorize(members)
        #expect(answer.status == 200 && answer.code == "PPS \(code)")
        #expect(fixture.issuer.asked.isEmpty)
    }

    @Test("A disabled merchant is answered by the gateway")
    func disabled() async throws {
        let fixture = try await CardPointeFixture.make()
        _ = try await fixture.gateway.database.write(
            Statement("disable", "UPDATE merchants.cardpointe_account SET is_enabled = false")())
        #expect(try await fixture.authorize().code == "PPS 97 C Merchant disabled")
    }

    @Test("An amount of zero verifies the account and cannot be captured")
    func verification() async throws {
        let fixture = try await CardPointeFixture.make()
        let answer = try await fixture.authorize([("amount", "0")])
        #expect(answer["respstat"] == "A" && answer["amount"] == "0.00")
        let captured = try await fixture.change("capture", try #require(answer["retref"]))
        #expect(captured["respstat"] == "C")
        let reference = try #require(answer["retref"])
        let inquired = try await fixture.send(
            .get, "/cardconnect/rest/inquire/\(CardPointeFixture.merchant)/\(reference)")
        #expect(inquired["setlstat"] == "Zero Amount")
    }

    @Test("A lower capture gives the rest back; a higher one is refused")
    func partialCapture() async throws {
        let fixture = try await CardPointeFixture.make()
        let reference = try #require(try await fixture.authorize()["retref"])
        let higher = try await fixture.change("capture", reference, [("amount", "10.01")])
        #expect(higher.code == "PPS 42 C Above max amount")
        let captured = try await fixture.change("capture", reference, [("amount", "9.99")])
        #expect(captured["amount"] == "9.99" && captured["respstat"] == "A")
        #expect(fixture.issuer.reversed.map(\.amount.minorUnits) == [1])
    }

    @Test("An authorization can be voided in part, a captured payment only as a whole")
    func partialVoid() async throws {
        let fixture = try await CardPointeFixture.make()
        let reference = try #require(try await fixture.authorize()["retref"])
        let part = try await fixture.change("void", reference, [("amount", "4.00")])
        #expect(part["amount"] == "6.00" && part["respstat"] == "A")
        _ = try await fixture.change("capture", reference)
        let refused = try await fixture.change("void", reference, [("amount", "1.00")])
        #expect(refused.code == "PPS 43 C Invalid amount")
        #expect(try await fixture.change("void", reference)["amount"] == "0.00")
        #expect(try await fixture.change("void", reference).code == "PPS 25 C No matching auth for reversal")
    }

    @Test("A refund waits for the settlement, unless the merchant may refund before it")
    func refund() async throws {
        let fixture = try await CardPointeFixture.make()
        let reference = try #require(try await fixture.authorize([("capture", "Y")])["retref"])
        #expect(try await fixture.change("refund", reference).code == "PPS 28 C Txn not settled")
        _ = try await fixture.gateway.database.write(
            Statement("allow", "UPDATE merchants.cardpointe_account SET refunds_unsettled = true")())
        let part = try await fixture.change("refund", reference, [("amount", "3.00"), ("orderid", "R1")])
        #expect(part.code == "RPCT 000 A Approve")
        #expect(part["amount"] == "3.00" && part["retref"] != reference)
        let more = try await fixture.change("refund", reference, [("amount", "7.01")])
        #expect(more.code == "PPS 42 C Above max amount")
        #expect(try await fixture.change("refund", reference)["amount"] == "7.00")
        let refund = try #require(part["retref"])
        let inquired = try await fixture.send(
            .get, "/cardconnect/rest/inquire/\(refund)/\(CardPointeFixture.merchant)")
        #expect(inquired["amount"] == "-3.00" && inquired["parentretref"] == reference)
    }

    @Test("An unknown payment and another merchant's payment are not found", arguments: ["capture", "void", "refund"])
    func notFound(_ service: String) async throws {
        let fixture = try await CardPointeFixture.make()
        #expect(try await fixture.change(service, "23221").code == "PPS 29 C Txn not found")
        let others = try await fixture.authorize(merchant: CardPointeFixture.northMerchant)
        let answer = try await fixture.change(service, try #require(others["retref"]))
        #expect(answer.code == "PPS 29 C Txn not found")
        if service == "capture" { #expect(answer["batchid"] == "-1" && answer["account"] == "") }
    }

    @Test("An order id that looks like a card number is hidden, and the order is still found")
    func orderLikeCardNumber() async throws {
        let fixture = try await CardPointeFixture.make()
        let paid = try await fixture.authorize([("orderid", "A-4111111111111111")])
        #expect(paid["respstat"] == "A")
        let path = "/cardconnect/rest/inquireByOrderid/A-4111111111111111/\(CardPointeFixture.merchant)"
        let found = try await fixture.send(.get, path)
        #expect(found.body.contains("\"retref\":\"\(try #require(paid["retref"]))\""), "\(found.body)")
        #expect(!found.body.contains("4111111111111111"))
    }

    @Test("An order id whose digits are no card number stays as it is", arguments: [
        "a4761732583296743b", "4761732583296744", "371449635398431",
    ])
    func orderOfDigits(_ order: String) async throws {
        let fixture = try await CardPointeFixture.make()
        #expect(try await fixture.authorize([("orderid", .string(order))])["respstat"] == "A")
        let path = "/cardconnect/rest/inquireByOrderid/\(order)/\(CardPointeFixture.merchant)"
        #expect(try await fixture.send(.get, path)["orderId"] == order)
    }

    @Test("An order is found and voided by its own number")
    func orders() async throws {
        let fixture = try await CardPointeFixture.make()
        _ = try await fixture.authorize([("orderid", "A1")])
        fixture.clock.move(seconds: 1)
        let second = try await fixture.authorize([("orderid", "A1")])
        let path = "/cardconnect/rest/inquireByOrderid/A1/\(CardPointeFixture.merchant)"
        #expect(try await fixture.send(.get, path + "/1")["retref"] == second["retref"])
        #expect(try await fixture.send(.get, path)["retref"] == second["retref"])
        let voided = try await fixture.send(
            .post, "/cardconnect/rest/voidByOrderId",
            ["merchid": .string(CardPointeFixture.merchant), "orderid": "A1"])
        #expect(voided["retref"] == second["retref"] && voided["authcode"] == "REVERS")
        let none = try await fixture.send(
            .post, "/cardconnect/rest/voidByOrderId",
            ["merchid": .string(CardPointeFixture.merchant), "orderid": "B2"])
        #expect(none.code == "PPS 29 C Txn not found")
    }

    @Test("Fifty captures, voids and refunds at once never exceed the payment")
    func atOnce() async throws {
        let fixture = try await CardPointeFixture.make()
        _ = try await fixture.gateway.database.write(
            Statement("allow", "UPDATE merchants.cardpointe_account SET refunds_unsettled = true")())
        let reference = try #require(try await fixture.authorize()["retref"])
        await withTaskGroup { group in
            for number in 0..<50 {
                let service = ["capture", "void", "refund"][number % 3]
                group.addTask {
                    _ = try? await fixture.change(service, reference, [("amount", .string("3.00"))])
                }
            }
        }
        let sums = try await fixture.texts(
            "SELECT (captured + voided <= authorized AND refunded <= captured)::text FROM merchants.payment")
        #expect(sums == ["true"])
    }
}
