import Foundation

/// A request to pay with Apple Pay, as the customer sees it.
public final class CCCPaymentRequest {
    /// The merchant's id at Apple, such as `merchant.example.shop`. Required.
    public var applePayMerchantID: String?
    /// The amount that the customer pays, in major units; more than 0. Required.
    public var total: NSDecimalNumber?
    /// A reference of the app, such as the number of an order.
    public var additionalData: Data?
    /// ISO 4217. Bolt has no such member, because its merchants are in the US.
    public var currencyCode = "USD"
    /// The merchant's country, ISO 3166-1 alpha-2. Bolt has no such member.
    public var countryCode = "US"
    /// The label that Apple's sheet shows beside the total. Bolt has no such member.
    public var companyName = "Total"

    public init() {}
}
