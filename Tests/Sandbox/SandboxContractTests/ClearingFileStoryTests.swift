import Authorizing
import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Ledger
import Testing
import TestSupport

@Suite("The clearing file of a day")
struct ClearingFileStoryTests {
    fileprivate struct Report: Decodable {
        struct Line: Decodable {
            let line: Int
            let outcome: String
            let difference: String?
            let authorizedAmount: Int?
            let status: String?

            var told: String {
                [outcome, difference, authorizedAmount.map { "\($0)" }, status].compactMap(\.self)
                    .joined(separator: " ")
            }
        }

        struct Total: Decodable {
            let outcome, currencyCode: String
            let count, amount: Int

            var told: String { "\(outcome) \(count) \(amount) \(currencyCode)" }
        }

        let lines: [Line]
        let totals: [Total]
        let differences: Int
    }

    private static let heading = "record,networkReference,authorizationId,currencyCode,amount,isFinal,count"

    @Test("The file has no payments of gateways, because a gateway clears them itself")
    func gateways() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let paid = try await service.ask(
                "PUT", "/cardpointe/cardconnect/rest/auth", shop.authorization(of: "1.00"), headers: [shop.basic],
                on: .sandbox)
            #expect(paid.text.contains(#""respcode":"00""#), "\(paid.text)")
            let file = try await service.sandbox("GET", "/clearing-file")
            #expect(file.status == 200 && file.text.hasPrefix(Self.heading) && !file.text.contains("CLEARING"))
        }
    }

    @Test("The file of a day is exported and booked once, and then nothing is left to export")
    func day() async throws {
        try await withSandboxService { service in
            let (cards, card) = try await service.payer(with: 5000)
            let payments = [try await service.pay(1234, card), try await service.pay(66, card)]
            let declined = try await service.pay(9999, card)
            let reversed = try await service.pay(5, card)
            _ = try await service.message(#"{"kind":"REVERSAL","authorizationId":"\#(reversed)"}"#, card)
            let exported = try await service.sandbox("GET", "/clearing-file?currency=EUR")
            #expect(exported.status == 200 && exported["Content-Type"] == "text/csv")
            #expect(Set(exported.text.components(separatedBy: "\r\n")) == Set(
                [Self.heading, "TOTAL,,,EUR,1300,,2", "END,,,,,,2", ""]
                    + zip(payments, [1234, 66]).map { "CLEARING,CLEARING-\($0),\($0),EUR,\($1),true," }))
            #expect(!exported.text.contains(declined))
            #expect(try await service.balance(cards) == [5000, 3700], "an export changes nothing")

            let booked = try await service.settle(exported.text)
            #expect(booked.totals.map(\.told) == ["BOOKED 2 1300 EUR"] && booked.differences == 0)
            #expect(try await service.balance(cards) == [3700, 3700])
            let again = try await service.settle(exported.text)
            #expect(again.totals.map(\.told) == ["ALREADY_BOOKED 2 1300 EUR"] && again.differences == 0)
            #expect(try await service.balance(cards) == [3700, 3700])
            let rest = try await service.sandbox("GET", "/clearing-file")
            #expect(rest.text == Self.heading + "\r\nEND,,,,,,0\r\n")
            let database = service.fixture.issuing.database
            #expect(try await CheckStatements.report(on: database, and: AuthorizationInvariants.all).findings == [])
        }
    }

    @Test("Only the chosen day and currency are exported")
    func choice() async throws {
        try await withSandboxService { service in
            let (_, card) = try await service.payer(with: 5000)
            let first = try await service.pay(100, card)
            try await service.advance(seconds: 86_400)
            let second = try await service.pay(200, card)
            let today = try await service.sandbox("GET", "/clearing-file").text
            #expect(today.contains(second) && !today.contains(first))
            let time: ClockReading = try await service.sandbox("GET", "/clock").decoded(expecting: 200)
            let same = try await service.sandbox("GET", "/clearing-file?date=\(time.now.prefix(10))").text
            #expect(same == today)
            let other = try await service.sandbox("GET", "/clearing-file?currency=USD").text
            #expect(other == Self.heading + "\r\nEND,,,,,,0\r\n")
            let wrong = try await service.sandbox("GET", "/clearing-file?date=2026-13-01&currency=EURO")
            #expect(wrong.status == 400 && wrong.text.contains(#""field":"date""#))
            #expect(wrong.text.contains(#""field":"currency""#))
        }
    }

    private struct ClockReading: Decodable {
        let now: String
    }

    @Test("A line that differs from its authorization is reported, and booked only if the amount differs")
    func differences() async throws {
        try await withSandboxService { service in
            let (cards, card) = try await service.payer(with: 5000)
            let (less, more, parts) = (
                try await service.pay(1000, card), try await service.pay(500, card), try await service.pay(300, card)
            )
            let other = try await service.pay(50, card)
            let reversed = try await service.pay(70, card)
            _ = try await service.message(#"{"kind":"REVERSAL","authorizationId":"\#(reversed)"}"#, card)
            let unknown = "00000000-0000-4000-8000-000000000001"
            let file = """
                \(Self.heading)
                CLEARING,R1,\(less),EUR,900,true,
                CLEARING,R2,\(more),EUR,600,true,
                CLEARING,R3,\(parts),EUR,100,false,
                CLEARING,R4,\(parts),EUR,200,true,
                CLEARING,R5,\(unknown),EUR,1,true,
                CLEARING,R6,\(other),USD,50,true,
                CLEARING,R7,\(reversed),EUR,70,true,
                CLEARING,R8,\(parts),EUR,300,true,
                TOTAL,,,EUR,2171,,7
                TOTAL,,,USD,50,,1
                END,,,,,,8
                """
            // The last line collects a payment that the lines before it have already settled.
            let report = try await service.settle(file)
            #expect(report.lines.map(\.told) == [
                "BOOKED AMOUNT 1000 SETTLED", "BOOKED AMOUNT 500 SETTLED", "BOOKED 300 SETTLED_PARTIAL",
                "BOOKED 300 SETTLED", "NOT_BOOKED AUTHORIZATION_UNKNOWN", "NOT_BOOKED CURRENCY 50 APPROVED",
                "NOT_BOOKED STATUS 70 REVERSED", "NOT_BOOKED STATUS 300 SETTLED",
            ])
            #expect(report.lines.map(\.line) == Array(2...9) && report.differences == 6)
            #expect(try await service.balance(cards) == [5000 - 1800, 5000 - 1850])

            let taken = """
                \(Self.heading)
                CLEARING,R1,\(other),EUR,50,true,
                TOTAL,,,EUR,50,,1
                END,,,,,,1
                """
            #expect(try await service.settle(taken).lines.map(\.told) == ["NOT_BOOKED REFERENCE_TAKEN 50 APPROVED"])
            #expect(try await service.balance(cards) == [5000 - 1800, 5000 - 1850])
        }
    }

    @Test("Earlier clearings count, even a single one, and after the hold has expired")
    func clearedBefore() async throws {
        try await withSandboxService { service in
            let (_, card) = try await service.payer(with: 5000)
            let (parts, expired) = (try await service.pay(1000, card), try await service.pay(300, card))
            let first = #"{"kind":"CLEARING","authorizationId":"\#(parts)","amount":400,"final":false}"#
            _ = try await service.message(first, card)
            let rest = Self.file(["R1,\(parts),EUR,600,true"], total: 600)
            #expect(try await service.settle(rest).lines.map(\.told) == ["BOOKED 1000 SETTLED"])
            #expect(try await service.settle(rest).lines.map(\.told) == ["ALREADY_BOOKED 1000 SETTLED"])

            try await service.advance(seconds: 8 * 86_400)
            let late = Self.file(["R2,\(expired),EUR,300,true"], total: 300)
            #expect(try await service.settle(late).lines.map(\.told) == ["BOOKED 300 EXPIRED"])
            let twice = Self.file(["R3,\(expired),EUR,300,true"], total: 300)
            #expect(try await service.settle(twice).lines.map(\.told) == ["BOOKED AMOUNT 300 EXPIRED"])
        }
    }

    @Test("An authorization of more than 12 digits is cleared in parts")
    func inParts() async throws {
        try await withSandboxService { service in
            let most = 999_999_999_999
            let (cards, card) = try await service.payer(with: most)
            let load = #"{"amount":\#(most),"currencyCode":"EUR"}"#
            #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
            let payment = try await service.pay(most, card)
            let more = #"{"kind":"INCREMENTAL","authorizationId":"\#(payment)","amount":1}"#
            #expect(try await service.message(more, card).responseCode == "00")
            let exported = try await service.sandbox("GET", "/clearing-file").text
            #expect(exported.contains("CLEARING,CLEARING-\(payment),\(payment),EUR,\(most),false,"))
            #expect(exported.contains("CLEARING,CLEARING-\(payment)-2,\(payment),EUR,1,true,"))
            let report = try await service.settle(exported)
            #expect(report.differences == 0 && report.lines.map(\.outcome) == ["BOOKED", "BOOKED"])
            #expect(report.lines.last?.status == "SETTLED")
            #expect(try await service.balance(cards) == [most - 1, most - 1])
        }
    }

    /// A file of these clearings in EUR.
    private static func file(_ clearings: [String], total: Int) -> String {
        let lines = clearings.map { "CLEARING,\($0)," }
        let ends = ["TOTAL,,,EUR,\(total),,\(clearings.count)", "END,,,,,,\(clearings.count)"]
        return ([heading] + lines + ends).map { $0 + "\n" }.joined()
    }

    @Test("A file with an error books nothing, and every error has its line and column")
    func errors() async throws {
        try await withSandboxService { service in
            let (cards, card) = try await service.payer(with: 5000)
            let payment = try await service.pay(100, card)
            let wrong = try await service.sending("""
                \(Self.heading)
                CLEARING,R1,\(payment),EUR,100,true,
                CLEARING,R2,x,EUR,100,true,
                TOTAL,,,EUR,200,,2
                """)
            #expect(wrong.status == 400)
            #expect(wrong.text.contains(
                #"{"field":"authorizationId","error":"must be a UUID (line 3, column 13)"}"#))
            #expect(wrong.text.contains(
                #"{"field":"file","error":"has no END line, so it is incomplete (line 5, column 1)"}"#))
            #expect(try await service.balance(cards) == [5000, 4900])
            let json = try await service.sandbox("POST", "/clearing-file", "{}")
            #expect(json.status == 415 && json.text.contains("accepted: text/csv."))
            let long = try await service.sending(String(repeating: "x", count: 256 * 1024 + 1))
            #expect(long.status == 413)
        }
    }
}

extension LiveService {
    /// A customer with a card and money.
    fileprivate func payer(with amount: Int) async throws -> (CustomerOperations, CardBody) {
        let cards = try await cards(of: .ivana)
        let card = try await cards.create(.virtual)
        let load = #"{"amount":\#(amount),"currencyCode":"EUR"}"#
        #expect(try await sandbox("POST", "/customers/10000001/load", load).status == 201)
        return (cards, card)
    }

    /// The id of the authorization of a purchase.
    fileprivate func pay(_ amount: Int, _ card: CardBody) async throws -> String {
        try await #require(message(#"{"amount":\#(amount)}"#, card).authorizationId)
    }

    fileprivate func message(_ body: String, _ card: CardBody) async throws -> PaymentStoryTests.Answer {
        try await sandbox("POST", "/cards/\(card.cardId)/payments", body).decoded(expecting: 201)
    }

    fileprivate func sending(_ file: String) async throws -> RawAnswer {
        try await ask("POST", "/sandbox/clearing-file", file, headers: [("Content-Type", "text/csv")], on: .sandbox)
    }

    fileprivate func settle(_ file: String) async throws -> ClearingFileStoryTests.Report {
        try await sending(file).decoded(expecting: 200)
    }

    /// The total and the available balance.
    fileprivate func balance(_ cards: CustomerOperations) async throws -> [Int] {
        var query = ProfileQuery()
        query.inclusions = ["ACCOUNTS"]
        let account = try #require(try await cards.profile(query).accounts?.first)
        return [Int(account.totalBalance), Int(account.availableBalance)]
    }
}
