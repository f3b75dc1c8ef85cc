import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import SandboxServer
import Testing
import TestSupport

@testable import CardAPI
@testable import CardServer

import struct HTTPContract.Operation

@Suite("The OpenAPI document")
struct OpenAPITests {
    private static let document = OpenAPIDocument.cardService()

    @Test("The documents of the service and the sandbox match the recorded ones")
    func golden() throws {
        let folder = "Tests/Issuer/ContractTests/Golden"
        try expectGolden(Self.document.recorded, "openapi.txt", in: folder)
        try expectGolden(OpenAPIDocument.sandbox().recorded, "sandbox-openapi.txt", in: folder)
    }

    @Test("The sandbox serves its document and every operation in it")
    func sandbox() async throws {
        try await withLiveService { service in
            for operation in SandboxOperations.all {
                let names = operation.pathParameters.map { ($0, "none") }
                let path = operation.path(filling: Dictionary(uniqueKeysWithValues: names))
                let answer = try await service.ask("OPTIONS", path, on: .sandbox)
                let allowed = answer["Allow"]?.components(separatedBy: ", ") ?? []
                #expect(answer.status == 405 && allowed.contains(operation.method.rawValue), "\(operation.name)")
            }
            let served = try await service.ask("GET", "/sandbox/openapi.json", on: .sandbox)
            #expect(served.text == OpenAPIDocument.sandbox(at: "http://tessera.localhost").json.jsonText)
        }
    }

    @Test(
        "The document is valid OpenAPI 3.1, and its examples match its schemas",
        arguments: [document, OpenAPIDocument.sandbox()])
    func validity(_ document: OpenAPIDocument) async throws {
        try await expectValid(document)
    }

    @Test("A link names an operation and fills all its path parameters")
    func links() throws {
        for operation in Operations.all {
            for link in operation.links {
                let target = try #require(Operations.all.first { $0.name == link.operation }, "\(link.operation)")
                #expect(Set(link.parameters.keys) == Set(target.pathParameters), "\(operation.name) → \(target.name)")
                guard case .json(let body) = target.payload else {
                    #expect(link.body.isEmpty)
                    continue
                }
                #expect(link.body.keys.allSatisfy { name in body.members.contains { $0.name == name } })
            }
        }
    }

    @Test("Two responses that differ only in their header fields do not share a description")
    func namesakes() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (document, body) = (OpenAPIDocument.cardService(), TokenErrorBody.schema)
            var (one, other) = (Operations.listPrograms, Operations.listCards)
            one.otherErrors = [.init(status: .gone, body: body, headers: [.requestID])]
            other.otherErrors = [.init(status: .gone, body: body, headers: [.requestID, .retryAfter])]
            _ = OpenAPIDocument(
                title: "", description: "", server: "/", base: document.base, operations: [one, other],
                pathParameters: document.pathParameters, errors: document.errors, challenge: document.challenge
            ).json
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(text.contains("Two different responses are called 410.TokenError"), "\(text)")
    }

    @Test("An undeclared answer is an issue of the test that gets it")
    func watch() async throws {
        var programs = Operations.listPrograms
        programs.answer = CardListBody.schema
        let cards = Operation(
            name: "listCards", summary: "", description: "", noun: programs.noun, method: .get,
            path: Operations.listCards.path, audience: .anyone, successStatus: .created)
        for (operation, noticed) in [
            (programs, "listPrograms answers 200 OK and "),
            (cards, "listCards does not declare that it can answer 200"),
        ] {
            try await withKnownIssue {
                try await withLiveService(declaring: [operation]) { service in
                    let token = try await service.token(of: .ivana)
                    _ = try await service.ask("GET", operation.path, token: token)
                }
            } matching: { issue in
                issue.comments.contains { $0.rawValue.hasPrefix(noticed) }
            }
        }
    }

    @Test("The service serves the document, and returns 304 if the ETag matches")
    func served() async throws {
        try await withLiveService { service in
            let answer = try await service.ask("GET", "/openapi.json")
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "application/json")
            #expect(answer.body == Self.document.at("http://tessera.localhost").json.jsonBytes)
            let name = try #require(answer["ETag"])
            let again = try await service.ask("GET", "/openapi.json", headers: [("If-None-Match", name)])
            #expect(again.status == 304 && again.body.isEmpty && again["ETag"] == name)
            let other = try await service.ask("GET", "/openapi.json", headers: [("If-None-Match", "\"other\"")])
            #expect(other.status == 200)
            let posted = try await service.ask("POST", "/openapi.json", "{}")
            #expect(posted.status == 405 && posted["Allow"] == "GET, HEAD")
        }
    }

    @Test("The root leads to the reference")
    func root() async throws {
        try await withLiveService { service in
            for target in ["/", "http://tessera.localhost"] {
                let answer = try await service.ask("GET", target)
                #expect(answer.status == 302 && answer["Location"] == "docs")
            }
        }
    }

    @Test("A page shows every operation and error, and loads nothing from elsewhere")
    func page() async throws {
        try await withLiveService { service in
            let answer = try await service.ask("GET", "/docs")
            #expect(answer.status == 200 && answer["Content-Type"] == "text/html; charset=utf-8")
            let policy = try #require(answer["Content-Security-Policy"])
            #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
            #expect(policy.contains("; script-src 'sha256-"))
            for operation in Operations.all { #expect(answer.text.contains(#"<article id="\#(operation.name)">"#)) }
            for code in ErrorCode.cardService { #expect(answer.text.contains(#"<tr id="\#(code.rawValue)">"#)) }
            for member in CreateCardBody.members { #expect(answer.text.contains(member.declaration.name)) }
            for event in CardEvents.all + [CardEvents.question] {
                #expect(answer.text.contains(#"<article id="\#(event.name)">"#))
            }
            // As on all other pages, $API ends in the base path.
            #expect(answer.text.contains(#"&quot;$API/v1/profile/prepaid/cards&quot;"#))
            #expect(!answer.text.contains("$API\(Self.document.base.path)"))
            let elsewhere = answer.text.matches(of: /(src|href)="(?<address>[^"]*)"/).map(\.address)
                .filter { !$0.hasPrefix("#") && !["data:,", "openapi.json"].contains($0) }
            #expect(elsewhere.isEmpty)
            #expect(answer.text.ranges(of: "<script").count == 1 && !answer.text.contains("<script "))
        }
    }
}
