import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Testing
import TestSupport

@testable import CardAPI
@testable import SandboxServer

import struct HTTPContract.Operation

@Suite("Whole numbers in requests have limits", .timeLimit(.minutes(8)))
struct BoundsTests {
    /// A whole number in the body of a request that is valid in every other respect.
    private struct Place {
        let field: String
        let range: ClosedRange<Int>?
        /// True for the first of the bodies that differ only in the words of enumerations.
        let isFirst: Bool
        let body: (JSONValue) -> JSONValue
    }

    /// Every place of a whole number in a body, once for each word of the required enumerations of its object.
    private static func places(
        in schema: ObjectSchema, at path: String = "", _ whole: @escaping (JSONValue) -> JSONValue = { $0 }
    ) -> [Place] {
        schema.members.flatMap { member -> [Place] in
            let name = member.name
            switch member.kind {
            case .integer(let range):
                return rests(of: schema).enumerated().map { index, rest in
                    Place(field: path + name, range: range, isFirst: index == 0) {
                        whole(.object(JSONObject(rest + [(name, $0)])))
                    }
                }
            case .object(let nested):
                return places(in: nested, at: "\(path)\(name).") { whole([name: $0]) }
            case .objects(let nested, _):
                return places(in: nested, at: "\(path)\(name)[0].") { whole([name: [$0]]) }
            default: return []
            }
        }
    }

    private static func rests(of schema: ObjectSchema) -> [[(String, JSONValue)]] {
        schema.members.filter(\.isRequired).reduce(into: [[]]) { rests, member in
            let words: [JSONValue] =
                if case .enumeration(let words) = member.kind { words.map { .string($0) } } else {
                    [member.exampleValue ?? .null]
                }
            rests = rests.flatMap { rest in words.map { rest + [(member.name, $0)] } }
        }
    }

    private static let extremes = [
        "0", "-0", "1", "-1", "2147483648", "-2147483649", "4294967296", "9007199254740992", "-9007199254740993",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "-9223372036854775809",
        String(repeating: "9", count: 400), "1.0", "1.5", "1e3", "1e400", "-1e400", "1E-400",
    ]

    /// The edges of a range and a third of the extremes. All numbers have one reader, so each place gets another third.
    private static func texts(around range: ClosedRange<Int>, turn: Int) -> [String] {
        edges(of: range) + extremes.enumerated().filter { ($0.offset + turn) % 3 == 0 }.map(\.element)
    }

    private static func edges(of range: ClosedRange<Int>) -> [String] {
        [range.lowerBound - 1, range.lowerBound, range.upperBound, range.upperBound + 1].map { "\($0)" }
    }

    @Test("Every whole number in a JSON body declares its range")
    func declared() {
        for operation in Operations.all + SandboxOperations.all {
            guard case .json(let schema) = operation.payload else { continue }
            for place in Self.places(in: schema) {
                #expect(place.range != nil, "\(operation.name) \(place.field)")
            }
        }
    }

    @Test("A whole number out of range is refused with 400, and no extreme value fails the service")
    func leastAndGreatest() async throws {
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual).cardId
            let tokens = [
                Audience.customer: try await service.token(of: .ivana),
                .authenticating: try await service.token(of: .ivana),
                .cardData: try await service.token(of: .ivana, scope: Audience.cardDataScope),
                .business: try await service.businessToken(),
            ]
            for (turn, operation) in Operations.all.enumerated() {
                let token = tokens[operation.audience]
                try await ask(operation, of: card, at: service, token: token, on: .open, turn: turn)
            }
            try await askWithSignedDevice(of: card, at: service, token: tokens[.customer])
            for (turn, operation) in SandboxOperations.all.enumerated() {
                try await ask(operation, of: card, at: service, token: nil, on: .sandbox, turn: turn)
            }
            #expect(try await service.ask("GET", "/healthz").status == 200)
            #expect(try await service.sandbox("POST", "/reset").status == 204)
        }
    }

    private func ask(
        _ operation: Operation, of card: String, at service: LiveService, token: String?,
        on listener: LiveService.Listener, turn: Int
    ) async throws {
        let names = operation.pathParameters.map { name in
            (name, ["accountId": "1", "brand": "demo", "customerId": "10000001"][name] ?? card)
        }
        let path = operation.path(filling: Dictionary(uniqueKeysWithValues: names))
        for (index, parameter) in operation.query.enumerated() {
            guard case .integer(let range, _) = parameter.kind else { continue }
            for text in Self.texts(around: range, turn: turn + index) {
                let isGood = text.allSatisfy(\.isNumber) && Int(text).map(range.contains) == true
                let answer = try await service.ask(
                    operation.method.rawValue, "\(path)?\(parameter.name)=\(text)", token: token, on: listener)
                expect(answer, isGood, "\(operation.name)?\(parameter.name)=\(text)")
            }
        }
        guard case .json(let schema) = operation.payload else { return }
        for (index, place) in Self.places(in: schema).enumerated() {
            let range = try #require(place.range)
            // Numbers are read before words are judged, so extremes are tried with one word only.
            for text in place.isFirst ? Self.texts(around: range, turn: turn + index) : Self.edges(of: range) {
                var body = place.body(.number(text))
                // The name is not valid, so the number is read but no database is made.
                if operation == SandboxOperations.createTenant { body.add("name", "-") }
                let answer = try await service.ask(
                    operation.method.rawValue, path, token: token, body.jsonText, on: listener)
                let isGood = Int(text).map(range.contains) == true
                expect(answer, isGood, "\(operation.name) \(body.jsonText)")
                #expect(isGood || answer.text.contains(place.field), "\(operation.name) \(body.jsonText)")
            }
            if operation == SandboxOperations.setFaults { _ = try await service.sandbox("DELETE", "/faults") }
        }
    }

    /// A value that is valid by itself may still be refused because of another member.
    private func expect(_ answer: RawAnswer, _ isGood: Bool, _ place: String) {
        #expect(isGood ? answer.status < 500 : answer.status == 400, "\(place) was answered \(answer.status)")
    }

    private func askWithSignedDevice(of card: String, at service: LiveService, token: String?) async throws {
        for text in Self.extremes + Self.edges(of: 0...253_402_300_799_999) {
            let pass = #"{"deviceId":"\#(card)","signedAt":\#(text),"signature":"AA"}"#
            let answer = try await service.ask(
                "PATCH", "\(cardsPath)/\(card)", token: token, #"{"status":"LOCKED","statusReason":"x"}"#,
                headers: [("SCA-Device", Data(pass.utf8).base64EncodedString())])
            #expect(answer.status < 500, "signedAt \(text)")
        }
    }
}
