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
    fileprivate struct Load: Decodable {
        struct Count: Decodable {
            let kind: String
            let count: Int
        }

        let reference: String
        let lines, takenBefore, agreeing: Int
        let breaks: [Count]

        /// How many lines it has, how many were taken before, how many agree, and its breaks.
        var told: String {
            (["\(lines) \(takenBefore) \(agreeing)"] + breaks.map { "\($0.kind) \($0.count)" }).joined(separator: " ")
        }
    }

    /// The open breaks.
    fileprivate struct Breaks: Decodable {
        struct Located: Decodable {
            let `break`: Break
            let cardId, customerId, status: String?
        }

        struct Break: Decodable {
            let breakId, kind, authorizationId: String
            let line: Int?
            let networkReference: String?
            let isBooked: Bool
            let ageDays: Int
        }

        let breaks: [Located]
        let next: String?

        /// The kind of each, its line, and the status of its payment, in the order of the lines.
        var told: [String] {
            breaks.sorted { ($0.break.line ?? 0) < ($1.break.line ?? 0) }.map { found in
                [found.break.kind, found.break.line.map { "\($0)" }, found.status].compactMap(\.self)
                    .joined(separator: " ")
            }
        }
    }

    fileprivate static let heading = "record,networkReference,authorizationId,currencyCode,amount,isFinal,count"

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

            let booked = try await service.settle(exported.text, as: "DAY-1")
            #expect(booked.told == "2 0 2" && booked.reference == "DAY-1")
            #expect(try await service.balance(cards) == [3700, 3700])
            let again = try await service.settle(exported.text)
            #expect(again.told == "2 2 0" && again.reference == "DAY-1", "a file is known by its bytes")
            #expect(try await service.balance(cards) == [3700, 3700])
            #expect(try await service.breaks().breaks.isEmpty)
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

    @Test("Each difference is a break of its kind, with its payment, and only a line that may be booked is booked")
    func differences() async throws {
        try await withSandboxService { service in
            let (cards, card) = try await service.payer(with: 5000)
            let other = try await service.pay(50, card)
            let file = try await service.differences(with: card, other: other)
            #expect(try await service.settle(file, as: "DIFFERENCES").told
                == "8 0 2 UNKNOWN 1 AMOUNT 3 DOUBLED 1 STATUS 1")
            #expect(try await service.balance(cards) == [5000 - 1800, 5000 - 1850])
            let open = try await service.breaks()
            #expect(open.told == [
                "AMOUNT 2 SETTLED", "AMOUNT 3 SETTLED", "UNKNOWN 6", "AMOUNT 7 APPROVED", "STATUS 8 REVERSED",
                "DOUBLED 9 SETTLED",
            ])
            #expect(Set(open.breaks.filter(\.break.isBooked).map(\.break.networkReference)) == ["R1", "R2"])
            #expect(open.breaks.allSatisfy { ($0.cardId == nil) == ($0.break.kind == "UNKNOWN") })
            #expect(Set(open.breaks.compactMap(\.cardId)) == [card.cardId] && open.next == nil)

            let before = try await service.sandbox("GET", "/clearing/breaks").text
            #expect(try await service.settle(file, as: "AGAIN").told == "8 8 0")
            #expect(try await service.sandbox("GET", "/clearing/breaks").text == before)
            let changed = try await service.sending(
                Self.file(["R9,\(other),EUR,50,true"], total: 50), as: "DIFFERENCES")
            #expect(changed.status == 403 && changed.text.contains("DIFFERENCES"), "another file has the name")
            let taken = Self.file(["R1,\(other),EUR,50,true"], total: 50)
            #expect(try await service.settle(taken).told == "1 0 0 DOUBLED 1")
            #expect(try await service.balance(cards) == [5000 - 1800, 5000 - 1850])
            let amounts = try await service.breaks(of: "AMOUNT")
            #expect(amounts.breaks.count == 3)
        }
    }

    @Test("A break is resolved once, with a reason; a line that was not booked can be a loss, which is owed")
    func resolution() async throws {
        try await withSandboxService { service in
            let (_, card) = try await service.payer(with: 5000)
            let file = try await service.differences(with: card, other: try await service.pay(50, card))
            _ = try await service.settle(file)
            let unknown = try #require(try await service.breaks(of: "UNKNOWN").breaks.first).break.breakId
            let path = "/clearing/breaks/\(unknown)"
            for wrong in ["{}", #"{"reason":""}"#, #"{"reason":"a","lossTo":"AMEX"}"#] {
                let refused = try await service.sandbox("POST", path + "/resolve", wrong)
                #expect(refused.status == 400, "\(refused.text)")
            }
            let owedBefore = try await service.sandbox("GET", "/clearing/positions").text
            #expect(owedBefore.contains(#""lines":4,"amount":"1800""#), "\(owedBefore)")
            let reason = #"{"reason":"The acquirer is bankrupt.","lossTo":"VISA"}"#
            let resolved = try await service.sandbox("POST", path + "/resolve", reason)
            #expect(resolved.status == 200 && resolved.text.contains(#""isLoss":true"#), "\(resolved.text)")
            let again = try await service.sandbox("POST", path + "/resolve", reason)
            #expect(again.status == 403 && again.text.contains("bankrupt"), "\(again.text)")
            let owed = try await service.sandbox("GET", "/clearing/positions").text
            #expect(owed.contains(#""losses":"1""#), "\(owed)")
            let shown = try await service.sandbox("GET", path)
            #expect(shown.status == 200 && shown.text.contains(#""reason":"The acquirer is bankrupt.""#))
            #expect(try await service.breaks(of: "UNKNOWN").breaks.isEmpty)

            let booked = try #require(try await service.breaks().breaks.first { $0.break.isBooked })
            let kept = try await service.sandbox("POST", "/clearing/breaks/\(booked.break.breakId)/resolve", reason)
            #expect(kept.status == 403, "a booked line is no loss: \(kept.text)")
            for id in ["1", "5e0a4ad1-9c0f-8a11-a9f5-2f4ac2a5e701"] {
                #expect(try await service.sandbox("GET", "/clearing/breaks/\(id)").status == 404)
                #expect(try await service.sandbox("POST", "/clearing/breaks/\(id)/resolve", reason).status == 404)
            }
            #expect(try await service.sandbox("GET", "/clearing/positions?date=yesterday").status == 400)
            let database = service.fixture.issuing.database
            #expect(try await CheckStatements.report(on: database, and: AuthorizationInvariants.all).findings == [])
        }
    }

    @Test("A payment that nobody collects is a break once the clock has moved, and no more when its clearing comes")
    func missing() async throws {
        try await withSandboxService { service in
            let (_, card) = try await service.payer(with: 5000)
            let (waiting, late) = (try await service.pay(50, card), try await service.pay(60, card))
            try await service.advance(seconds: 4 * 86_400)
            #expect(try await service.breaks().breaks.isEmpty)
            try await service.advance(seconds: 86_400)
            let missing = try await service.breaks(of: "MISSING").breaks
            #expect(Set(missing.map(\.break.authorizationId)) == [waiting, late])
            #expect(missing.allSatisfy { $0.cardId == card.cardId && $0.status == "APPROVED" })
            try await service.advance(seconds: 86_400)
            #expect(try await service.breaks().breaks.map(\.break.ageDays) == [1, 1])
            #expect(try await service.settle(Self.file(["R1,\(late),EUR,60,true"], total: 60)).told == "1 0 1")
            #expect(try await service.breaks().breaks.map(\.break.authorizationId) == [waiting])
        }
    }

    @Test("The clock may jump over the end of the hold, and the clearing was missing before")
    func missingAfterJump() async throws {
        try await withSandboxService { service in
            let (_, card) = try await service.payer(with: 5000)
            let waiting = try await service.pay(50, card)
            try await service.advance(seconds: 40 * 86_400)
            let missing = try await service.breaks().breaks
            #expect(missing.map(\.break.authorizationId) == [waiting] && missing.map(\.status) == ["EXPIRED"])
        }
    }

    @Test("A snapshot has the files, the breaks and the positions; a tenant has its own, and a reset none")
    func snapshots() async throws {
        try await withSandboxService { service in
            let (cards, card) = try await service.payer(with: 5000)
            let file = try await service.differences(with: card, other: try await service.pay(50, card))
            #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"before"}"#).status == 201)
            let load = try await service.settle(file).told
            let books = try await service.books()
            #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"loaded"}"#).status == 201)
            let first = try #require(try await service.breaks().breaks.first).break.breakId
            let resolved = try await service.sandbox(
                "POST", "/clearing/breaks/\(first)/resolve", #"{"reason":"It is explained."}"#)
            #expect(resolved.status == 200, "\(resolved.text)")
            #expect(try await service.sandbox("POST", "/snapshots/loaded/restore").status == 204)
            #expect(try await service.books() == books)

            #expect(try await service.sandbox("POST", "/snapshots/before/restore").status == 204)
            #expect(try await service.breaks().breaks.isEmpty)
            #expect(try await service.sandbox("GET", "/clearing/positions").text == #"{"positions":[]}"#)
            #expect(try await service.balance(cards).first == 5000)
            #expect(try await service.settle(file).told == load, "the file is unknown again")
            #expect(try await service.books().contains("UNKNOWN"))

            #expect(try await service.sandbox("POST", "/tenants", #"{"name":"breaks"}"#).status == 201)
            #expect(try await service.tenant("breaks").breaks().breaks.isEmpty)
            #expect(try await service.sandbox("POST", "/reset").status == 204)
            #expect(try await service.breaks().breaks.isEmpty)
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
            #expect(try await service.settle(rest).told == "1 0 1")
            #expect(try await service.settle(rest).told == "1 1 0")

            try await service.advance(seconds: 8 * 86_400)
            let late = Self.file(["R2,\(expired),EUR,300,true"], total: 300)
            #expect(try await service.settle(late).told == "1 0 1")
            let twice = Self.file(["R3,\(expired),EUR,300,true"], total: 300)
            #expect(try await service.settle(twice).told == "1 0 0 AMOUNT 1")
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
            #expect(report.told == "2 0 2")
            #expect(try await service.balance(cards) == [most - 1, most - 1])
        }
    }

    /// A file of these clearings in EUR.
    fileprivate static func file(_ clearings: [String], total: Int) -> String {
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
            let named = try await service.sending(
                Self.file(["R1,\(payment),EUR,100,true"], total: 100), as: "a%20b")
            #expect(named.status == 400 && named.text.contains(#""field":"reference""#), "\(named.text)")
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

    fileprivate func sending(_ file: String, as reference: String? = nil) async throws -> RawAnswer {
        let query = reference.map { "?reference=\($0)" } ?? ""
        return try await ask(
            "POST", "/sandbox/clearing-file\(query)", file, headers: [("Content-Type", "text/csv")], on: .sandbox)
    }

    fileprivate func settle(
        _ file: String, as reference: String? = nil
    ) async throws -> ClearingFileStoryTests.Load {
        try await sending(file, as: reference).decoded(expecting: 200)
    }

    fileprivate func breaks(of kind: String = "") async throws -> ClearingFileStoryTests.Breaks {
        try await sandbox("GET", "/clearing/breaks?kind=\(kind)").decoded(expecting: 200)
    }

    /// The breaks and the positions as they are sent.
    fileprivate func books() async throws -> String {
        let breaks = try await sandbox("GET", "/clearing/breaks").text
        return breaks + (try await sandbox("GET", "/clearing/positions").text)
    }

    /// A file with a line for each difference that a network can send.
    ///
    /// - Parameter other: a payment of 50, whose line is in another currency.
    fileprivate func differences(with card: CardBody, other: String) async throws -> String {
        let (less, more, parts) = (try await pay(1000, card), try await pay(500, card), try await pay(300, card))
        let reversed = try await pay(70, card)
        _ = try await message(#"{"kind":"REVERSAL","authorizationId":"\#(reversed)"}"#, card)
        // The last line collects a payment that the lines before it have already settled.
        return """
            \(ClearingFileStoryTests.heading)
            CLEARING,R1,\(less),EUR,900,true,
            CLEARING,R2,\(more),EUR,600,true,
            CLEARING,R3,\(parts),EUR,100,false,
            CLEARING,R4,\(parts),EUR,200,true,
            CLEARING,R5,00000000-0000-4000-8000-000000000001,EUR,1,true,
            CLEARING,R6,\(other),USD,50,true,
            CLEARING,R7,\(reversed),EUR,70,true,
            CLEARING,R8,\(parts),EUR,300,true,
            TOTAL,,,EUR,2171,,7
            TOTAL,,,USD,50,,1
            END,,,,,,8
            """
    }

    /// The total and the available balance.
    fileprivate func balance(_ cards: CustomerOperations) async throws -> [Int] {
        var query = ProfileQuery()
        query.inclusions = ["ACCOUNTS"]
        let account = try #require(try await cards.profile(query).accounts?.first)
        return [Int(account.totalBalance), Int(account.availableBalance)]
    }
}
