import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("Verification of recorded requests", .timeLimit(.minutes(20)))
struct RequestVerificationTests {
    private struct Verified: Decodable {
        let holds: Bool
        let matches: Int
        let numbers: [Int]
        let nearMisses: [Miss]

        struct Miss: Decodable { let differences: [Difference] }

        struct Difference: Decodable, Equatable {
            let criterion: String
            let wanted: JSONValueText
            let found: JSONValueText?
        }
    }

    /// A text, or a Boolean as text.
    private struct JSONValueText: Decodable, Equatable, ExpressibleByStringLiteral {
        let text: String

        init(stringLiteral value: String) { text = value }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            text = try (try? container.decode(Bool.self)).map { "\($0)" } ?? container.decode(String.self)
        }
    }

    private static let order = #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#

    private static let matchingCriteria: [(String, Int)] = [
        (#"{"path":"$.body.currency","equals":"EUR"}"#, 2), (#"{"path":"$.body.currency","equals":"BGN"}"#, 0),
        (#"{"path":"$.status","equals":"201"}"#, 1), (#"{"path":"$['status']","matches":"[45]\\d\\d"}"#, 1),
        (#"{"path":"$.body.programName","matches":"SKRILL-.*-(MC|VISA)-EEA"}"#, 1),
        (#"{"path":"$.body.programName","matches":"SKRILL"}"#, 0),
        (#"{"path":"$.body.programName","exists":false}"#, 1),
        (#"{"path":"$.headers.idempotency-key","exists":true}"#, 1),
        (#"{"path":"$.headers['Idempotency-Key']","equals":"k"}"#, 1),
        (#"{"path":"$.answer.*","equals":"MC"}"#, 1), (#"{"path":"$.answer.expiry.month","matches":"\\d{1,2}"}"#, 1),
        (#"{"path":"$.body.currency","equals":"EUR"},{"path":"$.answer.cardId","exists":true}"#, 1),
    ]

    @Test("A criterion names a place, and a text, a pattern or the presence of a value")
    func criteria() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            _ = try await service.ask("POST", cardsPath, token: token, Self.order, headers: [("Idempotency-Key", "k")])
            _ = try await service.ask("POST", cardsPath, token: token, #"{"currency":"EUR"}"#)
            for (criteria, count) in Self.matchingCriteria {
                let body = #"{"operation":"createCard","times":\#(count),"criteria":[\#(criteria)]}"#
                let answer = try await service.sandbox("POST", "/requests/verify", body)
                #expect(answer.status == 200, "\(criteria): \(answer.text)")
                let verified: Verified = try answer.decoded(expecting: 200)
                #expect(verified.holds && verified.matches == count, "\(criteria): \(verified)")
            }
        }
    }

    @Test("A path leads to the elements of an array, and a near miss shows the first value there")
    func arrays() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            for _ in 1...2 { _ = try await service.ask("POST", cardsPath, token: token, Self.order) }
            _ = try await service.ask("GET", cardsPath, token: token)
            func verify(_ criterion: String) async throws -> Verified {
                let body = #"{"operation":"listCards","criteria":[{"path":\#(criterion)}]}"#
                return try await service.sandbox("POST", "/requests/verify", body).decoded(expecting: 200)
            }
            #expect(try await verify(#""$.answer.cards[1].status","equals":"ACTIVE""#).holds)
            #expect(try await verify(#""$.answer.cards[*].lastFour","matches":"\\d{4}""#).holds)
            #expect(try await verify(#""$.answer.cards[2]","exists":true"#).holds == false)
            let miss = try await verify(#""$.answer.cards[*].status","matches":"LOCK.*""#)
            #expect(miss.nearMisses.first?.differences == [
                .init(criterion: "$.answer.cards[*].status", wanted: "LOCK.*", found: "ACTIVE")
            ])
        }
    }

    @Test("Invalid criteria are refused with every error")
    func refused() async throws {
        try await withSandboxService { service in
            let criteria = #"{"path":"body","matches":"(a"},{"path":"$.a","equals":"1","exists":true},{"path":"$..a"}"#
            let body = #"{"withinMilliseconds":30001,"criteria":[\#(criteria)]}"#
            let answer = try await service.sandbox("POST", "/requests/verify", body)
            #expect(answer.status == 400 && answer.text.contains(#""field":"withinMilliseconds""#), "\(answer.text)")
            let others = try await service.sandbox("POST", "/requests/verify", #"{"criteria":[\#(criteria)]}"#)
            for error in [
                #""field":"criteria[0].path","error":"must be a path"#,
                #""field":"criteria[0].matches","error":"has a ( without a )""#,
                #""field":"criteria[1].equals","error":"or matches or exists is required, and only one of them""#,
                #""field":"criteria[2].path","error":"must be a path"#,
            ] { #expect(others.status == 400 && others.text.contains(error), "\(others.text)") }
        }
    }

    @Test("Verify waits for a request that is still to come, and answers as soon as it is there")
    func waits() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            let body = #"{"operation":"createCard","times":1,"withinMilliseconds":30000,"where":{"status":201}}"#
            async let waiting = service.sandbox("POST", "/requests/verify", body)
            // The waiting call may begin before or after these; both ways must end it.
            _ = try await service.ask("GET", cardsPath, token: token)
            _ = try await service.ask("POST", cardsPath, token: token, Self.order)
            let verified: Verified = try await waiting.decoded(expecting: 200)
            #expect(verified.holds && verified.matches == 1)
        }
    }

    @Test("At the end of its time, verify answers with what it has found")
    func deadline() async throws {
        try await withSandboxService { service in
            _ = try await service.token(of: .ivana)
            let begun = ContinuousClock.now
            let body = #"{"operation":"issueToken","times":2,"withinMilliseconds":50}"#
            let verified: Verified = try await service.sandbox("POST", "/requests/verify", body).decoded(expecting: 200)
            #expect(!verified.holds && verified.matches == 1 && verified.nearMisses.isEmpty)
            #expect(ContinuousClock.now - begun >= .milliseconds(50))
            let none = #"{"operation":"createCard","times":0,"withinMilliseconds":30000}"#
            let at = ContinuousClock.now
            #expect(try await service.sandbox("POST", "/requests/verify", none).text.contains(#""holds":true"#))
            #expect(ContinuousClock.now - at < .seconds(20), "what holds already is not waited for")
        }
    }
}
