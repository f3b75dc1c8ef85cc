import Ledger

/// A shop's server in the demonstration. It talks to one gateway, as the clients of the gateway's maker do.
protocol DemoShop: Sendable {
    /// The gateway's name, which its paths begin with.
    static var gateway: String { get }
    /// The gateway's name as its maker writes it.
    static var title: String { get }
    /// The words that the gateway should answer with in each step.
    static var expected: DemoWords { get }

    init(_ client: GatewayClient)

    /// Asks for the price, without capturing it.
    ///
    /// - Parameters:
    ///   - token: the token that an iPhone's wallet gave to the shop's app: `paymentData` in JSON.
    ///   - order: the shop's own name for the sale, which is used once.
    func sell(_ token: String, for price: Money, as order: String) async throws -> DemoSale
    /// - Returns: the gateway's words.
    func capture(_ sale: DemoSale, _ amount: Money) async throws -> String
    /// - Returns: the gateway's words.
    func refund(_ sale: DemoSale, _ amount: Money) async throws -> String
}

/// A gateway's answer to a sale.
struct DemoSale: Sendable {
    /// The gateway's name for the payment; empty if there is none.
    let id: String
    /// The gateway's words.
    let words: String
}

/// A gateway's words for the steps of a payment.
struct DemoWords: Sendable {
    let held, captured, refunded, declined: String
}
