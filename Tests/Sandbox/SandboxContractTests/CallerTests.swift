import CardAPI
import CardClient
import ContractTestSupport
import Testing

/// The console and the commands of `tessera` mark their requests, so that looking at a service does not affect a test.
@Suite("Requests of the console and of commands", .timeLimit(.minutes(3)))
struct CallerTests {
    @Test("Coverage and verification do not count these requests", arguments: ["console", "command"])
    func uncounted(tool: String) async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            #expect(try await service.sandbox("DELETE", "/coverage").status == 204)
            let mark = ("Tessera-Tool", tool)
            let order = #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#
            let made = try await service.ask("POST", cardsPath, token: token, order, headers: [mark])
            let card: CardBody = try made.decoded(expecting: 201)
            let suspended = try await service.ask(
                "POST", "/sandbox/cards/\(card.cardId)/events", #"{"type":"SUSPEND"}"#, headers: [mark], on: .sandbox)
            #expect(suspended.status == 200)
            let missing = try await service.ask("GET", "\(cardsPath)/none", token: token, headers: [mark])
            #expect(missing.status >= 400)
            let covered = try await service.coverage()
            #expect(covered.operations.seen == 0 && covered.statusTransitions.seen == 0)
            #expect(covered.errorCodes.seen == 0)

            #expect(try await service.verify(#"{"operation":"createCard","times":0}"#))
            let marked = #"{"operation":"createCard","times":1,"where":{"tool":"\#(tool)"}}"#
            #expect(try await service.verify(marked))
            let criterion = #"[{"path":"$.tool","exists":true}]"#
            #expect(try await service.verify(#"{"operation":"createCard","times":1,"criteria":\#(criterion)}"#))
            let own = try await service.ask("POST", cardsPath, token: token, order)
            #expect(own.status == 201)
            #expect(try await service.verify(#"{"operation":"createCard","times":1}"#))
            #expect(try await service.verify(#"{"operation":"createCard","times":1,"where":{"tool":null}}"#))
        }
    }

    @Test("The journal shows who has sent a request, and lists those of one sender")
    func journal() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            #expect(try await service.sandbox("DELETE", "/requests").status == 204)
            for tool in ["console", "command", "browser", ""] {
                let headers = tool.isEmpty ? [] : [("Tessera-Tool", tool)]
                #expect(try await service.ask("GET", cardsPath, token: token, headers: headers).status == 200)
            }
            for (sender, count) in [("client", 2), ("console", 1), ("command", 1)] {
                let found = try await service.sandbox("GET", "/requests?sender=\(sender)").text
                #expect(found.contains(#""numberOfRecords":\#(count),"#), "\(found)")
                #expect(found.contains(#""tool":"\#(sender)""#) == (sender != "client"))
            }
            let refused = try await service.sandbox("GET", "/requests?sender=browser")
            #expect(refused.status == 400 && refused.text.contains("client"), "\(refused.text)")
        }
    }

    @Test("A page of another origin with the mark of the console counts as a client")
    func otherOrigin() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            #expect(try await service.sandbox("DELETE", "/coverage").status == 204)
            let headers = [("Tessera-Tool", "console"), ("Origin", "https://shop.example")]
            #expect(try await service.ask("GET", cardsPath, token: token, headers: headers).status == 200)
            #expect(try await service.coverage().operations.counts == ["listCards": ["200": 1]])
        }
    }

    @Test("A fault strikes these requests only if its plan says so", arguments: [false, true])
    func faults(alsoTools: Bool) async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            let rules = #"[{"operation":"listCards","fault":"STATUS","status":503,"nth":1}]"#
            let plan = #"{"alsoTools":\#(alsoTools),"rules":\#(rules)}"#
            #expect(try await service.sandbox("PUT", "/faults", plan).status == 200)
            let mark = ("Tessera-Tool", "console")
            let tool = try await service.ask("GET", cardsPath, token: token, headers: [mark])
            #expect(tool.status == (alsoTools ? 503 : 200))
            let client = try await service.ask("GET", cardsPath, token: token)
            #expect(client.status == (alsoTools ? 200 : 503))
            let shown = try await service.sandbox("GET", "/faults").text
            #expect(shown.contains(#""alsoTools":true"#) == alsoTools, "\(shown)")
        }
    }
}

extension LiveService {
    fileprivate func verify(_ expectation: String) async throws -> Bool {
        let answer = try await sandbox("POST", "/requests/verify", expectation)
        #expect(answer.status == 200, "\(answer.text)")
        return answer.text.contains(#""holds":true"#)
    }
}
