import AsyncHTTPClient
import CardAPI
import CardClient
import Foundation
import HTTPContract
import NIOCore
import NIOHTTP1
import NIOSSL
import Subprocess
import Synchronization
import SystemPackage
import Testing
import TestSupport

/// Runs the section about two servers in docs/OPERATIONS.md, with HAProxy.
@Suite("Two servers behind a balancer", .timeLimit(.minutes(20)))
struct BalancerPageTests {
    @Test("Each server is restarted while customers call; every call is answered, and the client's address is known")
    func section() async throws {
        try await ProductionDatabase.with { directory, options in
            let site = try await BalancedSite(directory, options)
            let (_, first) = try await site.serve("one") { one in
                let (_, second) = try await site.serve("two") { two in
                    try await site.balance { older, newer in
                        try await Self.restart(one, two, behind: [older, newer], of: site)
                    }
                }
                #expect(second.status == .exited(0), "\(second.errors)")
            }
            #expect(first.status == .exited(0), "\(first.errors)")
            let trail = try await Program.run(["audit", "export"] + options, by: .core)
            let refused = trail.output.split(separator: "\n").filter { $0.contains(#""SECRET_REFUSED""#) }
            #expect(refused.count == 1 && refused.allSatisfy { $0.contains(#""address":"127.0.0.1""#) }, "\(refused)")
            #expect(!trail.output.contains(site.balancer), "no event has the balancer's address")
        }
    }

    /// Restarts the servers one after the other, as the page says, while customers call.
    ///
    /// - Parameter doors: the balancer, for a client of HTTP/1.1 and one of HTTP/2.
    private static func restart(
        _ one: RunningService, _ two: RunningService, behind doors: [RunningService], of site: BalancedSite
    ) async throws {
        let token = try await doors[0].token(of: "10000001")
        let callers = Callers()
        let calling = (doors + doors).enumerated().map { number, door in
            Task { try await callers.call(door, with: token, key: "card-\(number)") }
        }
        // If the test fails, they end, too.
        defer { callers.end() }
        #expect(try await site.guess(at: doors[0]) == 401)
        for server in [one, two] { try await site.reach(server, through: doors) }
        try await site.restart("one", one, behind: doors) {
            try await site.restart("two", two, behind: doors) {
                try await site.showsState()
                callers.end()
                for calls in calling { #expect(try await calls.value > 0) }
                let connections = try await site.connections()
                #expect(connections <= doors.count * BalancedSite.connectionsPerClient, "none of them was closed")
            }
        }
    }
}

/// Customers who call through the balancer, one call after the other, until the test ends them.
private final class Callers: Sendable {
    private let isOver = Atomic(false)

    func end() { isOver.store(true, ordering: .relaxed) }

    /// Reads, and sends a call that must happen only once.
    ///
    /// - Returns: the number of calls.
    func call(_ door: RunningService, with token: String, key: String) async throws -> Int {
        let cards = door.cards(bearing: token)
        let card = try await cards.create(.virtual(), idempotencyKey: key).cardId
        let programs = try await cards.programs().programs.count
        var count = 0
        while !isOver.load(ordering: .relaxed), !Task.isCancelled {
            #expect(try await cards.create(.virtual(), idempotencyKey: key).cardId == card)
            #expect(try await cards.programs().programs.count == programs)
            count += 2
        }
        return count
    }
}

/// The three machines of the page. Each has an address of its own on this machine, and all files are in one folder.
private struct BalancedSite: Sendable {
    let balancer = Unshared.host()
    private let servers = ["one": Unshared.host(), "two": Unshared.host()]
    private let person: Operator
    private let storage: [String]
    private let commands: [String]
    /// The lines that the page shows.
    private let shown: [String]
    /// The PEM file that clients of the balancer trust.
    private let root: String

    /// The port of the balancer in place of 443, which needs root.
    private static let port = 18443
    static let connectionsPerClient = 2

    /// Makes the certificates and the balancer's configuration, and lets the balancer check it.
    ///
    /// - Parameter options: those of ``ProductionDatabase``.
    init(_ directory: DataDirectory, _ options: [String]) async throws {
        let folder = URL(filePath: directory.path).deletingLastPathComponent()
        person = Operator(url: "", folder: folder)
        // Without the data directory, because each server has its own.
        storage = Array(options.dropFirst(2)) + ["--key-file", directory.keyFile]
        let section = try Document.section("Two servers behind a balancer", of: Self.page)
        try #require(section.commands.count == 3)
        commands = section.commands
        shown = section.shown.components(separatedBy: "\n")
        let own = try await OpenSSL.selfSigned(in: folder.path, "cards")
        root = own.certificate
        let pair = try [own.certificate, own.key].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        try Data(pair.utf8).write(to: folder.appending(path: "cards.example.pem"))
        let configuration = here(try Document.block("haproxy", of: Self.page))
        try Data(configuration.utf8).write(to: folder.appending(path: "haproxy.cfg"))
        let outputs = try await person.run(Array(commands.prefix(2)))
        let verdict = shown[0] + "\n"
        #expect(outputs.last == verdict)
    }

    private static let page = "docs/OPERATIONS.md"

    /// A text of the page with the addresses, the ports and the folder of this test.
    private func here(_ text: String) -> String {
        text.replacing("bind :443 ", with: "bind \(balancer):\(Self.port) ")
            .replacing("127.0.0.1:8404", with: "\(balancer):8404").replacing("10.0.0.10", with: balancer)
            .replacing("10.0.0.11", with: servers["one"] ?? "").replacing("10.0.0.12", with: servers["two"] ?? "")
            .replacing("/etc/haproxy/", with: "\(person.folder.path)/")
            .replacing("/etc/tessera/", with: "\(person.folder.path)/")
    }

    /// Starts a server with the page's settings, and ends it after `body`.
    ///
    /// - Parameter drainSeconds: less than those of the page, so that the test takes less time, and more than the
    ///   balancer needs. If they are over before a busy machine's balancer notices, it connects to the other server.
    func serve<Result: Sendable>(
        _ name: String, drainSeconds: Int = 3, body: (RunningService) async throws -> Result
    ) async throws -> (result: Result, ending: Program.Ending) {
        let host = try #require(servers[name])
        let file = here(try Document.block("env", of: Self.page).replacing("10.0.0.11", with: host))
        var settings = ["TESSERA_DRAIN_SECONDS": "\(drainSeconds)", "TESSERA_LOG_REQUESTS": "false"]
        for line in file.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            try #require(parts.count == 2, "\(line)")
            settings[String(parts[0])] = String(parts[1])
        }
        let data = ["--data-dir", person.folder.appending(path: name).path]
        return try await Program.serve(storage + data, environment: settings, host: host, by: .core, body: body)
    }

    /// Starts the balancer, and ends it after `body`.
    ///
    /// - Parameter body: receives it twice: for a client of HTTP/1.1, and for one that chooses HTTP/2.
    func balance(_ body: (_ older: RunningService, _ newer: RunningService) async throws -> Void) async throws {
        let file = person.folder.appending(path: "haproxy.cfg").path
        let process = ServerProcess(
            Configuration(executable: .path("/usr/sbin/haproxy"), arguments: ["-db", "-n", "200", "-f", file]))
        do {
            let number = try await process.processIdentifier
            try await withClient(.http1Only) { older in
                try await withClient(.automatic) { newer in
                    let doors = [older, newer].map { client in
                        RunningService(
                            processIdentifier: number, host: balancer, port: Self.port, log: process.log,
                            trusting: client)
                    }
                    try await Deadline.within(Deadline.usual, "the start of a balancer") {
                        while (try? await doors[0].get("/healthz").status) != 200, !process.log.isOver,
                            !Task.isCancelled
                        { await Task.yield() }
                    }
                    try await body(doors[0], doors[1])
                }
            }
            _ = try await process.terminate()
        } catch {
            await process.kill()
            throw Program.Failure(error: error, log: process.log.lines.suffix(20))
        }
    }

    /// A client that keeps its connections, and connects only once.
    private func withClient(
        _ version: HTTPClient.Configuration.HTTPVersion, _ work: (HTTPClient) async throws -> Void
    ) async throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(root)
        // The certificate names no address.
        tls.certificateVerification = .noHostnameVerification
        var configuration = HTTPClient.Configuration.patient(tls)
        configuration.httpVersion = version
        configuration.connectionPool.idleTimeout = .minutes(20)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.connectionsPerClient
        try await HTTPClient.withHTTPClient(configuration: configuration) { try await work($0) }
    }

    /// Restarts a server, and waits for the balancer as an operator does.
    func restart(
        _ name: String, _ server: RunningService, behind doors: [RunningService], then body: () async throws -> Void
    ) async throws {
        server.signal(SIGTERM)
        _ = try await doors[0].log.line(containing: "Server tessera/\(name) is DOWN")
        try await server.log.end()
        // At its end nobody calls any more.
        _ = try await serve(name, drainSeconds: 0) { again in
            _ = try await doors[0].log.line(containing: "Server tessera/\(name) is UP")
            try await reach(again, through: doors)
            try await body()
        }
    }

    /// Calls with a wrong token until this server has refused one, and expects that its log has the client's address.
    func reach(_ server: RunningService, through doors: [RunningService]) async throws {
        let message = "credentials were refused"
        try await Deadline.within(Deadline.usual, "a call that reaches the server at \(server.host)") {
            while !server.log.lines.contains(where: { $0.contains(message) }), !server.log.isOver, !Task.isCancelled {
                for door in doors {
                    var request = Self.request("/webhooks/subscriptions", at: door)
                    request.headers.add(name: "Authorization", value: "Bearer wrong")
                    let answer = try await Answer.to(request, door.trusting)
                    #expect(answer.status == 401)
                }
            }
        }
        let entry = try await server.log.entry(message)
        #expect(entry?["address"] == "127.0.0.1", "\(entry ?? [:])")
    }

    /// Sends a wrong secret of a client.
    ///
    /// - Returns: the status of the answer.
    func guess(at door: RunningService) async throws -> UInt {
        var request = Self.request("/auth/brands/demo/token", at: door)
        request.method = .POST
        request.setBasicAuth(username: "demo-backend", password: "wrong")
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        request.body = .bytes(ByteBuffer(string: "grant_type=client_credentials"))
        return try await Answer.to(request, door.trusting).status
    }

    /// A request of a client that claims to have another address.
    private static func request(_ path: String, at door: RunningService) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: door.url + "/digitalwallets/v1" + path)
        request.headers.add(name: "X-Forwarded-For", value: "203.0.113.9")
        return request
    }

    /// Waits until the balancer says of the servers what the page shows.
    func showsState() async throws {
        let (asking, state) = (here(commands[2]), shown.dropFirst().map { $0 + "\n" }.joined())
        try await Deadline.within(Deadline.usual, "a balancer that says: \(state)") {
            while try await person.run([asking]).joined() != state, !Task.isCancelled {}
        }
    }

    /// The number of connections that clients have opened to the balancer.
    func connections() async throws -> Int {
        let answer = try await Answer.to(HTTPClientRequest(url: "http://\(balancer):8404/;csv"))
        let rows = answer.body.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        let column = try #require(rows.first?.firstIndex(of: "conn_tot"))
        let row = try #require(rows.first { $0.starts(with: ["cards", "FRONTEND"]) })
        return try #require(Int(row[column]))
    }
}
