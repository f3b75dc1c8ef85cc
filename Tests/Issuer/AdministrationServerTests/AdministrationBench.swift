import CardSecrets
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Logging
import NIOCore
import NIOEmbedded
import Postgres
import Testing
import TestSupport

@testable import AdministrationServer

/// The administration's listener on a database of its own. Requests go through its door and come from memory.
struct AdministrationBench {
    struct Answer {
        let status: Int
        let headers: HTTPFields
        let text: String
    }

    /// An operator of each role with the role's name, and a second one of each.
    enum Person: CaseIterable {
        case first, second

        func name(_ role: OperatorRole) -> String { self == .first ? role.rawValue : "second-\(role.rawValue)" }
    }

    let fixture: IssuingFixture
    private let listener: Listener
    /// The file of operators.
    private let file: String
    private let tokens: [String: String]

    /// - Parameters:
    ///   - wrongSecrets: how many wrong tokens may come in a minute; nil for any number.
    ///   - onlyServes: whether the service's database role has only the rights that serving needs.
    init(limitingTo wrongSecrets: Int? = nil, onlyServes: Bool = false) async throws {
        let owner = try await IssuingFixture.make()
        let fixture = if onlyServes { try await Self.serving(owner) } else { owner }
        let entropy = Entropy.seeded(41)
        var (tokens, entries) = ([String: String](), [String]())
        for role in OperatorRole.allCases {
            for person in Person.allCases {
                let (name, token) = (person.name(role), OperatorToken.fresh(from: entropy))
                tokens[name] = token
                entries.append(OperatorToken.entry(of: name, role, bearing: token))
            }
        }
        let file = #"{"operators": [\#(entries.joined(separator: ", "))]}"#
        try self.init(fixture, file: file, tokens: tokens, limitingTo: wrongSecrets)
    }

    private init(
        _ fixture: IssuingFixture, file: String, tokens: [String: String], limitingTo wrongSecrets: Int? = nil
    ) throws {
        let operators = try Operators(contents: Array(file.utf8), of: "operators.json")
        let quiet = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
        let settings = CardServerSettings(logger: quiet, metrics: PrometheusRegistry())
        var address = ListenerAddress(host: "localhost", port: 0)
        // The minute does not pass, however slow the machine is.
        let start = ContinuousClock.now
        address.secretLimit = wrongSecrets.map { count in
            SecretLimit(perMinute: count, logger: settings.logger, metrics: settings.metrics, now: { start })
        }
        var issuing = fixture.issuing
        issuing.keyEncryptionKey = try KeyEncryptionKey(text: String(repeating: "5e", count: 32), source: "tests")
        listener = AdministrationServer(issuing, for: operators, settings).listener(at: address)
        (self.fixture, self.file, self.tokens) = (fixture, file, tokens)
    }

    /// Another server for the same operators on the same database, at a later time.
    func server(after seconds: TimeInterval) async throws -> AdministrationBench {
        let later = try await fixture.server(now: IssuingFixture.now + seconds)
        return try AdministrationBench(later, file: file, tokens: tokens)
    }

    private static func serving(_ owner: IssuingFixture) async throws -> IssuingFixture {
        let role = try await owner.scratch.makeRole()
        _ = try await owner.scratch.database.migrate(
            IssuingSchema.migrations, freshSchema: "nonsense", giving: IssuingSchema.servingRights, to: role)
        return try owner.serving(as: role)
    }

    /// - Parameter path: behind `/administration`.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", as role: OperatorRole,
        by person: Person = .first, mediaType: String = "application/json"
    ) async throws -> Answer {
        let token = tokens[person.name(role)] ?? ""
        return try await send(method, path, body, authorization: "Bearer \(token)", mediaType: mediaType)
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", authorization: String?,
        mediaType: String = "application/json"
    ) async throws -> Answer {
        var headers: HTTPFields = [:]
        headers[.authorization] = authorization
        if !body.isEmpty { headers[.contentType] = mediaType }
        let head = HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: "/administration" + path,
            headerFields: headers)
        let request = Request(head: head, body: .whole(ByteBuffer(string: body)))
        let response = try await listener.answer(request, NIOAsyncTestingChannel())
        return Answer(
            status: response.status.code, headers: response.headers, text: String(buffer: response.body))
    }

    /// Proposes a change.
    ///
    /// - Returns: its id.
    func propose(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", as role: OperatorRole = .operations,
        mediaType: String = "application/yaml"
    ) async throws -> String {
        let answer = try await ask(method, path, body, as: role, mediaType: mediaType)
        try #require(answer.status == 202, "\(answer.text)")
        return String(try #require(answer.text.firstMatch(of: /"changeId":"([0-9a-f-]{36})"/)).output.1)
    }

    /// Approves a change, as the second operator of a role.
    func approve(
        _ change: String, as role: OperatorRole = .operations, by person: Person = .second
    ) async throws -> Answer {
        try await ask(.post, "/changes/\(change)/approve", as: role, by: person)
    }

    /// What the audit trail tells of operators, in its order.
    func trail() async throws -> [String] {
        try await fixture.scratch.database.read(
            Statement.evidence("""
                SELECT concat_ws(' ', act, outcome, operator, operation, subject) FROM audit_event
                WHERE operation IS NOT NULL ORDER BY number
                """)())
    }
}
