import Gateways
import Payments
import Validation

/// A client of Dintero's API: the credentials of a merchant's server at its account.
public struct DinteroClient: Hashable, Sendable {
    /// As ``ClientCredentials/isName(_:)`` says.
    public let id: String
    public let merchant: MerchantID
    /// `P` or `T`, and eight digits.
    public let account: String

    /// - Returns: nil if a part is not as described.
    public init?(id: String, merchant: MerchantID, account: String) {
        guard ClientCredentials.isName(id), Self.isAccount(account) else { return nil }
        (self.id, self.merchant, self.account) = (id, merchant, account)
    }

    static func isAccount(_ text: String) -> Bool {
        text.utf8.count == 9 && ["P", "T"].contains(text.prefix(1)) && text.utf8.dropFirst().allSatisfy(\.isASCIIDigit)
    }
}
