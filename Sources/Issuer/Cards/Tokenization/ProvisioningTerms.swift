/// What a program lets wallets do with its cards.
public enum ProvisioningTerms: String, CaseIterable, Sendable {
    /// A wallet gets a card if nothing speaks against it.
    case allowed = "ALLOWED"
    /// Every cardholder is identified before the card pays from the wallet.
    case identified = "IDENTIFIED"
    /// No wallet gets a card.
    case refused = "REFUSED"
}
