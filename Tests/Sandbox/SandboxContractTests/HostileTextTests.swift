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

/// Tries every place of every operation that accepts text. The places come from the declarations of the operations, so
/// a new operation is tried too.
@Suite("Hostile text in every place that accepts text")
struct HostileTextTests {
    private static let number = "4761739001010010"
    private static let dashed = "4761-7390-0101-0010"
    /// Texts for every place: one that the database refuses, and one that nothing may keep.
    private static let texts = ["a\0b", number]
    /// The rules for texts are few, so each place gets only one of these, in turn.
    private static let otherTexts = ["\0", "\u{1}\u{1F}\r\n", "\u{7F}\u{85}\u{301}", "x 4" + dashed]
    /// These operations would undo what the test has set up.
    private static let excluded: Set = ["resetSandbox", "restoreSnapshot", "deleteTenant", "clearFaults"]

    @Test("No operation fails, and no card number is kept or repeated")
    func everywhere() async throws {
        try await withSandboxService { service in
            let callers = try await Callers(at: service)
            var asked = 0
            for (turn, (operation, listener)) in Self.operations.enumerated() {
                for request in Self.requests(of: operation, card: callers.card, turn: turn) {
                    let answer = try await service.send(callers.signed(request, for: operation), to: listener)
                    let what = "\(operation.name): \(request.target) \(String(decoding: request.body, as: UTF8.self))"
                    #expect(answer.status < 500, "\(what): \(answer.text)")
                    #expect(!Self.holdsNumber(answer.head + answer.text), "\(what): \(answer.head) \(answer.text)")
                    asked += 1
                }
                _ = try await service.sandbox("DELETE", "/faults")
            }
            #expect(asked > 500)
            let journal = try await service.journal("?limit=1000").text
            let metrics = try await service.ask("GET", "/metrics").text
            for kept in [service.log.text, journal, metrics, try await DatabaseDump.text(of: service.fixture.scratch)] {
                let line = kept.split(separator: "\n").first { Self.holdsNumber(String($0)) }
                #expect(line == nil)
            }
        }
    }

    @Test("The token call refuses control characters; credentials with them are an unknown client")
    func tokenCall() async throws {
        try await withSandboxService { service in
            let path = "/digitalwallets/v1/auth/brands/demo/token"
            let form = [(name: "Content-Type", value: "application/x-www-form-urlencoded")]
            func basic(_ credentials: String) -> (name: String, value: String) {
                ("Authorization", "Basic " + Data(credentials.utf8).base64EncodedString())
            }
            for credentials in ["demo\0app:demo-secret", "demo-app:demo-secret\0", "\0:", "demo-app\u{7F}:x", "a\n:b"] {
                let answer = try await service.ask(
                    "POST", path, "grant_type=client_credentials", headers: form + [basic(credentials)])
                #expect(answer.status == 401 && answer.text.contains("invalid_client"))
            }
            for (body, name) in [
                ("grant_type=client_credentials&scope=%00", "scope"), ("grant_type=client%0A", "grant_type"),
                ("grant_type=refresh_token&refresh_token=%7F", "refresh_token"),
                ("grant_type=refresh_token&refresh_token=a&scope=%C2%85", "scope"),
            ] {
                let answer = try await service.ask("POST", path, body, headers: form + [basic("demo-app:demo-secret")])
                #expect(answer.status == 400)
                #expect(answer.text.contains(#""error_description":"\#(name) must not contain control characters.""#))
            }
            let accented = try await service.ask(
                "POST", path, "grant_type=client_credentials", headers: form + [basic("demo-app:\u{301}x")])
            #expect(accented.status == 401, "a colon with an accent is a colon")
        }
    }

    private static let spelledIDs: [(String, Bool)] = [
        ("4761739001010010", false), ("4761-7390-0101-0010", false), ("94761739001010010", true),
        ("94761-7390-0101-0010", false), ("a4761-7390-0101-0010", false), ("x-4761739001010010-y", false),
        ("4761_7390_0101_0010", false), ("4761-7390-0101-00109", false),
        ("f16ba382-eb42-481a-b08f-c57bdc9aae24", true), ("12345678-1234-4123-8123-123456789012", true),
        ("1732246483637", true), ("order-20261122034501", true), ("4bf92f3577b34da6a3ce929d0e0e4736", true),
    ]

    @Test("An X-Request-Id that holds a card number is replaced, another is kept")
    func requestIDs() async throws {
        try await withSandboxService { service in
            for (id, isKept) in Self.spelledIDs {
                let answer = try await service.ask("GET", cardsPath, headers: [("X-Request-Id", id)])
                #expect((answer["X-Request-Id"] == id) == isKept, "\(id)")
                #expect(service.log.text.contains(id) == isKept, "\(id)")
                let journal = try await service.journal().text
                #expect(journal.contains(id) == isKept, "\(id)")
            }
        }
    }

    private static let pathsWithNumber = [
        "/x/4761/7390/0101/0010", "/x/4761%207390%200101%200010", "/x/%34%37%36%31739001010010", "/4761739/001010010/y",
        "/x/94761-7390-0101-0010", "/x/4761/%37390/0101/0010",
    ]

    @Test("A path that holds a card number is not logged, in any spelling")
    func paths() async throws {
        try await withSandboxService { service in
            for path in Self.pathsWithNumber {
                let fields = [("User-Agent", Self.number), ("Host", Self.number), ("X-\(Self.number)", "a")]
                let answer = try await service.ask("GET", path, headers: fields)
                #expect(answer.status >= 400, "\(path)")
                let journal = try await service.journal().text
                for text in [service.log.text, journal, try await service.ask("GET", "/metrics").text] {
                    #expect(!Self.holdsNumber(text) && !text.contains(path), "\(path)")
                }
            }
        }
    }

    private static func holdsNumber(_ text: String) -> Bool {
        let spellings = [number, dashed, "4761 7390 0101 0010", "4761/7390/0101/0010"]
        return spellings.contains { text.contains($0) }
    }

    private static var operations: [(Operation, LiveService.Listener)] {
        Operations.all.map { ($0, .open) }
            + SandboxOperations.all.filter { !excluded.contains($0.name) }.map { ($0, .sandbox) }
    }

    /// Each place gets each of the texts, and one of the other texts.
    ///
    /// - Parameter turn: which of the other texts the first place gets.
    private static func requests(of operation: Operation, card: String, turn: Int) -> [RawRequest] {
        let others = otherTexts.enumerated().flatMap { index, text in
            requests(of: operation, card: card, with: text).enumerated()
                .filter { ($0.offset + turn) % otherTexts.count == index }.map(\.element)
        }
        return texts.flatMap { requests(of: operation, card: card, with: $0) } + others
    }

    /// One request for each place.
    private static func requests(of operation: Operation, card: String, with text: String) -> [RawRequest] {
        let path = operation.path(filling: places(card))
        var requests: [RawRequest] = []
        let encoded = FormText.encodeComponent(text)
        for parameter in operation.query {
            requests.append(.asking(operation.method.rawValue, "\(path)?\(parameter.name)=\(encoded)"))
        }
        requests.append(.asking(operation.method.rawValue, "\(path)?\(encoded)=1"))
        for name in places(card).keys.sorted() where operation.path.contains("{\(name)}") {
            let other = operation.path(filling: places(card).merging([name: text]) { $1 })
            requests.append(.asking(operation.method.rawValue, other))
        }
        switch operation.payload {
        case .none: break
        case .text:
            requests.append(
                .asking(
                    operation.method.rawValue, path, text,
                    headers: [("Content-Type", operation.mediaType ?? "")]))
        case .json(let schema):
            for body in schema.allExamples.flatMap({ $0.value.replacingEachText(by: text) }) {
                requests.append(.asking(operation.method.rawValue, path, body.jsonText))
            }
            let misnamed = JSONValue.object(JSONObject([(text, .string("x"))]))
            requests.append(.asking(operation.method.rawValue, path, misnamed.jsonText))
        case .form(let schema):
            for case .object(let form) in schema.allExamples.map(\.value) {
                for name in form.names {
                    let pairs = form.names.map { ($0, $0 == name ? text : form[$0]?.text ?? "") }
                    requests.append(.asking(
                        operation.method.rawValue, path, FormText.encode(pairs),
                        headers: [("Content-Type", "application/x-www-form-urlencoded")]))
                }
            }
        }
        if operation.method == .post, !text.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }) {
            requests.append(.asking(
                operation.method.rawValue, path, "{}",
                headers: [("Idempotency-Key", text.replacing(" ", with: "")), ("X-Request-Id", text)]))
        }
        return requests
    }

    private static func places(_ card: String) -> [String: String] {
        Operations.anyIDs(card).merging([
            "brand": "demo", "messageId": card, "phoneId": card, "paymentId": card, "dpanRef": "DNITHE1",
            "issuerTokenId": "DNITHE1", "name": "base", "tenant": "blue", "merchantId": "496160873888",
            "receiver": "shop", "gateway": "cardpointe", "breakId": card, "version": "1",
        ]) { $1 }
    }

    private struct Callers {
        let card: String
        private let customer: String
        private let business: String

        init(at service: LiveService) async throws {
            customer = try await service.dataToken()
            business = try await service.businessToken()
            card = try await service.cards(of: .ivana).create(.virtual).cardId
        }

        func signed(_ request: RawRequest, for operation: Operation) -> RawRequest {
            var request = request
            switch operation.audience {
            case .client:
                let basic = Data("demo-app:demo-secret".utf8).base64EncodedString()
                request.headers.append(("Authorization", "Basic \(basic)"))
            case .customer, .cardData, .authenticating: request.headers.append(("Authorization", "Bearer \(customer)"))
            case .business: request.headers.append(("Authorization", "Bearer \(business)"))
            default: break
            }
            return request
        }
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

    /// One copy of this value for each text in it, with that text replaced.
    fileprivate func replacingEachText(by text: String) -> [JSONValue] {
        switch self {
        case .null, .boolean, .number: []
        case .string: [.string(text)]
        case .array(let elements):
            elements.indices.flatMap { index in
                elements[index].replacingEachText(by: text).map { changed in
                    .array(elements.enumerated().map { $0 == index ? changed : $1 })
                }
            }
        case .object(let object):
            object.names.flatMap { name in
                (object[name]?.replacingEachText(by: text) ?? []).map { changed in
                    .object(object.map { ($0, $0 == name ? changed : $1) })
                }
            }
        }
    }
}
