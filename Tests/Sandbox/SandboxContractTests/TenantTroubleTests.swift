import CardAPI
import CardClient
import CardServer
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Identifiers
import Issuing
import Logging
import Postgres
import Sandbox
import ServiceLifecycle
import Testing
import TestSupport

@testable import HTTPService
@testable import SandboxServer

/// Tenants that could be confused with each other, are half made or half dropped, or get requests at the wrong time.
@Suite("Tenants under races and failures", .timeLimit(.minutes(20)))
struct TenantTroubleTests {
    private static let cards = "/digitalwallets/v1/profile/prepaid/cards"

    @Test("Two tenants with one seed have different keys; the same name and seed have the same keys")
    func seeds() async throws {
        try await withSandboxService { service in
            func make(_ name: String) async throws -> LiveService {
                let made = try await service.sandbox("POST", "/tenants", #"{"name": "\#(name)", "seed": 7}"#)
                #expect(made.status == 201, "\(made.text)")
                return service.tenant(name)
            }
            let (red, green) = try await (make("red"), make("green"))
            let token = try await red.token(of: .ivana)
            #expect(try await red.ask("GET", Self.cards, token: token).status == 200)
            #expect(try await green.ask("GET", Self.cards, token: token).status == 401)
            #expect(try await service.sandbox("DELETE", "/tenants/red").status == 204)
            #expect(try await make("red").token(of: .ivana) == token)
        }
    }

    @Test("A tenant that is dropped during requests is gone, and its name is free")
    func droppedWhileAsked() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["brief"])
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for number in 0..<24 {
                    tasks.addTask {
                        guard number != 4 else {
                            #expect(try await service.sandbox("DELETE", "/tenants/brief").status == 204)
                            return
                        }
                        let status = try await service.tenant("brief").ask("GET", "/readyz").status
                        #expect([200, 404].contains(status))
                    }
                }
                try await tasks.waitForAll()
            }
            #expect(try await service.sandbox("DELETE", "/tenants/brief").status == 404)
            try await service.makeTenants(["brief"])
            #expect(try await service.tenant("brief").ask("GET", "/readyz").status == 200)
        }
    }

    @Test("A tenant that another server has dropped is unknown at the next request")
    func droppedElsewhere() async throws {
        try await withSandboxService(tenantsWait: .seconds(10)) { service in
            let names = ["asked", "shown", "made", "dropped"]
            try await service.makeTenants(names)
            let next = try await service.nextTenants()
            for name in try names.map({ try #require(TenantName($0)) }) { #expect(try await next.drop(name)) }

            #expect(try await service.tenant("asked").ask("GET", "/readyz").problem?.code == .entityNotFound)
            #expect(try await service.sandbox("GET", "/tenants/shown").status == 404)
            // Made all at once, because each new tenant waits until the former tenant of its name is closed.
            try await withThrowingTaskGroup { group in
                for name in names {
                    group.addTask {
                        if name == "dropped" {
                            #expect(try await service.sandbox("DELETE", "/tenants/dropped").status == 404)
                        }
                        try await service.makeTenants([name])
                        #expect(try await service.tenant(name).ask("GET", "/readyz").status == 200)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("A container's name leads to the sandbox; if no address can be given, no tenant is created", arguments: [
        ("tessera_1:8081", 201), ("10.0.0.7:8081", 201), ("sandbox.example", 400), ("tessera 1", 400), ("", 400),
    ])
    func addresses(host: String, status: Int) async throws {
        try await withSandboxService { service in
            let asked = RawRequest(
                method: "POST", target: "/sandbox/tenants", headers: [("Content-Type", "application/json")],
                body: Array(#"{"name": "blue"}"#.utf8))
            let head = asked.head.replacing("Host: tessera.localhost", with: "Host: \(host)")
            let answer = try await service.send(
                Array((head + "\r\n").utf8) + asked.body, method: "POST", to: .sandbox)
            #expect(answer.status == status, "\(answer.text)")
            let isMade = status == 201
            #expect(answer.text.contains(#""sandboxUrl":"http://\#(host)/tenants/blue/sandbox""#) == isMade)
            #expect(try await service.sandbox("GET", "/tenants").text.contains("blue") == isMade)
        }
    }

    @Test("A tenant that gets no request for a day is deleted; a request to any server keeps it")
    func idle() async throws {
        try await withSandboxService(tenantsWait: .seconds(10)) { service in
            try await service.makeTenants(["idle", "busy"])
            let (now, day, busy) = (
                IssuingFixture.now, Tenants.idleLifetimeSeconds, try #require(TenantName("busy"))
            )
            let later = try await service.nextTenants(now: now + day / 2)
            let tenant = try #require(try await later.find(busy))
            await later.dropIdle(at: now + day / 2)
            let last = try await service.nextTenants(now: now + day)
            await last.dropIdle(at: now + day - 1)
            #expect(try await service.sandbox("GET", "/tenants").text == #"{"tenants":["busy","idle"]}"#)
            await last.dropIdle(at: now + day)
            #expect(try await service.sandbox("GET", "/tenants").text == #"{"tenants":["busy"]}"#)
            #expect(try await service.tenant("idle").ask("GET", "/readyz").problem?.code == .entityNotFound)
            await last.dropIdle(at: now + day * 1.5)
            #expect(try await last.list().isEmpty)
            #expect(try await later.isGone(tenant))
        }
    }

    @Test("A service that ends keeps its tenants, and leaves no template or spare copy")
    func end() async throws {
        var ended: LiveService?
        try await withSandboxService { service in
            try await service.makeTenants(["blue"])
            ended = service
        }
        let scratch = try #require(ended).fixture.scratch
        let names = Statement("names", "SELECT datname FROM pg_database WHERE starts_with(datname, $1)") {
            (row: inout Row) throws(PostgresFailure) in try row.text("datname")
        }
        let prefix = "\(scratch.name)_tenant_"
        #expect(try await scratch.database.read(names(.text(prefix))) == ["\(prefix)blue"])
    }

    @Test("A tenant whose creation fails does not exist")
    func halfMade() async throws {
        struct NoKeys: Error {}
        try await withSandboxService { service in
            let name = try #require(TenantName("blue"))
            let broken = try await service.nextTenants { _, _, _, _ in throw NoKeys() }
            await #expect(throws: NoKeys.self) { try await broken.make(name, TenantBeginning(), seed: nil) }
            #expect(try await service.sandbox("GET", "/tenants").text == #"{"tenants":[]}"#)
            try await service.makeTenants(["blue"])
        }
    }

    @Test("If two servers make and drop one name at the same time, no tenant is left")
    func storm() async throws {
        try await withSandboxService { service in
            let servers = try await [service.nextTenants(), service.nextTenants()]
            let name = try #require(TenantName("wanted"))
            let statuses = try await withThrowingTaskGroup(of: [Int].self) { tasks in
                for tenants in servers + servers {
                    tasks.addTask {
                        try await [
                            tenants.made(name), tenants.dropped(name), tenants.made(name), tenants.dropped(name),
                        ]
                    }
                }
                var counts: [Int: Int] = [:]
                for try await found in tasks {
                    for status in found { counts[status, default: 0] += 1 }
                }
                return counts
            }
            #expect(Set(statuses.keys).isSubset(of: [201, 204, 403, 404]))
            // A tenant may be dropped before its maker is answered, so there may be fewer 201 than 204.
            let (made, dropped) = (statuses[201] ?? 0, statuses[204] ?? 0)
            #expect(dropped > 0 && made <= dropped, "\(statuses)")
            #expect(try await servers[0].list() == [])
        }
    }

    @Test("A tenant that was deleted and created again elsewhere is another tenant")
    func anotherLife() async throws {
        try await withSandboxService(tenantsWait: .seconds(10)) { service in
            try await service.makeTenants(["blue"])
            _ = try await service.tenant("blue").cards(of: .ivana).create(.virtual)
            let token = try await service.tenant("blue").token(of: .ivana)
            let (next, name) = try await (service.nextTenants(), #require(TenantName("blue")))
            #expect(try await next.drop(name))
            let made = try await next.make(name, TenantBeginning(brand: "acme"), seed: nil)
            #expect(try await service.tenant("blue").ask("GET", Self.cards, token: "new").status == 404)
            #expect(try await service.sandbox("GET", "/tenants/blue").text.contains(#""brand":"acme""#))
            #expect(try await service.tenant("blue").ask("GET", Self.cards, token: token).status == 401)
            await made.close()
        }
    }

    @Test("After a restart of the server, a reset sets a tenant's clock back to its start")
    func beginning() async throws {
        try await withSandboxService { service in
            let body = #"{"name": "late", "now": "2029-12-01T00:00:00Z"}"#
            #expect(try await service.sandbox("POST", "/tenants", body).status == 201)
            let moved = try await service.tenant("late").sandbox("PUT", "/clock", #"{"now": "2031-01-01T00:00:00Z"}"#)
            #expect(moved.status == 200)
            let next = try await service.nextTenants()
            let name = try #require(TenantName("late"))
            let late = try #require(try await next.find(name))
            #expect(Timestamp(late.sandbox.clock.now()).description == "2031-01-01T00:00:00Z")
            try await late.sandbox.resetToDemoUniverse()
            #expect(Timestamp(late.sandbox.clock.now()).description == "2029-12-01T00:00:00Z")
            await late.close()
        }
    }

    @Test("A tenant that a listener has opened stays open after the listener ends")
    func outlives() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["blue"])
            let next = try await service.nextTenants()
            let listener = OpeningListener(tenants: next, name: try #require(TenantName("blue")))
            let log = Logger(label: "next") { _ in SwiftLogNoOpLogHandler() }
            let group = ServiceGroup(configuration: .init(services: [.init(service: listener)], logger: log))
            async let running: Void = group.run()
            let tenant = try #require(await listener.opened.first { _ in true })
            await group.triggerGracefulShutdown()
            try await running
            #expect(try await tenant.sandbox.isEmpty() == false)
            #expect(try await next.find(tenant.name)?.isSame(as: tenant) == true)
            await tenant.close()
        }
    }

    @Test("The log line of a request names its tenant")
    func log() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["blue"])
            let asked = try await service.tenant("blue").ask("GET", "/healthz", headers: [("X-Request-Id", "mine")])
            #expect(asked.status == 200)
            let line = try #require(service.log.text.split(separator: "\n").first { $0.contains("mine") })
            #expect(line.contains(#""tenant":"blue""#))
        }
    }
}

extension Tenants {
    /// The status of the answer to a request that makes a tenant.
    fileprivate func made(_ name: TenantName) async throws -> Int {
        do {
            _ = try await make(name, TenantBeginning(), seed: nil)
            return 201
        } catch let problem as Problem {
            return problem.status.code
        }
    }

    fileprivate func dropped(_ name: TenantName) async throws -> Int { try await drop(name) ? 204 : 404 }
}

/// Opens a tenant while it serves, as a listener does for a request.
private struct OpeningListener: Service {
    let tenants: Tenants
    let name: TenantName
    let opened: AsyncStream<Tenant>
    private let tell: AsyncStream<Tenant>.Continuation

    init(tenants: Tenants, name: TenantName) {
        self.tenants = tenants
        self.name = name
        (opened, tell) = AsyncStream.makeStream()
    }

    func run() async throws {
        do {
            // If opening fails, the stream ends, so that nobody waits for the tenant.
            defer { tell.finish() }
            if let tenant = try await tenants.find(name) { tell.yield(tenant) }
        }
        try await gracefulShutdown()
    }
}

extension LiveService {
    /// The tenants of another server on the same database.
    func nextTenants(
        now: Date = IssuingFixture.now, assemble: @escaping Tenants.Assembly = IssuingFixture.assemble
    ) async throws -> Tenants {
        let log = Logger(label: "next") { _ in SwiftLogNoOpLogHandler() }
        var configuration = try fixture.scratch.configuration
        // A server that opens a tenant while another one drops it waits this long for the missing database.
        configuration.waitingLimit = .seconds(10)
        let sandbox = try await fixture.server(now: now).sandbox
        return await Tenants(
            beside: SandboxServer(sandbox, CardServerSettings(logger: log, metrics: PrometheusRegistry())),
            configuration, with: .withMerchants, assemble: assemble)
    }
}
