import AsyncHTTPClient
import Foundation
import HTTPContract
import NIOCore
import NIOHTTP1
import Subprocess
import Testing
import TestSupport

/// A merchant's server that uses Stitch's API and receives its webhooks, on a running service.
@Suite("Webhooks of Stitch on a running service", .timeLimit(.minutes(20)))
struct StitchWebhookDeliveryTests {
    @Test("Svix's library accepts only what the service sends, also at the second attempt")
    func verification() async throws {
        try await withWebhookReceiver([.status(500)]) { receiver, receiverPort in
            try await Self.withShop { shop, sandbox, folder in
                let secret = try await shop.subscribe(to: "http://127.0.0.1:\(receiverPort)/hook")
                let state = try await shop.payWithUnknownCard()
                #expect(state == "TransactionFailure")
                _ = try await receiver.receivedInTime(1)
                let later = try await sandbox.send("PUT", "/sandbox/clock", #"{"advanceSeconds": 5}"#)
                #expect(later.status == 200)
                let received = try await receiver.receivedInTime(2)
                #expect(received[0].text == received[1].text && received[0]["svix-id"] == received[1]["svix-id"])
                for request in received.prefix(2) {
                    let genuine = try await Self.isGenuine(request, secret, in: folder)
                    #expect(genuine == "true\n")
                }
                let forged = try await Self.isGenuine(
                    received[0], secret, replacing: ("TransactionFailure", "TransactionSuccess"), in: folder)
                #expect(forged == "false\n")
                let otherSecret = "whsec_" + Data(repeating: 7, count: 32).base64EncodedString()
                let misread = try await Self.isGenuine(received[0], otherSecret, in: folder)
                #expect(misread == "false\n")
            }
        }
    }

    @Test("A snapshot restores the webhooks of its time, and a reset deletes them all")
    func snapshots() async throws {
        try await Self.withShop { shop, sandbox, _ in
            _ = try await shop.subscribe(to: "http://127.0.0.1:9/one")
            #expect(try await sandbox.send("POST", "/sandbox/snapshots", #"{"name": "one"}"#).status == 201)
            _ = try await shop.subscribe(to: "http://127.0.0.1:9/two")
            #expect(try await shop.webhooks() == ["http://127.0.0.1:9/one", "http://127.0.0.1:9/two"])
            #expect(try await sandbox.send("POST", "/sandbox/snapshots/one/restore", "").status == 204)
            #expect(try await shop.webhooks() == ["http://127.0.0.1:9/one"])
            #expect(try await sandbox.send("POST", "/sandbox/reset", "").status == 204)
            #expect(try await shop.webhooks() == [])
        }
    }

    // MARK: Helpers

    private static func withShop(
        _ work: @Sendable (Shop, Sandbox, _ folder: String) async throws -> Void
    ) async throws {
        let (sandbox, port) = (Sandbox(), Unshared.port())
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            let environment = ["TESSERA_MERCHANTS_PORT": "\(port)"]
            _ = try await Program.serve(options, sandbox, environment: environment) { service in
                // The merchants' listener may open later than the card service.
                let opened = try await service.log.entry("Server started and listening on 127.0.0.1:\(port)")
                try #require(opened != nil, "The service ended before it listened for merchants.")
                try await work(Shop(url: "http://127.0.0.1:\(port)/stitch"), sandbox, directory.path)
            }
        }
    }

    private static func isGenuine(
        _ request: WebhookReceiver.Received, _ secret: String, replacing change: (String, String) = ("", ""),
        in folder: String
    ) async throws -> String {
        let file = folder + "/webhook.json"
        let text = change.0.isEmpty ? request.text : request.text.replacing(change.0, with: change.1)
        try Data(text.utf8).write(to: URL(filePath: file))
        let fields = ["svix-id", "svix-timestamp", "svix-signature"].map { request[$0] ?? "" }
        let script = Tester.folder.appending(path: "check_svix.py").path
        let ending = try await Tester.run("python", [script, file, secret] + fields)
        #expect(ending.status.isSuccess, "\(ending.errors)")
        return ending.output
    }

    /// The demo's merchant as a client of Stitch's API.
    private struct Shop: Sendable {
        let url: String

        /// - Returns: the secret.
        func subscribe(to receiver: String) async throws -> String {
            let added = try await ask("""
                mutation { clientWebhookAdd(input: {url: "\(receiver)", filterTypes: ["transaction"]}) { secret } }
                """)
            return try #require(added["clientWebhookAdd"]?["secret"]?.text)
        }

        func webhooks() async throws -> [String] {
            let answer = try await ask("{ client { webhookEndpoints { url } } }")
            guard case .array(let found) = answer["client"]?["webhookEndpoints"] else { return ["no list"] }
            return found.compactMap { $0["url"]?.text }
        }

        /// - Returns: the type of the transaction's state.
        func payWithUnknownCard() async throws -> String? {
            let answer = try await ask("""
                mutation { initiateTransaction(input: {
                  amount: {quantity: 12.34, currency: "EUR"}, nonce: "one", externalReference: "order-7",
                  paymentMethods: {googlePay: {
                    primaryAccountNumber: "4111111111111111", expirationYear: 2030, expirationMonth: 12,
                    cryptogram: "AgAAAAAABk4DWZ4C28yUQAAAAAA=", eciIndicator: "07"
                  }}
                }) { state { __typename } } }
                """)
            return answer["initiateTransaction"]?["state"]?["__typename"]?.text
        }

        /// - Returns: the data of the answer, which must have no errors.
        private func ask(_ query: String) async throws -> JSONValue {
            let form = "grant_type=client_credentials&client_id=test-demo&client_secret=demo-secret"
                + "&scope=client_paymentrequest&audience=https%3A%2F%2Fsecure.stitch.money%2Fconnect%2Ftoken"
            let token = try await post("/connect/token", form, "application/x-www-form-urlencoded")
            let body: JSONValue = ["query": .string(query)]
            let bearer = "Bearer \(try token.member("access_token"))"
            let answer = try await post(
                "/graphql", body.jsonText, "application/json", ["Authorization": bearer])
            let json = try JSONValue(parsing: Array(answer.body.utf8))
            return try #require(json["errors"] == nil ? json["data"] : nil, "\(answer.body)")
        }

        private func post(
            _ path: String, _ body: String, _ type: String, _ headers: HTTPHeaders = [:]
        ) async throws -> Answer {
            var request = HTTPClientRequest(url: url + path)
            request.method = .POST
            request.headers = headers
            request.headers.add(name: "Content-Type", value: type)
            request.body = .bytes(ByteBuffer(string: body))
            return try await Answer.to(request)
        }
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
