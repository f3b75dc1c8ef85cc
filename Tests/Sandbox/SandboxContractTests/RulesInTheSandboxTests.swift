import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Testing

@Suite("Drafts of controls in the sandbox")
struct RulesInTheSandboxTests {
    private static let program = "SKRILL-VIRTUAL-MC-EEA"
    private static let controls = "/programs/\(program)/controls"
    private static let draft = "\(controls)/draft"
    private static let body = #"{"blockedCountries":["DE"]}"#

    private struct Draft: Decodable {
        let program, status: String
        let version: Int

        var told: String { "\(program) \(status) \(version)" }
    }

    private struct Difference: Decodable {
        let networkReference, cardId, recordedCode, draftCode: String
        let draftReason: String?

        var told: String { "\(networkReference) \(recordedCode) \(draftCode) \(draftReason ?? "")" }
    }

    private struct Page: Decodable {
        let differences: [Difference]
        let next: String?
    }

    private struct Backtest: Decodable {
        let cards, judged, declined, approved, otherwise, unknown: Int
        let differences: [Difference]
    }

    private struct Programs: Decodable {
        struct Listed: Decodable {
            let programName, brand: String
            let draftStatus: String?
        }

        struct Meta: Decodable {
            let numberOfRecords: Int
        }

        let programs: [Listed]
        let meta: Meta
    }

    private struct Clock: Decodable {
        let now: String
    }

    /// A card of the program, and money for it.
    private func payer(at service: LiveService) async throws -> CardBody {
        let card = try await service.cards(of: .ivana).create(.virtual)
        _ = try await service.load(5000, "EUR", for: .ivana)
        return card
    }

    /// The response code of a purchase in Germany.
    private func pay(_ reference: String, with card: CardBody, at service: LiveService) async throws -> String {
        let body = #"{"networkReference":"\#(reference)","amount":100}"#
        let answer: PaymentStoryTests.Answer = try await service.sandbox(
            "POST", "/cards/\(card.cardId)/payments", body
        ).decoded(expecting: 201)
        return answer.responseCode
    }

    private func drafted(_ method: String, _ path: String, _ body: String = "", at service: LiveService) async throws
        -> String
    {
        let draft: Draft = try await service.sandbox(method, path, body).decoded(expecting: 200)
        return draft.told
    }

    @Test("A draft is tried on played purchases and in shadow, and its promoted version counts from the next payment")
    func story() async throws {
        try await withSandboxService { service in
            let card = try await payer(at: service)
            let none = try await service.sandbox("GET", Self.draft)
            #expect(none.status == 404 && none.text.contains("Make one first"), "\(none.text)")
            #expect(try await pay("P1", with: card, at: service) == "00")
            #expect(try await drafted("PUT", Self.draft, Self.body, at: service) == "\(Self.program) OPEN 1")

            let clock: Clock = try await service.sandbox("GET", "/clock").decoded(expecting: 200)
            let days = #"{"firstDay":"\#(clock.now.prefix(10))","lastDay":"\#(clock.now.prefix(10))"}"#
            let tried: Backtest = try await service.sandbox("POST", "\(Self.draft)/backtest", days)
                .decoded(expecting: 200)
            #expect([tried.cards, tried.judged, tried.declined, tried.approved, tried.unknown] == [1, 1, 1, 0, 0])
            #expect(tried.differences.map(\.told) == ["P1 00 57 COUNTRY_NOT_ALLOWED"])

            for _ in 1...2 {
                let shadow = try await drafted("POST", "\(Self.draft)/shadow", at: service)
                #expect(shadow == "\(Self.program) SHADOW 2")
            }
            #expect(try await pay("P2", with: card, at: service) == "00", "a shadow decides nothing")
            let page: Page = try await service.sandbox("GET", "\(Self.draft)/differences").decoded(expecting: 200)
            #expect(page.differences.map(\.told) == ["P2 00 57 COUNTRY_NOT_ALLOWED"] && page.next == nil)
            #expect(page.differences.first?.cardId == card.cardId)

            let late = try await service.sandbox("POST", "\(Self.draft)/versions/1/promote")
            #expect(late.status == 403 && late.text.contains("it has version 2 now"), "\(late.text)")
            #expect(try await drafted("GET", Self.draft, at: service) == "\(Self.program) SHADOW 2")
            let promoted = try await service.sandbox("POST", "\(Self.draft)/versions/2/promote")
            #expect(promoted.status == 200 && promoted.text.contains(#""blockedCountries":["DE"]"#))
            #expect(try await service.sandbox("GET", Self.controls).body == promoted.body)
            #expect(try await service.sandbox("GET", Self.draft).status == 404)
            #expect(try await pay("P3", with: card, at: service) == "57")
        }
    }

    @Test("A draft is refused once the controls were changed after it, until it is made again")
    func changedControls() async throws {
        try await withSandboxService { service in
            _ = try await drafted("PUT", Self.draft, Self.body, at: service)
            let changed = try await service.sandbox("PUT", Self.controls, #"{"blockedMccs":["7995"]}"#)
            #expect(changed.status == 200)
            let seen = try await service.sandbox("GET", Self.draft)
            #expect(seen.text.contains(#""controlsHaveChanged":true"#), "\(seen.text)")
            let refused = try await service.sandbox("POST", "\(Self.draft)/versions/1/promote")
            #expect(refused.status == 403 && refused.text.contains("had version 0 and have version 1 now"))
            #expect(try await service.sandbox("GET", Self.controls).body == changed.body)
            #expect(try await drafted("PUT", Self.draft, Self.body, at: service) == "\(Self.program) OPEN 2")
            #expect(try await service.sandbox("POST", "\(Self.draft)/versions/2/promote").status == 200)
        }
    }

    @Test("A dropped draft counts nothing, and without a shadow there are no differences")
    func drop() async throws {
        try await withSandboxService { service in
            let card = try await payer(at: service)
            _ = try await drafted("PUT", Self.draft, Self.body, at: service)
            _ = try await drafted("POST", "\(Self.draft)/shadow", at: service)
            #expect(try await pay("P1", with: card, at: service) == "00")
            #expect(try await drafted("DELETE", "\(Self.draft)/shadow", at: service) == "\(Self.program) OPEN 3")
            let page: Page = try await service.sandbox("GET", "\(Self.draft)/differences").decoded(expecting: 200)
            #expect(page.differences.isEmpty)
            #expect(try await service.sandbox("DELETE", Self.draft).status == 204)
            let again = try await service.sandbox("DELETE", Self.draft)
            #expect(again.status == 404 && again.text.contains("dropped or promoted"), "\(again.text)")
            #expect(try await pay("P2", with: card, at: service) == "00")
        }
    }

    @Test("A wrong draft or period is refused with all its fields, and changes nothing")
    func refusals() async throws {
        try await withSandboxService { service in
            _ = try await drafted("PUT", Self.draft, Self.body, at: service)
            let wrong = #"{"allowedMccs":["1"],"limits":[{"window":"DAY"}],"chanels":{}}"#
            let backtest = #"{"firstDay":"today","lastDay":"2026-13-01","next":"1"}"#
            for (method, path, body, fields) in [
                ("PUT", Self.draft, wrong, ["allowedMccs", "limits[0].amount", "chanels"]),
                ("POST", "\(Self.draft)/backtest", backtest, ["firstDay", "lastDay", "next"]),
                ("POST", "\(Self.draft)/backtest", "{}", ["firstDay", "lastDay"]),
                (
                    "POST", "\(Self.draft)/backtest", #"{"firstDay":"2026-03-02","lastDay":"2026-03-01"}"#,
                    ["lastDay"]
                ),
                ("GET", "\(Self.draft)/differences?after=P1", "", ["after"]),
            ] {
                let refused = try await service.sandbox(method, path, body)
                #expect(refused.status == 400, "\(refused.text)")
                for field in fields {
                    #expect(refused.text.contains(#""field":"\#(field)""#), "\(field): \(refused.text)")
                }
            }
            let stale = try await service.sandbox("GET", "\(Self.draft)/differences?after=9.0.P1")
            #expect(stale.status == 403 && stale.text.contains("it has version 1 now"), "\(stale.text)")
            for (method, path, body) in [
                ("PUT", "/programs/NONE/controls/draft", "{}"), ("GET", "/programs/NONE/controls/draft", ""),
                ("POST", "\(Self.draft)/versions/one/promote", ""),
            ] {
                let unknown = try await service.sandbox(method, path, body)
                #expect(unknown.status == 404, "\(unknown.text)")
            }
            #expect(try await drafted("GET", Self.draft, at: service) == "\(Self.program) OPEN 1")
        }
    }

    @Test("The programs of all brands are listed by name with their drafts, page by page and by a part of the name")
    func programs() async throws {
        try await withSandboxService { service in
            func list(_ query: String = "") async throws -> Programs {
                try await service.sandbox("GET", "/programs\(query)").decoded(expecting: 200)
            }
            let all = try await list("?limit=100")
            let names = all.programs.map(\.programName)
            #expect(names.contains(Self.program) && names == names.sorted())
            #expect(all.meta.numberOfRecords == names.count)
            #expect(all.programs.allSatisfy { $0.draftStatus == nil && $0.brand == "demo" })
            let second = try await list("?limit=1&offset=1")
            #expect(second.programs.map(\.programName) == [names[1]] && second.meta.numberOfRecords == names.count)
            _ = try await drafted("PUT", Self.draft, Self.body, at: service)
            _ = try await drafted("POST", "\(Self.draft)/shadow", at: service)
            let found = try await list("?search=skrill-virtual-mc")
            #expect(found.programs.map(\.programName) == [Self.program] && found.meta.numberOfRecords == 1)
            #expect(found.programs.map(\.draftStatus) == ["SHADOW"])
        }
    }

    @Test("A tenant has drafts of its own, a reset removes a draft, and a restored snapshot has it again")
    func places() async throws {
        try await withSandboxService { service in
            #expect(try await service.sandbox("POST", "/tenants", #"{"name":"rules"}"#).status == 201)
            let tenant = service.tenant("rules")
            _ = try await drafted("PUT", Self.draft, Self.body, at: tenant)
            #expect(try await service.sandbox("GET", Self.draft).status == 404)

            _ = try await drafted("PUT", Self.draft, "{}", at: service)
            let shadow = try await drafted("POST", "\(Self.draft)/shadow", at: service)
            #expect(try await drafted("GET", Self.draft, at: tenant) == "\(Self.program) OPEN 1")
            #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"draft"}"#).status == 201)
            #expect(try await service.sandbox("DELETE", Self.draft).status == 204)
            #expect(try await service.sandbox("POST", "/snapshots/draft/restore").status == 204)
            #expect(try await drafted("GET", Self.draft, at: service) == shadow)
            #expect(try await service.sandbox("POST", "/reset").status == 204)
            #expect(try await service.sandbox("GET", Self.draft).status == 404)
        }
    }
}
