import AsyncHTTPClient
import CardAPI
import CardClient
import Foundation
import HTTPContract
import NIOSSL
import Subprocess
import Testing
import TestSupport

/// A shop with a third-party client as its server, and a customer with 50.00 EUR and a card on phones.
///
/// The hosts that are built into the client lead to this machine, and the client trusts the service's own root. Time
/// stands still, so no token expires on a busy machine.
struct Shop: Sendable {
    struct Balance: Equatable {
        let total, available: Int
    }

    let service: RunningService
    let sandbox: Sandbox
    let merchantsPort: Int
    let root: String
    let customer: String
    let card: String
    /// The references of the card's tokens, by the names of their phones.
    let tokens: [String: String]

    /// - Parameter phones: the names of phones that `tessera phone` accepts.
    static func open(paidWith phones: [String], _ work: @Sendable (Shop) async throws -> Void) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let root = directory.path + "/root.pem"
            let authority = try await Program.run(["ca", "--data-dir", directory.path])
            try Data(authority.output.utf8).write(to: URL(filePath: root))
            let (host, port, merchantsPort) = (Unshared.host(), Unshared.port(), Unshared.port())
            let options = [
                "--demo", "--tls", "--data-dir", directory.path, "--database-url", scratch.url, "--host", host,
                "--port", "\(port)", "--merchants-port", "\(merchantsPort)",
            ]
            try await HTTPClient.withHTTPClient(configuration: .trusting(root)) { http in
                let sandbox = Sandbox(trusting: http)
                _ = try await Program.serve(options, sandbox, host: host) { started in
                    for port in [port, merchantsPort] {
                        _ = try await started.log.entry("Server started and listening on \(host):\(port)")
                    }
                    let service = RunningService(
                        processIdentifier: started.processIdentifier, host: host, port: port, log: started.log,
                        trusting: http)
                    try await work(
                        try await Shop(service, sandbox, merchantsPort, trusting: root, paidWith: phones))
                }
            }
        }
    }

    private init(
        _ service: RunningService, _ sandbox: Sandbox, _ merchantsPort: Int, trusting root: String,
        paidWith phones: [String]
    ) async throws {
        (self.service, self.sandbox, self.merchantsPort, self.root) = (service, sandbox, merchantsPort, root)
        customer = try await sandbox.newCustomer()
        card = try await service.cards(of: customer).create(.virtual("DEMO-VIRTUAL-VISA-EEA")).cardId
        let load = try await sandbox.send(
            "POST", "/sandbox/customers/\(customer)/load", #"{"amount": 5000, "currencyCode": "EUR"}"#)
        try #require(load.status == 201)
        try #require(try await sandbox.send("PUT", "/sandbox/clock", #"{"frozen": true}"#).status == 200)
        var tokens: [String: String] = [:]
        for phone in phones {
            let ending = try await Self.phone([phone], card, customer, service, sandbox, root)
            tokens[phone] = ending.output.firstMatch(of: /The card is in .* as (\w+):/).map { String($0.1) }
        }
        self.tokens = tokens
    }

    // MARK: The customer

    /// The token that a phone gives to the shop's app or page.
    func token(of phone: String, at gateway: String, _ amount: [String]) async throws -> String {
        let reference = try #require(tokens[phone])
        let payment = ["pay", "--token", reference, "--merchant", "496160873888", "--gateway", gateway] + amount
        return try await Self.phone(payment, card, customer, service, sandbox, root).output
            .trimmingCharacters(in: .newlines)
    }

    private static func phone(
        _ arguments: [String], _ card: String, _ customer: String, _ service: RunningService, _ sandbox: Sandbox,
        _ root: String
    ) async throws -> Program.Ending {
        let addresses = ["--url", service.url, "--sandbox-url", sandbox.url, "--tls-root", root]
        let ending = try await Program.run(
            ["phone"] + arguments + ["--card", card, "--customer", customer] + addresses)
        try #require(ending.status.isSuccess, "\(ending.output)\(ending.errors)")
        return ending
    }

    func balance() async throws -> Balance {
        var query = ProfileQuery()
        query.inclusions = ["ACCOUNTS"]
        let profile = try await service.cards(of: customer).profile(query)
        let account = try #require(profile.accounts?.first)
        return Balance(total: account.totalBalance, available: account.availableBalance)
    }

    /// Ends the merchant's day, so that its captures and refunds are cleared.
    func endDay() async throws {
        try await set("/clock", #"{"advanceSeconds": 86400}"#)
    }

    func set(_ path: String, _ json: String) async throws {
        try #require(try await sandbox.send("PUT", "/sandbox" + path, json).status == 200)
    }

    // MARK: The shop's server

    /// Runs one step of `cardpointe_client.py`.
    func cardPointe(_ step: String, _ value: String) async throws -> Said {
        try await server("cardpointe_client.py", [step, value])
    }

    /// Runs one step of `dintero_client.py`.
    func dintero(_ step: String, _ values: String...) async throws -> Said {
        try await server("dintero_client.py", [step] + values)
    }

    /// Runs one step of `moneyhash_client.py`.
    func moneyHash(_ step: String, _ values: String...) async throws -> Said {
        try await server("moneyhash_client.py", [step] + values)
    }

    /// Runs `stitch_client.py`.
    func stitch(_ tokens: [String]) async throws -> Said {
        try await server("stitch_client.py", tokens)
    }

    /// Runs `stitch_guide.py`.
    func stitch(_ setup: Sample, _ handlers: [Sample], _ tokens: [String]) async throws -> Said {
        try await server("stitch_guide.py", [setup.text] + handlers.map(\.text) + tokens)
    }

    private func server(_ script: String, _ arguments: [String]) async throws -> Said {
        let names = [
            "fts-uat.cardconnect.com", "secure.stitch.money", "api.stitch.money", "api.dintero.com",
            "checkout.dintero.com", "payments.psp.dintero.com", "web.moneyhash.io", "moneyhash.io",
        ]
        let place = #"["\#(service.host)", \#(merchantsPort)]"#
        let hosts = names.map { #""\#($0)": \#(place)"# }.joined(separator: ", ")
        let ending = try await Tester.run(
            "python", [Tester.folder.appending(path: script).path] + arguments,
            environment: [
                "HOSTS": "{\(hosts)}", "PYTHONPATH": Tester.folder.appending(path: "hosts").path,
                "REQUESTS_CA_BUNDLE": root, "PYTHONDONTWRITEBYTECODE": "1",
            ])
        try #require(ending.status.isSuccess, "\(ending.errors)")
        return try Said(ending.output)
    }
}

/// The output of the shop's server.
struct Said {
    private let object: JSONObject

    struct Missing: Error {
        let name: String
        let json: String
    }

    fileprivate init(_ text: String) throws {
        guard case .object(let object) = try JSONValue(parsing: Array(text.utf8)) else {
            throw Missing(name: "an object", json: text)
        }
        self.object = object
    }

    private init(_ object: JSONObject) { self.object = object }

    func text(_ name: String) throws -> String {
        guard case .string(let text)? = object[name] else { throw missing(name) }
        return text
    }

    func object(_ name: String) throws -> Said {
        guard case .object(let inner)? = object[name] else { throw missing(name) }
        return Said(inner)
    }

    var json: String { JSONValue.object(object).jsonText }

    private func missing(_ name: String) -> Missing { Missing(name: name, json: json) }
}

extension HTTPClient.Configuration {
    /// Trusts the root in a file, and no other one.
    fileprivate static func trusting(_ root: String) throws -> HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(root)
        return .patient(tls)
    }
}
