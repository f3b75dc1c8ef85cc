import CardAPI
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Testing

@testable import SandboxServer

@Suite("Guessed secrets at every door", .timeLimit(.minutes(5)))
struct GuessedSecretTests {
    enum Door: String, CaseIterable {
        case cardService, sandbox, cardPointe, stitch, dintero, moneyHash

        /// The status of a wrong secret. Stitch documents 400 for its token call.
        var wrongStatus: Int { self == .stitch ? 400 : 401 }
        /// A part of the body of each door's 429, in its own form.
        var form: String {
            switch self {
            case .cardService: #"{"error":{"code":"1200","message":"#
            case .sandbox: #""title":"Too Many Requests","status":429,"code":"1200""#
            case .cardPointe: #"{"message":"Too Many Requests.","errorcode":429}"#
            case .stitch: #""extensions":{"code":"TOO_MANY_REQUESTS"}"#
            case .dintero: #"{"error":{"code":"TOO_MANY_REQUESTS","message":"#
            case .moneyHash: #"{"status":{"code":429,"message":"#
            }
        }
        /// Whether a secret comes with the id of a client.
        var namesClients: Bool { ![.sandbox, .moneyHash].contains(self) }
    }

    private static let token = SandboxToken("0123456789abcdef0123456789abcdef")
    private static let rightToken = "0123456789abcdef0123456789abcdef"

    /// Knocks at one door.
    private struct Visitor {
        let door: Door
        let service: LiveService
        let credentials: [String: [String: String]]

        init(_ door: Door, at service: LiveService) async throws {
            struct Made: Decodable {
                struct Gateway: Decodable {
                    let name: String
                    let credentials: [Credential]
                }

                struct Credential: Decodable { let name, value: String }

                let gateways: [Gateway]
            }

            (self.door, self.service) = (door, service)
            let made: Made = try await service.ask(
                "POST", "/sandbox/merchants", token: GuessedSecretTests.rightToken, "{}", on: .sandbox
            ).decoded(expecting: 201)
            credentials = Dictionary(uniqueKeysWithValues: made.gateways.map { gateway in
                (gateway.name, Dictionary(uniqueKeysWithValues: gateway.credentials.map { ($0.name, $0.value) }))
            })
        }

        /// - Parameters:
        ///   - secret: nil for the right one.
        ///   - client: nil for the one that exists.
        func knock(_ secret: String?, as client: String? = nil, from address: String) async throws -> RawAnswer {
            let forwarded = (name: "X-Forwarded-For", value: address)
            func own(_ name: String) -> String { credentials[door.rawValue.lowercased()]?[name] ?? "" }
            func basic(_ name: String, _ password: String) -> (name: String, value: String) {
                let text = "\(client ?? name):\(secret ?? password)"
                return ("Authorization", "Basic \(Data(text.utf8).base64EncodedString())")
            }
            let form = ("Content-Type", "application/x-www-form-urlencoded")
            switch door {
            case .cardService:
                return try await service.ask(
                    "POST", "/digitalwallets/v1/auth/brands/demo/token", "grant_type=client_credentials",
                    headers: [form, basic("demo-backend", "demo-backend-secret"), forwarded])
            case .sandbox:
                let token = secret ?? GuessedSecretTests.rightToken
                return try await service.ask(
                    "GET", "/sandbox/clock", token: token, headers: [forwarded], on: .sandbox)
            case .cardPointe:
                return try await service.ask(
                    "GET", "/cardpointe/cardconnect/rest/",
                    headers: [basic(own("username"), own("password")), forwarded], on: .merchants)
            case .stitch:
                let grant = FormText.encode([
                    ("grant_type", "client_credentials"), ("client_id", client ?? own("client_id")),
                    ("client_secret", secret ?? own("client_secret")), ("scope", "client_refund"),
                ])
                return try await service.ask(
                    "POST", "/stitch/connect/token", grant, headers: [form, forwarded], on: .merchants)
            case .dintero:
                let account = own("account_id")
                let grant = #"{"grant_type":"client_credentials","audience":"https://x/v1/accounts/\#(account)"}"#
                return try await service.ask(
                    "POST", "/dintero/v1/accounts/\(account)/auth/token", grant,
                    headers: [basic(own("client_id"), own("client_secret")), forwarded], on: .merchants)
            case .moneyHash:
                return try await service.ask(
                    "GET", "/moneyhash/api/v1/organizations/get-webhook-signature-key/",
                    headers: [("X-Api-Key", secret ?? own("api_key")), forwarded], on: .merchants)
            }
        }
    }

    @Test("After 20 wrong secrets an address gets 429 with the fields, also for the right one, until the pause ends",
        arguments: Door.allCases)
    func address(door: Door) async throws {
        let limit = WrongSecretsLimit(perMinute: 20)
        try await withSandboxService(access: SandboxAccess(token: Self.token), limiting: limit) { service in
            let visitor = try await Visitor(door, at: service)
            #expect(try await visitor.knock(nil, from: "192.0.2.1").status == 200)
            for number in 0..<20 {
                let answer = try await visitor.knock("wrong-\(number)", as: "guess-\(number)", from: "192.0.2.1")
                #expect(answer.status == door.wrongStatus, "\(answer.text)")
            }
            for secret in ["wrong", nil] {
                let answer = try await visitor.knock(secret, from: "192.0.2.1")
                #expect(answer.status == 429 && answer.text.contains(door.form), "\(answer.text)")
                #expect(answer["Retry-After"] == "120")
                #expect(answer["RateLimit"] == #""wrong-secrets";r=0;t=120"#)
                #expect(answer["RateLimit-Policy"] == #""wrong-secrets";q=20;w=60"#)
            }
            #expect(try await visitor.knock(nil, from: "192.0.2.2").status == 200)
            limit.clock.move(seconds: 119)
            #expect(try await visitor.knock(nil, from: "192.0.2.1")["Retry-After"] == "1")
            limit.clock.move(seconds: 1)
            #expect(try await visitor.knock(nil, from: "192.0.2.1").status == 200)
            let lines = service.log.text.split(separator: "\n").filter { $0.contains("too many wrong secrets") }
            #expect(lines.count == 1 && lines[0].contains(#""address":"192.0.2.1""#), "\(lines)")
            #expect(!service.log.text.contains("wrong-3"))
        }
    }

    @Test("Every operation of the card service and of the sandbox that reads a token or a secret declares 429")
    func declared() {
        for operation in Operations.all + SandboxOperations.all where operation.audience.scheme != nil {
            let declared = operation.answers.first { $0.status == .tooManyRequests }?.headers ?? []
            #expect(
                Set(declared).isSuperset(of: [.retryAfter, .rateLimit, .rateLimitPolicy]), "\(operation.name)")
        }
    }

    @Test("After 10 wrong secrets of one client it is refused at this address; others there and it elsewhere are not",
        arguments: Door.allCases.filter(\.namesClients))
    func client(door: Door) async throws {
        try await withSandboxService(
            access: SandboxAccess(token: Self.token), limiting: WrongSecretsLimit(perMinute: 20)
        ) { service in
            let visitor = try await Visitor(door, at: service)
            for number in 0..<10 {
                let answer = try await visitor.knock("wrong-\(number)", from: "192.0.2.1")
                #expect(answer.status == door.wrongStatus, "\(answer.text)")
            }
            #expect(try await visitor.knock(nil, from: "192.0.2.1").status == 429)
            #expect(try await visitor.knock(nil, from: "192.0.2.2").status == 200)
            #expect(try await visitor.knock("wrong", as: "other", from: "192.0.2.1").status == door.wrongStatus)
        }
    }

    @Test("An address that is paused at one door is paused at all, and pages and probes stay open to it")
    func allDoors() async throws {
        try await withSandboxService(
            access: SandboxAccess(token: Self.token), limiting: WrongSecretsLimit(perMinute: 2)
        ) { service in
            let guesser = try await Visitor(.moneyHash, at: service)
            for _ in 0..<2 { #expect(try await guesser.knock("wrong", from: "192.0.2.1").status == 401) }
            for door in Door.allCases {
                let visitor = try await Visitor(door, at: service)
                #expect(try await visitor.knock(nil, from: "192.0.2.1").status == 429, "\(door)")
            }
            let forwarded = (name: "X-Forwarded-For", value: "192.0.2.1")
            let token = try await service.token(of: .ivana)
            #expect(try await service.ask("GET", "/healthz", headers: [forwarded]).status == 200)
            let cards = try await service.ask("GET", cardsPath, token: token, headers: [forwarded])
            #expect(cards.status == 200, "a token is no secret that can be guessed")
        }
    }
}
