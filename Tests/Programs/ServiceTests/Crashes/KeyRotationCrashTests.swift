import CardAPI
import CardClient
import CardSecrets
import Crypto
import Foundation
import HTTPContract
import Postgres
import Subprocess
import Testing
import TestSupport

@Suite("All keys are rotated while customers use their cards", .timeLimit(.minutes(20)))
struct KeyRotationCrashTests {
    /// Each service reads the keys when it starts, so it need not be waited for until it reads them again. The first
    /// one runs while the versions are added, the second one when they make new values, and is killed. The third one
    /// runs until the earlier versions are gone. The fourth one has never had them.
    @Test("Each key is rotated through kill -9 of commands and of the service, and the new keys open every card")
    func rotation() async throws {
        try await withWebhookReceiver { receiver, port in
            try await RotatedProduction.with { production in
                let kept = try await production.addVersions(notifying: port)
                try await production.pass(hours: 2)
                try await production.expectEarlierVersions()
                try await production.crash()
                try await production.removeVersions(kept)
                try await production.expectOnlyNewVersions(kept, notifying: receiver)
                try await production.expectAll(kept)
            }
        }
    }
}

/// A card that nobody uses, and what was given out under the first versions of the keys.
struct KeptCard: Sendable {
    let id: String
    let details: DetailsBody
    /// The token of its customer.
    let token: String
    /// The key that the brand's events are signed with.
    let signingKey: String

    static let pin = "4071"
}

// MARK: The first service

extension RotatedProduction {
    /// Adds a version of each key.
    func addVersions(notifying port: Int) async throws -> KeptCard {
        let (kept, status) = try await serve("first") { service -> KeptCard in
            let kept = try await prepare(service, notifying: port)
            try await customers.play(on: service, doors.json) {
                try await customers.laterRounds()
                try await attest(service.log.lines)
                for purpose in KeyPurpose.allCases.filter(\.rotates).map(\.rawValue) {
                    let ending = try await keys("rotate", purpose)
                    #expect(ending.output.hasPrefix("\(purpose) version 2 was added. "), "\(ending.errors)")
                }
                let early = try await keys("reencrypt", "PAN_ENCRYPTION")
                #expect(early.status == .exited(1) && early.errors.contains("version 2 makes new values from"))
            }
            return kept
        }
        #expect(status == .exited(0))
        return kept
    }

    /// Makes a value of each kind before the customers begin: a card with money, a wallet's PIN, and a subscription.
    private func prepare(_ service: RunningService, notifying port: Int) async throws -> KeptCard {
        let (business, customer) = (try await service.business(), BusyCustomers.active)
        let token = try await service.token(of: customer, scope: "pci-dss-1")
        var order = CreateCardBody.virtual()
        order.cardPin = KeptCard.pin
        let card = try await service.cards(bearing: token).create(order)
        var deposit = CreateDepositBody()
        (deposit.amount, deposit.currencyCode) = (100_000, "EUR")
        let id = try await business.createDeposit(for: customer, deposit).id
        for status in ["PENDING", "PROCESSING"] {
            var step = UpdateMovementStatusBody()
            step.status = status
            _ = try await business.updateDeposit(id, of: customer, step)
        }
        let report = try await Program.run(
            ["admin", "movement", "confirm", id, "--customer", customer] + options(), by: .core)
        #expect(report.output == "COMPLETED\n", "\(report.errors)")
        var pin = SetWalletPINBody()
        pin.pin = "402817"
        try await business.setWalletPIN(of: BusyCustomers.absent, pin)
        var wanted = SubscribeWebhookBody()
        (wanted.eventType, wanted.url) = ("/prepaid/card/status/events", "http://127.0.0.1:\(port)/")
        let subscription = try await business.subscribe(wanted)
        return KeptCard(
            id: card.cardId, details: try await service.cards(bearing: token).showDetails(card.cardId), token: token,
            signingKey: try #require(subscription.signingKey))
    }
}

// MARK: The second service

extension RotatedProduction {
    /// Expects the number of values under the first version of each key that `keys list` counts.
    func expectEarlierVersions() async throws {
        let listing = try await keys("list")
        let counts = Dictionary(uniqueKeysWithValues: listing.output.matches(of: /([A-Z_]+) +(\d) .*Z +(\d+)\n/).map {
            ("\($0.output.1) \($0.output.2)", Int($0.output.3) ?? 0)
        })
        let cards = customers.cards
        let expected = [
            "PAN_ENCRYPTION": cards.count + 1, "PAN_LOOKUP": cards.count + 1,
            "PIN_ENCRYPTION": cards.values.count { $0.pin != nil } + 1,
            // The seeds of three customers, and the key of the subscription.
            "SECRET_SEALING": 4,
            // The passwords of three customers, and the PIN of a wallet.
            "SECRET_HASHING": 4,
            "CLIENT_SECRET": 2,
        ]
        for (purpose, count) in expected {
            #expect(counts["\(purpose) 1"] == count && counts["\(purpose) 2"] == 0, "\(purpose): \(listing.output)")
        }
    }

    /// Kills `keys reencrypt` for two keys, and the service before the second one is run again.
    func crash() async throws {
        let (_, status) = try await serve("second") { service in
            try await customers.play(on: service, doors.json) {
                try await killReencryption(of: "PAN_ENCRYPTION", "card.sealed_pan")
                try await reencrypt("PAN_ENCRYPTION")
                try await killReencryption(of: "PAN_LOOKUP", "issued_pan.pan_hash")
            }
            await customers.playUntilKill(of: service, doors.json, after: 30)
            try await service.log.end()
        }
        #expect(status == .signaled(SIGKILL))
        try await wait(until: """
            NOT EXISTS (
                SELECT FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'service')
            """)
    }
}

// MARK: The third service

extension RotatedProduction {
    /// Removes the first version of each other key, by the rules of its purpose.
    func removeVersions(_ kept: KeptCard) async throws {
        let (_, status) = try await serve("third") { service in
            try await customers.play(on: service, doors.json) {
                try await reencrypt("PAN_LOOKUP")
                for (purpose, column) in [
                    ("PIN_ENCRYPTION", "card.pin_block"), ("SECRET_SEALING", "authentication_means.sealed_seed"),
                ] {
                    try await killReencryption(of: purpose, column)
                    try await reencrypt(purpose)
                }
                try await retire("TOKEN_SIGNING")
                try await replaceSecrets()
                try await cancel(kept, on: service)
                // The cards of the first service are cancelled then, the password of one customer is under the new
                // version, and no client uses its secret from before.
                try await customers.laterRounds()
                try await retire("CARD_VERIFICATION")
                try await expectRefusal(of: "REQUEST_DIGEST", "version 1 can be retired from")
                let early = try await keys("retire", "SECRET_HASHING", "1", "--forget-secrets")
                #expect(early.status == .exited(1) && early.errors.contains("version 1 can be retired from"))
                try await pass(hours: 24)
                try await retire("REQUEST_DIGEST")
                try await retire("CLIENT_SECRET")
                try await forgetSecrets()
            }
        }
        #expect(status == .exited(0))
    }

    /// Gives both clients of the brand new secrets. The ones before are accepted for a day.
    private func replaceSecrets() async throws {
        try await expectRefusal(of: "CLIENT_SECRET", "values of client.secret_hash_key_version. Give each client")
        var secrets: [String] = []
        for client in ["demo-app", "demo-backend"] {
            let ending = try await Program.run(
                ["admin", "client", "rotate", "--brand", "demo", "--client", client] + options(), by: .core)
            secrets.append(String(try #require(ending.output.split(separator: "\n").first, "\(ending.errors)")))
        }
        customers.secrets = (app: secrets[0], backend: secrets[1])
        try await expectRefusal(of: "CLIENT_SECRET", "2 values of client.earlier_secret_hash_key_version.")
    }

    /// A card keeps its security code as long as it can be used, and the version that made it is kept with it.
    private func cancel(_ kept: KeptCard, on service: RunningService) async throws {
        let (app, backend) = customers.secrets
        let token = try await service.token(of: BusyCustomers.active, scope: "pci-dss-1", secret: app)
        #expect(try await service.cards(bearing: token).showDetails(kept.id) == kept.details)
        try await expectRefusal(of: "CARD_VERIFICATION", "values of card.cvv_key_version. A card keeps its")
        var closing = BusinessUpdateBody()
        (closing.status, closing.statusReason) = ("CANCELLED", "Replaced")
        _ = try await service.business(secret: backend).update(kept.id, of: BusyCustomers.active, closing)
    }

    /// Two customers have not authenticated since the key was rotated: one has a password and a wallet's PIN, the other
    /// one a password.
    private func forgetSecrets() async throws {
        try await expectRefusal(of: "SECRET_HASHING", "2 values of authentication_means.password_hash_key_version.")
        let ending = try await keys("retire", "SECRET_HASHING", "1", "--forget-secrets")
        #expect(
            ending.output == """
                3 passwords and PINs were removed. Their customers must get other ones.
                SECRET_HASHING version 1 was removed.

                """, "\(ending.errors)")
        let again = try await keys("retire", "SECRET_HASHING", "1", "--forget-secrets")
        #expect(again.status == .exited(1) && !again.output.contains("removed"), "\(again.output)")
    }
}

// MARK: The fourth service

extension RotatedProduction {
    /// Expects that a service with only the new keys serves all customers, and accepts nothing from before.
    func expectOnlyNewVersions(_ kept: KeptCard, notifying receiver: WebhookReceiver) async throws {
        let count = receiver.received.count
        let (_, status) = try await serve("fourth") { service in
            let refused = await #expect(throws: WalletError.self) {
                try await service.cards(bearing: kept.token).getAll()
            }
            #expect(refused?.problem?.status == 401, "the token was signed with a key that was retired")
            await #expect(throws: WalletError.self, "the secret from before has ended") {
                try await service.token(of: BusyCustomers.active)
            }
            try await customers.play(on: service, doors.json) {}
            try await authenticateWithoutPassword(on: service)
            let received = try await receiver.receivedInTime(count + 1)
            let key = SymmetricKey(data: try #require(Data(base64Encoded: kept.signingKey)))
            for event in received {
                let signature = try #require(event["Signature"].flatMap { Data(base64Encoded: $0) })
                #expect(HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: event.body, using: key))
            }
        }
        #expect(status == .exited(0))
    }

    /// A customer whose password and wallet's PIN were removed still has an authenticator.
    private func authenticateWithoutPassword(on service: RunningService) async throws {
        let token = try await service.token(of: BusyCustomers.absent, secret: customers.secrets.app)
        let wallet = BusyCustomers.wallet(bearing: token, on: service)
        let card = try #require(try await service.cards(bearing: token).getAll().cards.first).cardId
        let request = Wallet.CardUpdateRequest(status: .locked, statusReason: "Mislaid")
        let asked = await #expect(throws: WalletError.self) {
            try await wallet.cardService.update(cardID: card, request: request)
        }
        guard case .scaRequired(let required, _) = asked else {
            Issue.record("\(String(describing: asked))")
            return
        }
        let offered = Set(required.availableVerifications.map(\.method))
        #expect(offered.isDisjoint(with: [.password, .pin]), "\(offered)")
        let (event, method) = (required.scaDetails, Wallet.SCAVerification(method: .otp, channel: .authenticator))
        _ = try await wallet.scaService.sendChallenge(event: event, verification: method)
        let time = Statement("time", "SELECT clock_timestamp() AS time") { (row: inout Row) throws(PostgresFailure) in
            try row.timestamp("time")
        }
        let now = try #require(try await scratch.database.read(time()).first)
        let code = TimeBasedCode(seed: Secret(Array("12345678901234567890".utf8))).code(at: now)
        let attempt = try await wallet.scaService.attempt(event: event, verification: method, answer: .otp(code))
        #expect(attempt.status == .verified)
        let locked = try await wallet.cardService.update(cardID: card, request: request, scaDetails: event)
        #expect(locked.status == .locked)
    }
}

// MARK: The end

extension RotatedProduction {
    /// Expects that exactly the acknowledged cards are there, that the new keys open them, that the books add up, and
    /// that nothing is in clear.
    func expectAll(_ kept: KeptCard) async throws {
        let listing = try await keys("list").output.split(separator: "\n").dropFirst()
        let versions = listing.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        #expect(versions == KeyPurpose.allCases.map { "\($0.rawValue) \($0.rotates ? 2 : 1) active" })
        var known = customers.cards
        known[kept.id] = BusyCustomers.Known(number: try #require(kept.details.pan), pin: KeptCard.pin)
        #expect(try await opened() == known)
        let books = try await Program.run(["ledger", "check"] + options(), by: .core)
        #expect(books.status == .exited(0) && books.output.contains(" \(customers.payments) holds, "), "\(books)")
        let pins = known.values.count { $0.pin != nil }
        let summary = try await attest()
        #expect(summary.contains("Looking for \(known.count) card numbers and \(pins) PINs."), "\(summary)")
    }

    /// The cards by their ids, as somebody opens them who has read the keys now.
    private func opened() async throws -> [String: BusyCustomers.Known] {
        let keys = Statement("keys", "SELECT purpose, version, wrapped FROM issuing.data_key") {
            (row: inout Row) throws(PostgresFailure) in
            let (purpose, version) = (try row.text("purpose", as: KeyPurpose.self), try row.integer("version") as Int)
            return WrappedKey(purpose: purpose, version: version, ciphertext: try row.bytes("wrapped"))
        }
        let ring = try KeyRing(
            opening: try await scratch.database.read(keys()), with: try KeyEncryptionKey(file: directory.keyFile))
        let vault = CardVault(keys: ring, entropy: .system)
        let sealed = Statement(
            "sealed",
            """
            SELECT customer_id, card_id, sealed_pan, pan_key_version, pin_block, pin_key_version FROM issuing.card
            """
        ) { (row: inout Row) throws(PostgresFailure) in
            let (customer, card) = (try row.bigint("customer_id"), try row.uuid("card_id"))
            let pan = SealedPAN(bytes: try row.bytes("sealed_pan"), keyVersion: try row.integer("pan_key_version"))
            let (block, version) = (
                try row.optionalBytes("pin_block"), try row.optionalInteger("pin_key_version") as Int?)
            let pin = block.flatMap { block in version.map { SealedPIN(block: block, keyVersion: $0) } }
            return (customer: customer, card: card, pan: pan, pin: pin)
        }
        var cards: [String: BusyCustomers.Known] = [:]
        for row in try await scratch.database.read(sealed()) {
            let pan = try vault.open(row.pan, customer: row.customer, card: row.card)
            let pin = try row.pin.map { try vault.open($0, of: pan).reveal { $0 } }
            cards[row.card.uuidString.lowercased()] = BusyCustomers.Known(number: pan.reveal { $0 }, pin: pin)
        }
        return cards
    }
}
