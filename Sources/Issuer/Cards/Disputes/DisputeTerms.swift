/// What a program promises to customers who dispute a purchase.
public struct DisputeTerms: Hashable, Sendable {
    /// Whether the customer gets the money when the dispute is opened, until it is decided.
    public var givesProvisionalCredit: Bool
    /// Whether the customer keeps a provisional credit after a lost dispute, so that the issuer bears the loss.
    public var bearsLosses: Bool

    /// No provisional credit, and no losses.
    public static let standard = DisputeTerms(givesProvisionalCredit: false, bearsLosses: false)

    public init(givesProvisionalCredit: Bool, bearsLosses: Bool) {
        (self.givesProvisionalCredit, self.bearsLosses) = (givesProvisionalCredit, bearsLosses)
    }
}
