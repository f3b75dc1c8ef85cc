import Cards

/// The terms of a program for payments: its charges, the life of its holds, its demands of merchants, the wallets that
/// its cards may pay from, and how long a customer can pay without asking for a new card.
public struct PaymentTerms: Hashable, Sendable {
    /// No fees, the holds of the networks, and no demand beyond the network's own.
    public static let standard = PaymentTerms(
        tariff: .free, holdLife: .standard, needsSecurityCode: false, needsAuthentication: false,
        allowedWrongCodes: .standard)

    public var tariff: Tariff
    public var holdLife: HoldLife
    /// Whether a payment on the internet, without a token, needs the printed security code.
    public var needsSecurityCode: Bool
    /// Whether a payment on the internet needs the customer's authentication (PSD2).
    public var needsAuthentication: Bool
    /// Wrong security codes and expiry dates until a card's tries pause.
    public var allowedWrongCodes: CodeTries.Allowance
    /// What the program promises to customers who dispute a payment.
    public var disputes: DisputeTerms
    /// Whether a network may issue tokens for its cards.
    public var provisioning: ProvisioningTerms
    /// Whether its cards are renewed before they expire.
    public var renewal: RenewalTerms
    /// How wallets show its cards.
    public var metadata: WalletMetadata

    public init(
        tariff: Tariff, holdLife: HoldLife, needsSecurityCode: Bool, needsAuthentication: Bool,
        allowedWrongCodes: CodeTries.Allowance, disputes: DisputeTerms = .standard,
        provisioning: ProvisioningTerms = .allowed, renewal: RenewalTerms = .none,
        metadata: WalletMetadata = .none
    ) {
        (self.tariff, self.holdLife) = (tariff, holdLife)
        (self.needsSecurityCode, self.needsAuthentication) = (needsSecurityCode, needsAuthentication)
        (self.allowedWrongCodes, self.disputes, self.provisioning) = (allowedWrongCodes, disputes, provisioning)
        (self.renewal, self.metadata) = (renewal, metadata)
    }
}
