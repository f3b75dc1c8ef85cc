import AsyncHTTPClient
import CardAPI
import CardClient
import Foundation
import NIOHTTP1
import Postgres
import Subprocess
import Testing
import TestSupport

/// The tables of these services belong to another role than the one that they connect as.
@Suite("A service under a role that only serves", .timeLimit(.minutes(20)))
struct ServingRoleProgramTests {
    @Test("tessera-core issues, changes and tells; it does not migrate, and says who does")
    func serves() async throws {
        try await withWebhookReceiver([.status(204)]) { receiver, port in
            try await ServedDatabase.with { database in
                let doors = NetworkDoorPorts()
                let options = database.serving + doors.arguments + ["--webhooks-anywhere"]
                let (_, ending) = try await Program.serve(options, by: .core) { service in
                    try await doors.open(on: service)
                    let subscribed = try await service.askAsBusiness(
                        .POST, "/webhooks/subscriptions",
                        #"{"eventType": "/prepaid/card/status/events", "url": "http://127.0.0.1:\#(port)/"}"#)
                    #expect(subscribed.status == 201)
                    let business = try await service.business()
                    let card = try await business.create(for: "10000001", .virtual())
                    var pin = SetWalletPINBody()
                    pin.pin = "402817"
                    try await business.setWalletPIN(of: "10000001", pin)
                    let answer = try await Answer.network(Self.payment, at: doors.json)
                    #expect(try answer.member("responseCode") == "14", "\(answer.body)")
                    var closing = BusinessUpdateBody()
                    (closing.status, closing.statusReason) = ("CANCELLED", "Closed")
                    _ = try await business.update(card.cardId, of: "10000001", closing)
                    _ = try await receiver.receivedInTime(1)
                }
                #expect(ending.status == .exited(0) && !ending.errors.contains("42501"), "\(ending.errors)")

                let migrating = try await Program.run(["serve", "--migrate"] + database.serving, by: .core)
                let remedy = "belongs to tessera. Run the command migrate as tessera, and serve without --migrate."
                #expect(migrating.status == .exited(1) && migrating.errors.contains(remedy), "\(migrating.errors)")
                let checking = try await Program.run(["ledger", "check"] + database.serving, by: .core)
                #expect(checking.output.hasPrefix("The ledger adds up: "), "\(checking.errors)")
            }
        }
    }

    /// With a number that no card has.
    private static let payment = """
        {"networkReference":"p1","kind":"FINANCIAL","pan":"4000000000000002","amount":100,"currencyCode":"EUR",\
        "merchant":{"name":"Shop","mcc":"5411","country":"DE"},"panEntryMethod":"ECOMMERCE"}
        """

    @Test("With a role of its own, the administration's listener changes what the role that serves may not")
    func administration() async throws {
        let (host, port) = (Unshared.host(), Unshared.port())
        let made = try await AdministrationListenerTests.token(of: "olga", "operator")
        let files = FileManager.default.temporaryDirectory.appending(path: "administration-\(port)").path
        defer { for name in ["", ".url"] { try? FileManager.default.removeItem(atPath: files + name) } }
        try AdministrationListenerTests.write([made.entry], to: files)
        try await ServedDatabase.with { database in
            try Data(database.owner.utf8).write(to: URL(filePath: files + ".url"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: files + ".url")
            let door = ["--admin-host", host, "--admin-port", "\(port)", "--admin-operators", files]
            for (options, status) in [
                ([], 403), (["--admin-database-url-file", files + ".url"], 204),
            ] as [([String], UInt)] {
                _ = try await Program.serve(database.serving + door + options, by: .core) { service in
                    _ = try await service.log.entry("Server started and listening on \(host):\(port)")
                    var request = HTTPClientRequest(
                        url: "http://\(host):\(port)/administration/brands/demo/clients/demo-app/disable")
                    request.method = .POST
                    request.headers.add(name: "Authorization", value: "Bearer \(made.token)")
                    let answer = try await Answer.to(request)
                    #expect(answer.status == status, "\(answer.body)")
                }
            }
        }
    }

    @Test("A sandbox's database is refused under the role, too")
    func sandbox() async throws {
        try await ServedDatabase.with(keepingSandbox: true) { database in
            let ending = try await Program.run(["serve", "--port", "0"] + database.serving, by: .core)
            #expect(ending.status == .exited(1) && ending.errors.contains("The database is a sandbox's"))
        }
    }

    @Test("--serving-role needs a database of your own, a name that fits, and no --plan", arguments: [
        (["--serving-role", "cards"], "--serving-role is for a database of --database-url."),
        (["--serving-role", ""], "--serving-role must be 1 to 63 bytes without control characters."),
        (["--serving-role", String(repeating: "é", count: 32)], "--serving-role must be 1 to 63 bytes"),
        (["--serving-role", "cards", "--plan"], "--plan changes nothing, and --serving-role gives rights; remove one"),
    ])
    func mistakes(arguments: [String], complaint: String) async throws {
        try await DataDirectory.with { directory in
            let options = arguments + ["--data-dir", directory.path]
            let ending = try await Program.run(["migrate"] + options, by: .core)
            #expect(ending.status == .exited(64) && ending.errors.contains("Error: \(complaint)"), "\(ending.errors)")
            #expect(!FileManager.default.fileExists(atPath: directory.path))
        }
    }
}

/// A production's database with a role that serves it.
private struct ServedDatabase {
    /// The options that lead to it as that role.
    let serving: [String]
    /// The URL that leads to it as the owner of the tables.
    let owner: String

    static func with(
        keepingSandbox: Bool = false, _ body: (ServedDatabase) async throws -> Void
    ) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let options = ["--data-dir", directory.path, "--database-url"]
            let seeding = try await Program.run(["seed"] + options + [scratch.url])
            try #require(seeding.status.isSuccess, "\(seeding.errors)")
            if !keepingSandbox { try await scratch.database.execute(script: "DROP SCHEMA sandbox CASCADE") }
            let role = try await scratch.makeRole()
            let migrate = ["migrate", "--serving-role", role] + options + [scratch.url]
            let migrating = try await Program.run(migrate, by: .core)
            let expected = "The schema is up to date.\nThe role \(role) can serve, and no more.\n"
            try #require(migrating.output == expected, "\(migrating.errors)")
            try await body(ServedDatabase(serving: options + [scratch.url(as: role)], owner: scratch.url))
        }
    }
}
