import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Testing
import Validation

@Suite("Requests that are refused before their fields are checked")
struct BadRequestTests {
    @Test("The response to a body that is not one JSON object says why and where", arguments: [
        ("", "it is empty, and a JSON object is expected"),
        ("{", "a member name in quotes was expected, at byte 1"),
        (#"{"programName":"A","programName":"B"}"#, #"the name "programName" occurs twice in one object, at byte 19"#),
        (#"{"programName":"A"}}"#, "only one value is accepted, and more follows it, at byte 19"),
        (#"{'programName':'A'}"#, "a member name in quotes was expected, at byte 1"),
        (#"{"a":01}"#, "a comma or } was expected, at byte 6"),
        (#"{"a":NaN}"#, "a value was expected, at byte 5"),
        (#"{"a":"\ud800"}"#, "a lone surrogate is not a character, at byte 6"),
        ("\u{FEFF}{}", "a value was expected, at byte 0"),
        (nested(17), "arrays and objects may be nested at most 16 deep, at byte 16"),
    ])
    func unreadable(body: String, reason: String) async throws {
        try await withSharedLiveService { service in
            let answer = try await service.ask(
                "POST", cardsPath, token: try await service.token(of: .ivana), body,
                headers: [("Content-Type", "application/json")])
            let message = "The request body cannot be read as JSON: \(reason)."
            #expect(answer.problem == Problem(.bodyNotReadable, message))
        }
    }

    @Test("A body that is not UTF-8 or not a JSON object is refused")
    func notAnObject() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            var request = RawRequest.asking("POST", cardsPath, token: token, "{}")
            request.body = [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]
            let notText = "The request body cannot be read as JSON: the bytes are not UTF-8."
            #expect(try await service.send(request).problem == Problem(.bodyNotReadable, notText))
            for (body, noun) in [("[]", "an array"), ("\"{}\"", "a string"), ("null", "null"), ("1", "a number")] {
                let answer = try await service.ask("POST", cardsPath, token: token, body)
                let message = "The request body is \(noun); a JSON object is expected."
                #expect(answer.problem == Problem(.bodyNotReadable, message))
            }
        }
    }

    @Test("An unknown path returns 404, with and without a token")
    func unknownPaths() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            for (path, nearest) in [
                ("/digitalwallets", nil), ("/digitalwallets/v1/profile/prepaid/card", cardsPath),
                ("/digitalwallets/v2/profile/prepaid/cards", cardsPath), ("\(cardsPath)/x/y", "\(cardsPath)/{cardId}"),
                ("/DigitalWallets/v1/profile/prepaid/cards", cardsPath), ("/profile/prepaid/cards?limit=1", cardsPath),
                ("\(cardsPath)/f16ba382-eb42-481a-b08f-c57bdc9aae24/details/more", "\(cardsPath)/{cardId}/details"),
                ("/sandbox/clock", nil), ("/sandbox/reset", nil), ("/sandbox/customers", nil), ("/admin", nil),
                ("/../etc/passwd", nil), ("/%2e%2e/%2e%2e/etc/passwd", nil), ("//metrics/x", nil),
            ] as [(String, String?)] {
                for method in ["GET", "POST", "DELETE"] {
                    for token in [token, nil] {
                        let answer = try await service.ask(method, path, token: token)
                        let hint = nearest.map { "; did you mean \($0)?" } ?? "."
                        let expected = Problem(.noSuchOperation, "There is no operation at this path\(hint)")
                        #expect(answer.status == 404, "\(method) \(path)")
                        #expect(answer.problem == expected, "\(method) \(path)")
                    }
                }
            }
        }
    }

    @Test("An unsupported method returns 405 with the supported methods")
    func otherMethods() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            var byPath: [String: Set<String>] = [:]
            for operation in Operations.all { byPath[operation.path, default: []].insert(operation.method.rawValue) }
            for (template, accepted) in byPath {
                let path = template.replacing(/\{\w+Id\}/, with: "f16ba382-eb42-481a-b08f-c57bdc9aae24")
                    .replacing("{brand}", with: "demo")
                for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
                where !accepted.contains(method) {
                    let answer = try await service.ask(method, path, token: token)
                    let allowed = accepted.sorted().joined(separator: ", ")
                    let message = "\(method) is not supported at this path; supported: \(allowed)."
                    #expect(answer.status == 405, "\(method) \(path)")
                    #expect(answer["Allow"] == allowed, "\(method) \(path)")
                    #expect(answer.problem == Problem(.methodNotAllowed, message), "\(method) \(path)")
                }
            }
        }
    }

    @Test("A body needs the content type application/json, with or without a charset")
    func mediaTypes() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            let body = #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#
            for type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json"] {
                let answer = try await service.ask(
                    "POST", cardsPath, token: token, body, headers: [("Content-Type", type)])
                let message = "Content-Type \(type) is not supported; accepted: application/json."
                #expect(answer.status == 415 && answer.problem == Problem(.mediaTypeNotSupported, message))
            }
            let silent = RawRequest(
                method: "POST", target: cardsPath, headers: [("Authorization", "Bearer \(token)")],
                body: Array(body.utf8))
            let message = "Content-Type is missing; accepted: application/json."
            #expect(try await service.send(silent).problem == Problem(.mediaTypeNotSupported, message))
            for type in ["application/json; charset=utf-8", "Application/JSON", "application/json ;charset=UTF-8"] {
                let answer = try await service.ask(
                    "POST", cardsPath, token: token, body, headers: [("Content-Type", type)])
                #expect(answer.status == 201, "\(type)")
            }
        }
    }

    @Test("A body of 64 KiB is read and one byte more is refused, also if it is chunked")
    func oversized() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            let message = "The request body exceeds the limit of 64 KiB."
            for (size, code) in [(65_536, ErrorCode.fieldErrors), (65_537, .requestBodyLimitExceeded)] {
                let body = #"{"nonsense":"\#(String(repeating: "x", count: size - 15))"}"#
                #expect(body.utf8.count == size)
                let whole = RawRequest.asking("POST", cardsPath, token: token, body)
                #expect(try await service.send(whole).problem?.code == code)
                var chunked = whole
                chunked.headers.append(("Transfer-Encoding", "chunked"))
                let half = size / 2
                chunked.body = Array("\(String(half, radix: 16))\r\n\(body.prefix(half))\r\n".utf8)
                    + Array("\(String(size - half, radix: 16))\r\n\(body.dropFirst(half))\r\n0\r\n\r\n".utf8)
                let answer = try await service.send(chunked)
                #expect(answer.problem?.code == code)
                if size > 65_536 { #expect(answer.status == 413 && answer.problem?.message == message) }
            }
        }
    }

    @Test("All wrong query parameters are named", arguments: [
        ("limit=0", "limit: must be a whole number from 1 to 100"),
        ("limit=101&offset=-1",
         "limit: must be a whole number from 1 to 100; offset: must be a whole number from 0 to 2147483647"),
        ("limit=ten", "limit: must be a whole number from 1 to 100"),
        ("limit=1&limit=2", "limit: must be given once, not 2 times"),
        ("offset=99999999999999999999", "offset: must be a whole number from 0 to 2147483647"),
        ("cardType=virtual", "cardType: must be one of PHYSICAL, VIRTUAL; write VIRTUAL in capital letters"),
        ("include=TOKENIZATION",
         "include: must be one of TOKENIZATIONS, AVAILABLE_ACTIONS; did you mean TOKENIZATIONS?"),
        ("includes=TOKENIZATIONS&page=2",
         "includes: is not a known query parameter; did you mean include?; page: is not a known query parameter"),
        ("status=%FF&limit=x", "status: must be percent-encoded UTF-8; limit: must be a whole number from 1 to 100"),
    ])
    func queries(query: String, errors: String) async throws {
        try await withSharedLiveService { service in
            let token = try await service.token(of: .ivana)
            let answer = try await service.ask("GET", "\(cardsPath)?\(query)", token: token)
            let found = answer.problem?.fieldErrors.map { "\($0.field): \($0.error)" }.joined(separator: "; ")
            let isPaging = ["limit", "offset"].contains { query.hasPrefix($0) }
            #expect(answer.status == 400 && found == errors)
            #expect(answer.problem?.code == (isPaging ? .incorrectOffsetAndLimit : .fieldErrors))
        }
    }

    @Test("An operation without query parameters refuses all of them")
    func strayQueries() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            let card = try await service.cards(of: .ivana).create(.virtual)
            for operation in Operations.all where operation.query.isEmpty {
                guard [.customer, .authenticating].contains(operation.audience) else { continue }
                let target = operation.path(filling: Operations.anyIDs(card.cardId))
                let answer = try await service.ask(
                    operation.method.rawValue, "\(target)?dryRun=true", token: token, "{}")
                let error = FieldError("dryRun", "is not a known query parameter")
                #expect(answer.problem?.fieldErrors == [error], "\(operation.name)")
            }
            #expect(try await service.cards(of: .ivana).getAll().cards == [card])
        }
    }

    @Test("Headers that are too long are refused, and the service goes on")
    func headers() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            do {
                let answer = try await service.ask(
                    "GET", cardsPath, token: token, headers: [("X-Long", String(repeating: "x", count: 200_000))])
                #expect(answer.status == 400)
            } catch let failure as NoAnswer {
                // The service closes the connection before it has read everything, so a reset may overtake its answer.
                let beginnings = ["HTTP/1.1 400 ", " and then "]
                #expect(failure.received.isEmpty || beginnings.contains { failure.received.hasPrefix($0) })
            }
            #expect(try await service.ask("GET", cardsPath, token: token).status == 200)
        }
    }
}

/// Arrays with this depth of nesting.
private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}
