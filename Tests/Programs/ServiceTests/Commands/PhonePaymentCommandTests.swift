import AsyncHTTPClient
import CardAPI
import CardClient
import CardSecrets
import Crypto
import Foundation
import HTTPContract
import NIOCore
import NIOHTTP1
import PaymentTokens
import SimulatedWallets
import Subprocess
import Testing
import TestSupport

/// The command `phone pay`, with a card on simulated phones.
@Suite("Payments with phones on the command line", .timeLimit(.minutes(20)))
struct PhonePaymentCommandTests {
    /// A service, a card on an iPhone of its customer, and 50 EUR.
    private struct Scene: Sendable {
        let service: RunningService
        let sandbox: Sandbox
        let customer: String
        let card: String
        let folder: String
        let ports: NetworkDoorPorts

        var addresses: [String] { ["--url", service.url, "--sandbox-url", sandbox.url, "--customer", customer] }

        func phone(_ arguments: [String]) async throws -> Program.Ending {
            try await Program.run(["phone"] + arguments + ["--card", card] + addresses)
        }

        /// The token that `phone pay` prints for a merchant.
        func token(_ arguments: [String]) async throws -> [UInt8] {
            let ending = try await phone(["pay"] + arguments)
            #expect(ending.status == .exited(0), "\(ending.errors)")
            #expect(ending.errors.contains("No money has moved yet."))
            return Array(ending.output.utf8)
        }
    }

    private func scene(
        _ phones: [String], _ work: @Sendable (Scene) async throws -> Void
    ) async throws {
        let (sandbox, host, ports) = (Sandbox(), Unshared.host(), NetworkDoorPorts())
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let options = ["--demo", "--host", host, "--data-dir", directory.path, "--database-url", scratch.url]
            _ = try await Program.serve(options + ports.arguments, sandbox, host: host) { service in
                let customer = try await sandbox.newCustomer()
                let card = try await service.cards(of: customer).create(.virtual("DEMO-VIRTUAL-VISA-EEA")).cardId
                let load = #"{"amount": 5000, "currencyCode": "EUR"}"#
                #expect(try await sandbox.send("POST", "/sandbox/customers/\(customer)/load", load).status == 201)
                let scene = Scene(
                    service: service, sandbox: sandbox, customer: customer, card: card, folder: directory.path,
                    ports: ports)
                for phone in phones { #expect(try await scene.phone([phone]).status == .exited(0)) }
                try await work(scene)
            }
        }
    }

    @Test("In a shop, the payment goes through the network at once, and the balance is shown")
    func shop() async throws {
        try await scene(["apple"]) { scene in
            let paid = try await scene.phone(["pay", "--amount", "12.34"])
            #expect(paid.status == .exited(0), "\(paid.errors)")
            #expect(
                paid.output == """
                    12.34 EUR in a shop with Apple Pay: 00, approved
                    The balance is 50.00 EUR, of which 37.66 EUR is available.

                    """)
            let declined = try await scene.phone(["pay", "--amount", "99.99"])
            #expect(declined.status == .exited(1))
            #expect(declined.output.contains("99.99 EUR in a shop with Apple Pay: 51, "), "\(declined.output)")
            #expect(declined.output.contains("because MONEY failed: NOT_ENOUGH_MONEY\n"))
            for (amount, currency) in [("12.345", "EUR"), ("1,00", "EUR"), ("1.5", "JPY"), ("1e3", "EUR")] {
                let refused = try await scene.phone(["pay", "--amount", amount, "--currency", currency])
                #expect(refused.status == .exited(64) && refused.output.isEmpty, "\(amount) \(currency)")
                #expect(refused.errors.contains("--amount must be a number of \(currency), with at most "))
            }
        }
    }

    @Test("In an app, Apple's token opens with the merchant's key, and the network accepts its cryptogram once")
    func app() async throws {
        try await scene(["apple"]) { scene in
            let key = Entropy.seeded(1).agreementKey()
            let file = scene.folder + "/merchant.pem"
            try Data(key.publicKey.pemRepresentation.utf8).write(to: URL(filePath: file))
            let merchantID = "merchant.example.shop"
            let json = try await scene.token(
                ["--amount", "12.34", "--merchant", file, "--merchant-id", merchantID])
            let root = try await Program.run(["phone", "root", "apple"])
            let merchant = try #require(
                AppleMerchantKey(
                    privateKeyPKCS8: Secret(Array(key.derRepresentation)), merchantID: merchantID))
            let now = try await scene.sandbox.get("/sandbox/clock").member("now")
            let token = try ApplePaymentToken(json: json)
            let data = try token.open(
                with: merchant, under: AppleTrust(furtherRoots: [root.output]),
                at: try Date(now, strategy: .iso8601)
            ) { _, _ in .granted }
            #expect(data.transactionAmount == 1234 && data.currencyCode == "978")
            let charges = try await [charge(data, "APP-1", at: scene), charge(data, "APP-2", at: scene)]
            #expect(try charges[0].member("responseCode") == "00", "\(charges[0].body)")
            #expect(try charges[1].member("responseCode") == "82", "\(charges[1].body)")
            let nameless = try await scene.phone(["pay", "--amount", "12.34", "--merchant", file])
            #expect(nameless.status == .exited(64) && nameless.output.isEmpty)
            #expect(nameless.errors.contains("Apple Pay needs the merchant's id"), "\(nameless.errors)")
            let named = ["pay", "--amount", "12.34", "--merchant-id", merchantID, "--merchant"]
            let gateway = try await scene.phone(named + [file, "--gateway-merchant-id", "7"])
            #expect(gateway.status == .exited(64) && gateway.output.isEmpty)
            #expect(gateway.errors.contains("--gateway-merchant-id is only for Google Pay"), "\(gateway.errors)")
            let unused = try await scene.phone(named + [try Self.rsaKey(in: scene)])
            #expect(unused.status == .exited(64) && unused.output.isEmpty)
            #expect(unused.errors.contains("--merchant-id must be absent: Apple Pay"), "\(unused.errors)")
        }
    }

    /// The path of a file with a merchant's public RSA key.
    private static func rsaKey(in scene: Scene) throws -> String {
        let pem = """
            -----BEGIN PUBLIC KEY-----
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAkXjaQd0Dj2QbuM0KLjVW
            av0gBYDlUnuY9gONduDKpJmyRNF9OJeln2IHOilmGqeeNpYYee63cHgYc20/pjDc
            y/Ilx/H6ZiGE+hJZQAamiJFXlgQknJpbZAJ39Bl12NNrIGGp5SgWgDWaKooOr+O3
            96JD1aXb3VhD+SEqPbgSb8Z4q3r14oQytSTaTtjJbajf+TrNBYBINVCdWt2cvU6i
            Lj0CBXxj6dbaZOkRTXb4X970SMpDt5BqZ6UTQoTXZcCtx+7rwwkwqCVQa/iaY0j6
            ZDdjOI70t/IFXAFgPMK4ANk3sBvhmaZE2+uIpiBXpOd5aKaeQsKN+UTgOv4qL2yY
            BQIDAQAB
            -----END PUBLIC KEY-----
            """
        let path = scene.folder + "/rsa.pem"
        try Data(pem.utf8).write(to: URL(filePath: path))
        return path
    }

    /// Sends the data of an opened token to the network, as the merchant does.
    private func charge(_ data: ApplePaymentData, _ reference: String, at scene: Scene) async throws -> Answer {
        let expiry = data.applicationExpirationDate
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(scene.ports.json)/network/messages")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(
            ByteBuffer(
                string: """
                    {"networkReference": "\(reference)", "kind": "AUTHORIZATION", "amount": \(data.transactionAmount),
                     "currencyCode": "EUR", "pan": "\(data.applicationPrimaryAccountNumber)",
                     "expiry": {"month": \(Int(expiry.dropFirst(2).prefix(2)) ?? 0), "year": 20\(expiry.prefix(2))},
                     "token": {"requestorId": "90000000001",
                               "cryptogram": "\(data.paymentData.onlinePaymentCryptogram ?? "")"},
                     "merchant": {"name": "Shop", "mcc": "5812", "country": "DE"}, "panEntryMethod": "ECOMMERCE"}
                    """))
        return try await Answer.to(request)
    }

    @Test("If several tokens can pay, the command lists them, and --token chooses one")
    func several() async throws {
        try await scene(["google", "samsung"]) { scene in
            let unclear = try await scene.phone(["pay", "--amount", "1.00"])
            #expect(unclear.status == .exited(1) && unclear.output.isEmpty)
            #expect(unclear.errors.contains("2 of the card's tokens can pay. Name one with --token:"))
            let lines = unclear.errors.matches(of: /(DN[A-Z0-9]+), ACTIVE, on the (PIXEL|GALAXY)/)
            let tokens = Dictionary(uniqueKeysWithValues: lines.map { (String($0.2), String($0.1)) })
            let (google, samsung) = (try #require(tokens["PIXEL"]), try #require(tokens["GALAXY"]))
            let unknown = try await scene.phone(["pay", "--amount", "1.00", "--token", "DNITHE1"])
            #expect(unknown.status == .exited(1) && unknown.errors.contains("The card has no such token."))

            let key = Entropy.seeded(2).agreementKey()
            let file = scene.folder + "/merchant.pem"
            try Data(key.publicKey.pemRepresentation.utf8).write(to: URL(filePath: file))
            let id = "merchant:12345678901234567890"
            let merchant = ["--amount", "1.00", "--merchant", file, "--merchant-id", id]
            let json = try await scene.token(merchant + ["--token", google])
            let published = try await Program.run(["phone", "root", "google"])
            let roots = try #require(GoogleRootKey.keys(fromJSON: Array(published.output.utf8)))
            let recipient = try #require(
                GoogleRecipient(id: id, privateKeysPKCS8: [Secret(Array(key.derRepresentation))]))
            let now = try await scene.sandbox.get("/sandbox/clock").member("now")
            let data = try GooglePaymentToken(json: json)
                .open(for: recipient, rootKeys: roots, at: try Date(now, strategy: .iso8601))
            #expect(data.paymentMethodDetails.authMethod == "CRYPTOGRAM_3DS")
            let refused = try await scene.phone(["pay"] + merchant + ["--token", samsung])
            #expect(refused.status == .exited(64) && refused.errors.contains("Samsung Pay does not seal to the"))
            let rsa = ["pay", "--amount", "1.00", "--token", samsung, "--merchant", try Self.rsaKey(in: scene)]
            let unused = try await scene.phone(rsa + ["--merchant-id", id])
            #expect(unused.status == .exited(64) && unused.output.isEmpty)
            #expect(unused.errors.contains("--merchant-id must be absent: Samsung Pay"), "\(unused.errors)")
            #expect(try await scene.phone(rsa).status == .exited(0))
        }
    }

    @Test("A card in no wallet does not pay, and the command says how to put it into one")
    func noWallet() async throws {
        try await scene([]) { scene in
            let refused = try await scene.phone(["pay", "--amount", "1.00"])
            #expect(refused.status == .exited(1))
            #expect(refused.errors.contains("The card is in no wallet. Put it into one: tessera phone apple --card "))
            let misplaced = try await scene.phone(["pay", "--amount", "1.00", "--merchant-id", "x"])
            #expect(misplaced.status == .exited(64))
        }
    }
}
