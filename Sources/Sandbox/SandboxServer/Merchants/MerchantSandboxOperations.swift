import CardAPI
import CardServer
import HTTPContract
import HTTPTypes

/// Merchants, whom phones pay through gateways.
extension SandboxOperations {
    static let createMerchant = HTTPContract.Operation.sandbox(
        "createMerchant", "Create a merchant",
        """
        Makes a merchant with everything at every gateway: credentials for the merchant's clients, and a key for each \
        wallet that the gateway takes. Credentials are shown only in this response. `{}` makes a shop with a new \
        number. A `merchantId` that exists is refused.
        """, .merchants, .post, "/merchants", status: .created, answer: MerchantAnswer.schema,
        payload: MerchantBody.schema)

    static let listMerchants = HTTPContract.Operation.sandbox(
        "listMerchants", "List the merchants",
        "Returns the merchants, by their numbers, without what their gateways have.", .merchants, .get, "/merchants",
        answer: MerchantListAnswer.schema)

    static let getMerchant = HTTPContract.Operation.sandbox(
        "getMerchant", "Get a merchant",
        """
        Returns a merchant with its gateways and the public keys to which the wallets of phones seal payments.
        """, .merchants, .get, "/merchants/{merchantId}", answer: MerchantAnswer.schema, errors: [.entityNotFound])
}

extension HTTPContract.Operation.Noun {
    static let merchants = Self("Merchants", "Makes merchants, whom phones pay through gateways.")
}
