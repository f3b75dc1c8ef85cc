import HTTPContract
import HTTPTypes

/// Operations with which customers, and businesses for their customers, read the authorizations of cards.
extension Operations {
    public static let listAuthorizations = Operation(
        name: "listAuthorizations",
        summary: "List authorizations",
        description: """
            Returns the authorization requests of merchants for the customer's cards and the issuer's answers, in \
            pages, newest first. Declined authorizations are listed, too. The query filters them by account, card, \
            status and time.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .authorizations, method: .get, path: authorizations, audience: .customer, successStatus: .ok,
        answer: AuthorizationListBody.schema, query: AuthorizationListQuery.schema, links: [.toAuthorization])

    public static let getAuthorization = Operation(
        name: "getAuthorization",
        summary: "Get an authorization",
        description: """
            Returns one authorization of the customer's cards. Once money has moved, `slipId` finds its newest \
            transaction in `listTransactions`.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .authorizations, method: .get, path: authorizations + "/{authorizationId}", audience: .customer,
        successStatus: .ok, answer: AuthorizationBody.schema)

    public static let listCustomerAuthorizations = Operation(
        name: "listCustomerAuthorizations",
        summary: "List authorizations of a customer",
        description: """
            Returns the authorizations on an account in pages, newest first, as `listAuthorizations` does for the \
            customer. The query must have an `accountId`.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .authorizations, method: .get, path: customerAuthorizations, audience: .business, successStatus: .ok,
        answer: AuthorizationListBody.schema, query: AuthorizationListQuery.schema,
        errors: [.authorizationBadRequest, .entityNotFound], links: [.toCustomerAuthorization])

    public static let getCustomerAuthorization = Operation(
        name: "getCustomerAuthorization",
        summary: "Get an authorization of a customer",
        description: """
            Returns an authorization of one of the brand's customers.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .authorizations, method: .get, path: customerAuthorizations + "/{authorizationId}", audience: .business,
        successStatus: .ok, answer: AuthorizationBody.schema)

    private static let authorizations = base + "/profile/authorizations"
    private static let customerAuthorizations = baseOfVersion2 + "/authorizations"
}
