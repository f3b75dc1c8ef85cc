import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Testing

@testable import SandboxServer

@Suite("The stream of events", .timeLimit(.minutes(3)))
struct EventStreamTests {
    @Test("The stream reports requests, steps of cards and the clock as they happen, without a length")
    func asTheyHappen() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            try await EventStreamClient.open(at: service) { stream in
                #expect(stream.status == 200)
                #expect(stream.head.lowercased().contains("content-type: text/event-stream"))
                #expect(!stream.head.lowercased().contains("content-length"))
                #expect(stream.head.lowercased().contains("connection: close"))
                _ = try await service.happens("SUSPEND", to: card)
                let step = try #require(try await stream.next())
                #expect(step.kind == "card" && step.member("cardId") == card.cardId)
                #expect(step.member("customerId") == "10000001" && step.member("actor") == "ISSUER")
                #expect(step.member("from") == "ACTIVE" && step.member("to") == "SUSPENDED")
                _ = try await cards.getAll()
                let request = try #require(try await stream.next())
                #expect(request.kind == "request" && request.id == step.id + 1)
                #expect(request.member("operation") == "listCards" && request.member("status") == "200")
                #expect(request.member("path") == cardsPath && request.member("number") != nil)
                #expect(try await service.sandbox("PUT", "/clock", #"{"advanceSeconds": 60}"#).status == 200)
                let clock = try #require(try await stream.next())
                #expect(clock.kind == "clock" && clock.member("now") != nil)
                #expect(try await service.sandbox("POST", "/reset").status == 204)
                #expect(try await stream.next()?.kind == "reset")
                #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"a"}"#).status == 201)
                let file = try await service.sandbox("GET", "/snapshots/a/file").text
                #expect(try await service.read(file, as: "b").status == 201)
                #expect(try await stream.next()?.kind == "reset", "all data are others")
            }
        }
    }

    @Test("Messages, tokens and payments have events, which name their subject")
    func kinds() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            try await EventStreamClient.open(at: service) { stream in
                let pixel = try await RemotePhone("PIXEL", at: service)
                let begun: RemotePhone.Token = try await pixel.begin(card).decoded(expecting: 201)
                let announced = try #require(try await stream.next("token"))
                #expect(announced.member("cardId") == card.cardId && announced.member("status") == "INITIATED")
                let token = try #require(try await stream.next("token"))
                #expect(token.member("issuerTokenId") == begun.issuerTokenId)
                #expect(token.member("state") == "NEEDS_IDENTITY_VERIFICATION")
                #expect(try await stream.next("message")?.member("issuerTokenId") == begun.issuerTokenId)
                let purchase = #"{"amount": 100, "currencyCode": "EUR"}"#
                let paid = try await service.sandbox("POST", "/cards/\(card.cardId)/payments", purchase)
                #expect(paid.status < 300, "\(paid.text)")
                #expect(try await stream.next("payment")?.member("responseCode") != nil)
            }
        }
    }

    @Test("A reader can continue after its last number, and a tenant has its own stream")
    func resume() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["blue"])
            let card = try await service.cards(of: .ivana).create(.virtual)
            var last = 0
            try await EventStreamClient.open(at: service) { stream in
                _ = try await service.happens("SUSPEND", to: card)
                last = try #require(try await stream.next()).id
            }
            _ = try await service.happens("RESUME", to: card)
            _ = try await service.tenant("blue").sandbox("POST", "/reset")
            try await EventStreamClient.open(at: service, after: "\(last)") { stream in
                let missed = try #require(try await stream.next())
                #expect(missed.id == last + 1 && missed.member("to") == "ACTIVE")
            }
            try await EventStreamClient.open(at: service, after: "0") { stream in
                let gap = try #require(try await stream.next())
                #expect(gap.kind == "gap" && gap.id == last - 1)
                #expect(gap.data == #"{"resumesAfter":\#(last - 1)}"#)
                #expect(try await stream.next()?.id == last)
            }
            try await EventStreamClient.open(at: service.tenant("blue")) { stream in
                _ = try await service.happens("SUSPEND", to: card)
                _ = try await service.tenant("blue").sandbox("POST", "/reset")
                #expect(try await stream.next()?.kind == "reset")
            }
        }
    }

    @Test("A stream of a tenant ends with the tenant")
    func droppedTenant() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["brief"])
            try await EventStreamClient.open(at: service.tenant("brief")) { stream in
                let dropped = try await service.sandbox("DELETE", "/tenants/brief")
                #expect(dropped.status == 204)
                let end = try await stream.next()
                #expect(end == nil)
            }
        }
    }

    @Test("The 33rd stream is refused with 429, and one that ends makes room")
    func limit() async throws {
        try await withSandboxService { service in
            func open(_ count: Int) async throws {
                guard count > 0 else {
                    let refused = try await service.sandbox("GET", "/events")
                    #expect(refused.status == 429 && refused.text.contains("There are 32 streams of events"))
                    return
                }
                try await EventStreamClient.open(at: service) { stream in
                    #expect(stream.status == 200)
                    try await open(count - 1)
                }
            }
            try await open(32)
            // The service notices the end of a connection a moment later than the client.
            var status = 429
            while status == 429 {
                try await EventStreamClient.open(at: service) { status = $0.status }
            }
            #expect(status == 200)
        }
    }

    @Test("A malformed number or a parameter is refused", arguments: [
        ("x", ""), ("-1", ""), ("1.5", ""), ("1234567890123456789", ""), ("", ""), ("1", "?after=1"),
    ])
    func malformed(last: String, query: String) async throws {
        try await withSharedSandboxService { service in
            let answer = try await service.ask(
                "GET", "/sandbox/events" + query, headers: [("Last-Event-ID", last)], on: .sandbox)
            #expect(answer.status == 400)
            #expect(answer.text.contains(query.isEmpty ? "Last-Event-ID" : "after"))
        }
    }
}
