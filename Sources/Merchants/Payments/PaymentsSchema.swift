import Postgres

extension SchemaPart {
    /// Merchants, their keys and payments. It refers to the currencies of the ledger.
    public static let payments = SchemaPart(EmbeddedFiles.all["payments.sql", default: ""])
}

extension Distribution {
    /// The machines that have the rows of these tables, if there are several. A gateway adds its own.
    public static let payments = Distribution(
        groups: [
            Distribution.Group(by: "merchant_id", "merchants.payment merchants.payment_step merchants.unsent_step"),
            // What is unique over all merchants: each by its value, in a group of its own.
            Distribution.Group(by: "reference", "merchants.payment_reference"),
            Distribution.Group(by: "token_digest", "merchants.wallet_token_claim"),
        ],
        everywhere: "merchants.merchant merchants.merchant_key")
}
