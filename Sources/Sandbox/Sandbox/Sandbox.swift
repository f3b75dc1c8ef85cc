import Administration
import Cards
import CardSecrets
import Issuing
import Postgres

/// The card service together with the tools for trying it out: a demo universe, a clock that can be set, an inbox,
/// snapshots, scenarios and simulated networks.
///
/// Production code cannot create a value of this type, because that needs a ``SandboxMark``. So it cannot empty its
/// database or show a card number by mistake.
public struct Sandbox: Sendable {
    /// Fewer than the days after which holds of the demo end.
    public static let daysUntilClearingIsMissing = 5

    /// The card service under test.
    public private(set) var issuing: Issuing
    /// Proof that the database is a sandbox's.
    public let mark: SandboxMark
    /// The clock that the card service reads.
    public let clock: SandboxClock
    /// The brand of the demo universe, to which the sandbox adds further data.
    public private(set) var brand: String
    /// Changes the agreed settings of merchants at gateways; nil without a merchants' side.
    public private(set) var merchantDesk: (any MerchantDesk)?
    /// Both halves of the keys shared with the simulated networks; nil until they are connected.
    public private(set) var networks: SimulatedNetworks?

    /// - Parameters:
    ///   - issuing: the card service, which must read `clock`.
    ///   - mark: the mark of the database that `issuing` works on.
    public init(
        _ issuing: Issuing, mark: SandboxMark, clock: SandboxClock, brand: String = DemoUniverse.brand
    ) {
        self.issuing = issuing
        // The sandbox plays the bank, and the phones and mailboxes of customers.
        self.issuing.playsBank = true
        self.issuing.keepsInbox = true
        self.issuing.daysUntilClearingIsMissing = Self.daysUntilClearingIsMissing
        self.mark = mark
        self.clock = clock
        self.brand = brand
    }

    /// The same sandbox with an observer of everything that happens to cards, tokens and authentications.
    public func observed(
        by observer: @escaping @Sendable (Occurrence, Occurrence.Subject) -> Void
    ) -> Sandbox {
        var sandbox = self
        sandbox.issuing.observer = observer
        return sandbox
    }

    /// The same sandbox beside a merchants' side.
    public func beside(_ merchants: any MerchantDesk) -> Sandbox {
        var sandbox = self
        sandbox.merchantDesk = merchants
        return sandbox
    }

    /// The same sandbox, which asks partners about payments.
    public func asking(_ partners: any PartnerDesk) -> Sandbox {
        var sandbox = self
        sandbox.issuing.partners = partners
        return sandbox
    }

    /// The same sandbox with the brand of the demo universe in the database, or with the given brand if there is none
    /// yet.
    public func playing(_ brand: String = DemoUniverse.brand) async throws(IssuingFailure) -> Sandbox {
        var sandbox = self
        let client = DemoUniverse.clients[0].id
        sandbox.brand = try await reading(BrandStatements.brandOfClient(.text(client))).first ?? brand
        return sandbox
    }

    /// The sandbox connected to networks whose keys it has.
    package func connected(to simulated: SimulatedNetworks, as networks: WalletNetworks) -> Sandbox {
        var sandbox = self
        sandbox.networks = simulated
        sandbox.issuing.networks = networks
        return sandbox
    }
}

/// The parts that every use case of the sandbox may need.
extension Sandbox {
    var database: Database { issuing.database }
    var vault: CardVault { issuing.vault }
    var entropy: Entropy { issuing.entropy }
    /// What the issuer's operators do.
    public var administration: Administration { Administration(issuing) }

    func reading<Output>(_ query: Query<Output>) async throws(IssuingFailure) -> [Output] {
        try await issuing.reading(query)
    }

    func writing<Output>(_ query: Query<Output>) async throws(IssuingFailure) -> [Output] {
        try await issuing.writing(query)
    }
}
