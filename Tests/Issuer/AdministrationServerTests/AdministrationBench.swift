import CardSecrets
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Logging
import NIOCore
import NIOEmbedded
import Postgres
import TestSupport

@testable import AdministrationServer

/// The administration's listener on a database of its own. Requests go through its door and come from memory.
struct AdministrationBench {
    struct Answer {
        let status: Int
        let headers: HTTPFields
        let text: String
    }

    let fixture: IssuingFixture
    private let listener: Listener
    private let tokens: [OperatorRole: String]

    /// An operator for each role, with the role's name.
    ///
    /// - Parameters:
    ///   - wrongSecrets: how many wrong tokens may come in a minute; nil for any number.
    ///   - onlyServes: whether the service's database role has only the rights that serving needs.
    init(limitingTo wrongSecrets: Int? = nil, onlyServes: Bool = false) async throws {
        let owner = try await IssuingFixture.make()
        fixture = if onlyServes { try await Self.serving(owner) } else { owner }
        let entropy = Entropy.seeded(41)
        let tokens = Dictionary(
            uniqueKeysWithValues: OperatorRole.allCases.map { ($0, OperatorToken.fresh(from: entropy)) })
        let entries = tokens.map { role, token in OperatorToken.entry(of: role.rawValue, role, bearing: token) }
        let file = #"{"operators": [\#(entries.joined(separator: ", "))]}"#
        let operators = try Operators(contents: Array(file.utf8), of: "operators.json")
        let quiet = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
        let settings = CardServerSettings(logger: quiet, metrics: PrometheusRegistry())
        var address = ListenerAddress(host: "localhost", port: 0)
        address.secretLimit = wrongSecrets.map { count in
            SecretLimit(perMinute: count, logger: settings.logger, metrics: settings.metrics)
        }
        listener = AdministrationServer(fixture.issuing, for: operators, settings).listener(at: address)
        self.tokens = tokens
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
        mediaType: String = "application/json"
    ) async throws -> Answer {
        try await send(method, path, body, authorization: "Bearer \(tokens[role] ?? "")", mediaType: mediaType)
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

    /// What the audit trail tells of operators, in its order.
    func trail() async throws -> [String] {
        try await fixture.scratch.database.read(
            Statement.evidence("""
                SELECT concat_ws(' ', act, outcome, operator, operation, subject) FROM audit_event
                WHERE operation IS NOT NULL ORDER BY number
                """)())
    }
}
