import HTTPContract
import HTTPTypes

/// The operations of a brand's backend on its customers themselves.
extension Operations {
    public static let createWallet = Operation(
        name: "createWallet",
        summary: "Create a customer's wallet",
        description: """
            Creates a customer of the brand, and an account for each entry of `accounts`. Further accounts are opened \
            with the first card or deposit in a currency. A customer without a `nationality` cannot send, withdraw or \
            pay until `updateCustomerPerson` adds it.

            The request takes no `Idempotency-Key`: the same `externalId` and `email` again return the wallet as it is \
            now, and change nothing. If another customer has one of them, the response is 409.

            \(Conditions.business)
            """,
        noun: .customers, method: .post, path: base + "/wallets", audience: .business, successStatus: .ok,
        answer: WalletBody.schema, payload: .json(CreateWalletBody.schema), isRepeatable: true,
        errors: [.customerExists], links: [.toPerson, .toRestriction])

    public static let updateCustomerPerson = Operation(
        name: "updateCustomerPerson",
        summary: "Update the personal data of a customer",
        description: """
            Changes the members that the request has. An empty `title`, `address2` or `state` is removed. `type`, \
            `email` and `restrictions` cannot be changed; `id`, `externalId` and `registrationIp` are ignored. \
            Another country is refused with 403. Cards have the new name from then on.

            \(Conditions.business) \(Conditions.harmless)
            """,
        noun: .customers, method: .patch, path: base + "/customer-persons/{customerId}", audience: .business,
        successStatus: .ok, answer: CustomerPersonBody.schema, payload: .json(UpdateCustomerPersonBody.schema),
        errors: [.operationNotAllowed])

    public static let placeRestriction = Operation(
        name: "placeRestriction",
        summary: "Place a restriction on a customer",
        description: """
            Blocks some kinds of transactions of one of the brand's customers, and returns all restrictions of the \
            customer. Transactions that are `PROCESSING` are still completed.

            \(Conditions.business) \(Conditions.harmless)
            """,
        noun: .customers, method: .post, path: restrictions, audience: .business, successStatus: .created,
        answer: RestrictionListBody.schema, payload: .json(PlaceRestrictionBody.schema), isRepeatable: true)

    public static let liftRestrictions = Operation(
        name: "liftRestrictions",
        summary: "Lift all restrictions of a customer",
        description: """
            Lifts the restrictions that the brand has placed on one of its customers, and returns those that remain, \
            because the brand has not placed them.

            \(Conditions.business) \(Conditions.harmless)
            """,
        noun: .customers, method: .delete, path: restrictions, audience: .business, successStatus: .ok,
        answer: RestrictionListBody.schema)

    private static let restrictions = base + "/customers/{customerId}/restrictions"
}
