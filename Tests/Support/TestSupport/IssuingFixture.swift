import Administration
import Cards
import CardSecrets
import Foundation
import Issuing
import Metrics
import Postgres
import Sandbox
import Validation

/// The card service on a database for one test, with the demo universe. Nothing is random: the clock is frozen and
/// entropy is seeded, so the same calls in the same order give the same bytes.
///
/// ```swift
/// let fixture = try await IssuingFixture.make(seed: 7)
/// let customer = try await fixture.enrol(country: "BG")
/// let card = try await fixture.issue(.physicalMastercard, to: customer)
/// ```
public struct IssuingFixture: Sendable {
    public let scratch: ScratchDatabase
    public private(set) var sandbox: Sandbox
    public var issuing: Issuing { sandbox.issuing }
    public var administration: Administration { sandbox.administration }
    /// The mark of the database, which is a sandbox's.
    public var mark: SandboxMark { sandbox.mark }

    /// The time of the clock, unless a test sets another one: 2026-03-15T12:00:00Z, far from the end of a month or a
    /// year.
    public static let now = Date(timeIntervalSince1970: 1_773_576_000)

    /// Creates a service on a new copy of the demo universe in about 0.1 seconds.
    ///
    /// - Parameters:
    ///   - operations: the operations that require strong customer authentication. Most tests do not need any.
    ///   - metrics: counts what the service asks of the database.
    public static func make(
        seed: UInt64 = 1, now: Date = Self.now, asking operations: [ProtectedOperation] = [],
        hashingOn slowWork: SlowWork = .patient, metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) async throws -> IssuingFixture {
        let fixture = try await IssuingFixture(
            on: ScratchDatabase.make(from: .demoUniverse), mark: nil, clock: .frozen(at: now), entropy: .seeded(seed),
            slowWork: slowWork, metrics: metrics)
        // The template has the policy without operations.
        if !operations.isEmpty {
            try await fixture.issuing.setAuthenticationPolicy(.lenient(asking: operations), of: DemoUniverse.brand)
        }
        return fixture
    }

    /// One fixture for all tests that touch only their own customers. Its clock must not be moved.
    public static func shared() async throws -> IssuingFixture { try await sharing.value }

    private static let sharing = Task { try await make(seed: 0) }

    /// Another server on the same database, with its own clock, which is frozen at `now`.
    ///
    /// - Parameters:
    ///   - entropy: nil for the first server's entropy, because two servers with the same seed would draw the same
    ///     bytes.
    ///   - transactors: how many transactions it runs at once, each on a connection of its own.
    ///   - wire: leads to the database; nil for a direct connection.
    public func server(
        now: Date = Self.now, drawing entropy: Entropy? = nil, transactors: Int = Self.transactors,
        over wire: FaultyWire? = nil
    ) async throws -> IssuingFixture {
        try await IssuingFixture(
            on: scratch, mark: mark, clock: .frozen(at: now), entropy: entropy ?? issuing.entropy,
            transactors: transactors, over: wire)
    }

    /// The number of transactions that a server runs at once, unless a test needs more.
    public static let transactors = 4

    /// The same service, which asks partners about payments.
    public func asking(_ partners: any PartnerDesk) -> IssuingFixture {
        var asking = self
        asking.sandbox = sandbox.asking(partners)
        return asking
    }

    /// The same server, with another clock.
    public func reading(_ clock: ServiceClock) -> IssuingFixture {
        var ticking = Issuing(
            database: issuing.database, vault: issuing.vault, clock: clock, entropy: issuing.entropy)
        ticking.databaseTime = issuing.databaseTime
        var reading = self
        reading.sandbox = Sandbox(ticking, mark: mark, clock: sandbox.clock)
        return reading
    }

    /// The same server, connected as another role.
    public func serving(as role: String) throws -> IssuingFixture {
        var connected = Issuing(
            database: try scratch.connect(as: role), vault: issuing.vault, clock: issuing.clock,
            entropy: issuing.entropy)
        connected.databaseTime = issuing.databaseTime
        var serving = self
        serving.sandbox = Sandbox(connected, mark: mark, clock: sandbox.clock)
        return serving
    }

    /// The same service, with a limit of 1 ms for each statement.
    public func hurried() throws -> Sandbox {
        var configuration = try scratch.configuration
        configuration.statementTimeout = .milliseconds(1)
        let hurried = Issuing(
            database: Database(configuration, logger: TestCluster.quietLogger), vault: issuing.vault,
            clock: issuing.clock, entropy: issuing.entropy)
        return Sandbox(hurried, mark: mark, clock: sandbox.clock)
    }

    /// - Parameter known: the mark of the database, which is read if nil.
    private init(
        on scratch: ScratchDatabase, mark known: SandboxMark?, clock setting: SandboxClock.Setting, entropy: Entropy,
        transactors: Int = Self.transactors, over wire: FaultyWire? = nil, slowWork: SlowWork = .patient,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) async throws {
        guard case .frozen(let now) = setting else { preconditionFailure("A test's clock stands still.") }
        self.scratch = scratch
        // The clock keeps a reference to the scratch database, so that it is not dropped while the service is in use.
        let clock = SandboxClock(setting) { withExtendedLifetime(scratch) { now } }
        var configuration = try scratch.configuration(over: wire)
        (configuration.readers, configuration.writers, configuration.transactors) = (1, 2, transactors)
        let database = Database(configuration, logger: TestCluster.quietLogger, metrics: metrics)
        let (keys, simulated, networks) = try await Self.keys.value
        var found = known
        if found == nil { found = try await SandboxMark(of: database) }
        guard let mark = found else { preconditionFailure("The demo universe is in a sandbox's database.") }
        var issuing = Issuing(on: database, keys: keys, clock: clock.service, entropy: entropy)
        issuing.slowWork = slowWork
        issuing.databaseTime = { _ in now }
        sandbox = Sandbox(issuing, mark: mark, clock: clock).connected(to: simulated, as: networks)
    }

    /// The keys are the same in every copy of the demo universe. Reading them takes longer than making the copy.
    private static let keys = Task {
        let scratch = try await ScratchDatabase.make(from: .demoUniverse)
        let (database, clock) = (try scratch.database, SandboxClock(.frozen(at: now)) { now })
        let sandbox = try await assemble(database, clock, .seeded(0))
        guard let simulated = sandbox.networks, let networks = sandbox.issuing.networks else {
            preconditionFailure("A sandbox that was assembled is connected.")
        }
        return (try await Issuing.keys(in: database, .seeded(0), clock.service), simulated, networks)
    }
}

extension IssuingFixture {
    /// A sandbox on a database of the cluster that is empty or already a sandbox's. If the database has no keys, this
    /// creates them.
    public static func assemble(
        _ database: Database, _ clock: SandboxClock, _ entropy: Entropy
    ) async throws -> Sandbox {
        guard let mark = try await SandboxMark(on: database) else {
            preconditionFailure("A test's sandbox is on an empty database or a sandbox's.")
        }
        return try await assemble(database, mark, clock, entropy)
    }

    public static func assemble(
        _ database: Database, _ mark: SandboxMark, _ clock: SandboxClock, _ entropy: Entropy
    ) async throws -> Sandbox {
        let issuing = try await Issuing(on: database, clock: clock.service, entropy: entropy)
        return try await Sandbox(issuing, mark: mark, clock: clock).connectedToSimulatedNetworks()
    }
}

// MARK: The first steps of tests

extension IssuingFixture {
    /// A new customer with an address, eligible for every program of the country's region.
    public func enrol(country: String = "BG", in brand: String = DemoUniverse.brand) async throws -> CustomerID {
        let address = DeliveryAddress.Draft.home(in: country)
        return try await sandbox.administration.enrol(
            CustomerEnrolment(
                country: country, firstName: "Ada", lastName: "Byron", mobile: "+359 881234567", email: nil,
                address: address.address),
            in: brand
        ).id
    }

    /// A new card in the status its program starts with. The business makes the request, so it needs no authentication
    /// of the customer.
    public func issue(
        _ program: DemoProgram, to customer: CustomerID, in currency: String? = nil, pin: String? = nil,
        externalID: String? = nil
    ) async throws -> Card {
        let answered = try await issuing.createCard(
            .ordering(program, in: currency, pin: pin, externalID: externalID), pin: pin.flatMap { PIN($0) },
            for: NamedCustomer(customer, in: DemoUniverse.brand), request: .unkeyed())
        guard case .now(let card, _) = answered else { preconditionFailure("Only a key replays an answer.") }
        return card
    }
}

/// The programs of the demo universe, named after their use in tests.
public enum DemoProgram: String, CaseIterable, Sendable {
    case virtualMastercard = "SKRILL-VIRTUAL-MC-EEA"
    case physicalMastercard = "SKRILL-PHYSICAL-MC-EEA"
    case virtualVisa = "DEMO-VIRTUAL-VISA-EEA"
    /// Its cards start as DIGITAL.
    case digitalVisa = "DEMO-PHYSICAL-VISA-EEA"
    case virtualUS = "DEMO-VIRTUAL-VISA-US"
    case physicalUS = "DEMO-PHYSICAL-MC-US"

    public var isPhysical: Bool { [.physicalMastercard, .digitalVisa, .physicalUS].contains(self) }
    public var isUS: Bool { [.virtualUS, .physicalUS].contains(self) }
}

extension CardApplication {
    /// A valid application for a customer of the program's region.
    public static func ordering(
        _ program: DemoProgram, in currency: String? = nil, pin: String? = nil, externalID: String? = nil
    ) -> CardApplication {
        CardApplication(
            programName: program.rawValue, currency: currency ?? (program.isUS ? "USD" : "EUR"), mobile: nil,
            pin: pin.map { SentPIN($0).form },
            externalID: externalID, userAgent: "tests",
            deliveryAddress: program.isPhysical ? .home(in: program.isUS ? "US" : "BG") : nil,
            termsAndConditionsAccepted: program.isUS ? true : nil, eDisclosureAccepted: program.isUS ? true : nil)
    }
}

extension DeliveryAddress.Draft {
    public static func home(in country: String) -> DeliveryAddress.Draft {
        country == "US"
            ? DeliveryAddress.Draft(
                address1: "350 S State Street", city: "Salt Lake City", countryCode: "US", state: "UT",
                postalCode: "84111")
            : DeliveryAddress.Draft(
                address1: "Vitosha Boulevard 1", city: "Sofia", countryCode: country, postalCode: "1000")
    }
}

extension IdempotentRequest {
    /// A request without an Idempotency-Key.
    public static func unkeyed() -> IdempotentRequest {
        IdempotentRequest(key: nil, digest: [], answer: { _ in StoredAnswer(status: 200, body: []) })
    }
}

extension AuthenticationEvidence {
    /// The evidence of a request without authentication.
    public static func none(
        of customer: CustomerID, for operation: ProtectedOperation = .updateCard, on card: CardID? = nil
    ) -> AuthenticationEvidence {
        AuthenticationEvidence(
            brand: DemoUniverse.brand, customer: customer, operation: operation,
            subject: AuthenticationSubject(operation: operation, card: card, digest: []), presented: nil, device: nil)
    }
}

extension AuthenticationPolicy {
    /// That of the demo brand in tests: weak PINs and many challenges are accepted.
    static func lenient(asking operations: [ProtectedOperation] = []) -> AuthenticationPolicy {
        var policy = operations.isEmpty ? AuthenticationPolicy.off : .standard
        (policy.refusesWeakPINs, policy.challengesPerHour) = (false, 100)
        policy.operations = operations
        return policy
    }
}

extension SandboxMark {
    /// Marks a database as the program with all gateways does.
    public init?(on database: Database) async throws(IssuingFailure) {
        try await self.init(setOn: database, with: .withMerchants)
    }
}
