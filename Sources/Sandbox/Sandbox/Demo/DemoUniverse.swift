import Administration
import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Ledger
import Postgres
import Validation

/// The contents of the demo. They never change, so every example in the documentation works when it is pasted.
public enum DemoUniverse {
    /// The brand of the demo, unless another name is requested.
    public static let brand = "demo"

    public typealias Client = (id: String, secret: String, mayExchange: Bool, isBusiness: Bool)

    public static let clients: [Client] = [
        ("demo-app", "demo-secret", true, false),
        ("demo-backend", "demo-backend-secret", false, true),
    ]

    static let programs: [Program] = [
        program("SKRILL-VIRTUAL-MC-EEA", .virtual, .mastercard, .eea, digit: 1),
        program("SKRILL-PHYSICAL-MC-EEA", .physical, .mastercard, .eea, digit: 2),
        program("DEMO-VIRTUAL-VISA-EEA", .virtual, .visa, .eea, digit: 1),
        program("DEMO-PHYSICAL-VISA-EEA", .physical, .visa, .eea, isDigital: true, digit: 2),
        program("DEMO-VIRTUAL-VISA-US", .virtual, .visa, .unitedStates, digit: 3),
        program("DEMO-PHYSICAL-MC-US", .physical, .mastercard, .unitedStates, digit: 3),
    ]

    public static let customers: [(id: CustomerID, person: CustomerEnrolment)] = [
        (
            CustomerID(10_000_001),
            CustomerEnrolment(
                country: "BG", firstName: "Ivana", lastName: "Petrova", mobile: "+359 881234567",
                email: "ivana@example.com",
                address: DeliveryAddress(
                    address1: "Tsarigradsko Shose 73", address2: nil, address3: nil, city: "Sofia",
                    countryCode: "BG", state: nil, postalCode: "1000"))
        ),
        (
            CustomerID(10_000_002),
            CustomerEnrolment(
                country: "DE", firstName: "Jonas", lastName: "Weber", mobile: "+49 15112345678",
                email: "jonas@example.com",
                address: DeliveryAddress(
                    address1: "Torstrasse 140", address2: nil, address3: nil, city: "Berlin", countryCode: "DE",
                    state: nil, postalCode: "10119"))
        ),
        (
            CustomerID(20_000_001),
            CustomerEnrolment(
                country: "US", firstName: "Emily", lastName: "Carter", mobile: "+1 8015550142",
                email: "emily@example.com",
                address: DeliveryAddress(
                    address1: "350 S State Street", address2: "Apartment 2C", address3: nil,
                    city: "Salt Lake City", countryCode: "US", state: "UT", postalCode: "84111"))
        ),
    ]

    /// The policy of the demo brand. It protects the operations that Paysafe documents, and those by which a thief with
    /// a customer's token could get a card, continue guessing or lift a limit. All others work with a token alone, so
    /// the first card takes one call. PINs may be as weak as the 1234 in Paysafe's examples, and a test suite may send
    /// a customer many challenges.
    public static let authenticationPolicy: AuthenticationPolicy = {
        var policy = AuthenticationPolicy.standard
        policy.operations = [
            .updateCard, .replaceCard, .setPIN, .resetRetries, .cardDetails, .secureDetails, .cardControls,
            .trustDevice,
        ]
        policy.refusesWeakPINs = false
        policy.challengesPerHour = 100
        return policy
    }()

    /// The password of every customer, and the seed of every customer's authenticator. The seed is that of the test
    /// vectors in RFC 6238; in Base32, it is GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ.
    static let password = "demo-password"
    static var seed: Secret { Secret(Array("12345678901234567890".utf8)) }
    static var secrets: AuthenticationSecrets { AuthenticationSecrets(password: password, seed: seed) }

    /// Rates of some day, for the currencies of the demo's cards and of the examples in the gateways' documents.
    static let rates: [StoredRate] = [
        ("USD", "EUR", "0.92"), ("GBP", "EUR", "1.17"), ("CHF", "EUR", "1.04"), ("JPY", "EUR", "0.0062"),
        ("PLN", "EUR", "0.23"), ("RON", "EUR", "0.20"), ("KWD", "EUR", "3.00"), ("EUR", "USD", "1.08"),
        ("GBP", "USD", "1.27"), ("CAD", "USD", "0.73"), ("JPY", "USD", "0.0067"), ("MXN", "USD", "0.05"),
        ("NOK", "EUR", "0.085"), ("ZAR", "EUR", "0.050"), ("AED", "EUR", "0.25"),
    ].compactMap { from, to, rate in
        Currency(from).flatMap { from in
            Currency(to).flatMap { to in
                ExchangeRate(decimal: rate).map { StoredRate(from: from, to: to, rate: $0) }
            }
        }
    }

    /// Each program has its own range within a BIN. The next digit identifies the range.
    private static func program(
        _ name: String, _ cardType: Program.CardType, _ scheme: Program.Scheme, _ region: Region,
        isDigital: Bool = false, digit: Int
    ) -> Program {
        Program(
            name: name, cardType: cardType, scheme: scheme, region: region,
            currencies: region == .eea ? ["EUR", "BGN", "PLN", "RON"] : ["USD"], isDigital: isDigital,
            requiresApproval: false, cardsPerCustomer: 5, panPrefix: scheme.sandboxBIN + String(digit),
            validityMonths: 36)
    }
}

extension Sandbox {
    /// Whether the database has no brand yet.
    public func isEmpty() async throws(IssuingFailure) -> Bool {
        try await reading(BrandStatements.any()).first == false
    }

    /// Whether the database has neither a brand nor a key.
    public static func isUntouched(_ database: Database) async throws(PostgresFailure) -> Bool {
        try await database.read(SandboxStatements.isUntouched()).first == true
    }

    /// Adds the demo universe to a sandbox's database. Existing data stays as it is.
    ///
    /// - Parameter writes: add what else the demo universe has, in the same transaction.
    public func seedDemoUniverse(adding writes: [Query<Void>] = []) async throws(IssuingFailure) {
        let hashes = try demoHashes()
        try await database.transaction { tx throws(IssuingFailure) in
            try requireSandbox(in: tx)
            try writeDemoUniverse(hashes, in: tx, at: clock.now())
            for write in writes { _ = try tx.run(write) }
        }
    }

    /// Resets the database to the demo universe, and the clock to its beginning. This also deletes the snapshots,
    /// because the deletion of all rows at once is not logged.
    ///
    /// - Parameter writes: as above.
    public func resetToDemoUniverse(adding writes: [Query<Void>] = []) async throws(SnapshotFailure) {
        try await database.transaction { tx throws(SnapshotFailure) in try requireOnePostgres(in: tx) }
        try await translating(SnapshotFailure.failed) { () async throws(IssuingFailure) in
            try await reset(adding: writes)
        }
    }

    private func reset(adding writes: [Query<Void>]) async throws(IssuingFailure) {
        let hashes = try demoHashes()
        try await database.transaction { tx throws(IssuingFailure) in
            try requireSandbox(in: tx)
            _ = try tx.run(SnapshotStatements.dropAll(), SandboxStatements.empty())
            try writeDemoUniverse(hashes, in: tx, at: clock.reading(clock.beginning))
            for write in writes { _ = try tx.run(write) }
        }
        try await followClock()
    }

    private func demoHashes() throws(IssuingFailure) -> [CustomerID: SecretHashes] {
        var hashed: [CustomerID: SecretHashes] = [:]
        for (id, _) in DemoUniverse.customers {
            hashed[id] = try issuing.hashes(ofPublished: DemoUniverse.password, for: id)
        }
        return hashed
    }

    private func writeDemoUniverse(
        _ hashes: [CustomerID: SecretHashes], in tx: Transaction<IssuingFailure>, at now: Date
    ) throws(IssuingFailure) {
        // The setting is stored, so that the service also finds it after a restart.
        if case .frozen = clock.beginning { _ = try tx.run(SandboxStatements.setClock(clock.beginning)) }
        let (_, policies) = try tx.run(
            BrandStatements.add(.text(brand)), AuthenticationStatements.policy(.text(brand)))
        if policies.isEmpty {
            let policy = brand == DemoUniverse.brand ? DemoUniverse.authenticationPolicy : .standard
            _ = try tx.run(AuthenticationStatements.setPolicy(policy, of: brand))
        }
        for client in DemoUniverse.clients {
            let hash = vault.clientSecretHash(client.secret)
            _ = try tx.run(
                BrandStatements.addClient(
                    .text(brand), .text(client.id), .bytes(hash.bytes), .integer(hash.keyVersion),
                    .boolean(client.mayExchange), .boolean(client.isBusiness)))
        }
        _ = try tx.run(PaymentSettingStatements.set(DemoUniverse.rates))
        for program in DemoUniverse.programs {
            _ = try tx.run(ProgramStatements.add(program, to: brand))
        }
        for (id, person) in DemoUniverse.customers {
            let enrolment = Administration.enrolment(of: person, id: id, in: brand, at: now)
            guard try !tx.run(enrolment).isEmpty else { continue }
            try DemoUniverse.secrets.write(hashes[id] ?? SecretHashes(), for: id, in: tx, by: issuing)
        }
    }
}
