import CardAPI
import CardServer
import HTTPContract
import HTTPTypes
import TrafficControl

/// Monitoring, faults and tenants.
extension SandboxOperations {
    static let listPossibleActions = Operation.sandbox(
        "listPossibleActions", "List the possible actions on a card",
        """
        Lists every action on a card, whether it is possible now, and otherwise the error code and the message \
        that the operation would return. Changes nothing.
        """, .monitoring, .get, "/cards/{cardId}/actions", answer: WhyNotAnswer.schema)

    static let explainPurchase = Operation.sandbox(
        "explainPurchase", "List the obstacles to a purchase",
        """
        Asks every check of a payment about a purchase with the card itself, and returns the code that the network \
        would get, and each check that fails. Changes nothing: it counts for no limit, and it may be repeated.
        """, .monitoring, .get, "/cards/{cardId}/actions/purchase", answer: PurchaseAnswer.schema,
        query: PurchaseQuery.schema)

    static let listRequests = Operation.sandbox(
        "listRequests", "List recorded requests",
        """
        Returns the latest requests to the Card service and to the merchants' gateways, and their responses, newest \
        first and without secrets. The journal is in memory and belongs to this server.
        """, .monitoring, .get, "/requests", answer: JournalAnswer.schema, query: JournalQuery.schema)

    static let verifyRequests = Operation.sandbox(
        "verifyRequests", "Verify recorded requests",
        """
        Counts the recorded requests that match, and says in `holds` whether there are as many as expected. The \
        status is 200 either way. Requests of the console and of commands of tessera count only if `tool` is \
        named. If there are too few, `nearMisses` lists the closest ones and how they differ. With \
        `withinMilliseconds`, it waits until there are enough or the time is over.
        """, .monitoring, .post, "/requests/verify", answer: VerificationAnswer.schema, payload: VerifyBody.schema)

    static let clearRequests = Operation.sandbox(
        "clearRequests", "Clear the recorded requests",
        """
        Deletes all recorded requests. Their numbers continue.
        """, .monitoring, .delete, "/requests", status: .noContent)

    static let getCoverage = Operation.sandbox(
        "getCoverage", "Get the contract coverage",
        """
        Returns which operations, error codes, status transitions, wallets, authentication methods, answers to the \
        card network, and operations and codes of gateways have been exercised, and which have not. Scenarios, \
        provider states and requests with `Tessera-Set-Up: true` only prepare a test and are not counted. Nor are \
        requests of the console and of commands of tessera.
        """, .monitoring, .get, "/coverage", answer: CoverageAnswer.schema)

    static let resetCoverage = Operation.sandbox(
        "resetCoverage", "Reset the contract coverage",
        """
        Sets all counts to zero.
        """, .monitoring, .delete, "/coverage", status: .noContent)

    static let getFaults = Operation.sandbox(
        "getFaults", "Get the fault plan",
        """
        Returns the rules, and for each how often it could have struck and how often it did.
        """, .faults, .get, "/faults", answer: FaultPlanAnswer.schema)

    static let setFaults = Operation.sandbox(
        "setFaults", "Set the fault plan",
        """
        Replaces the fault plan: rules that delay requests, answer them with an error, break connections, lose \
        or cut responses, keep gateways' messages from the issuer, or delay and repeat webhooks. A rule can strike one \
        operation, card, customer or header, or one call of a sequence. The same `seed` strikes the same requests of a \
        sequence. Counting starts again.
        """, .faults, .put, "/faults", answer: FaultPlanAnswer.schema, payload: FaultPlanBody.schema)

    static let clearFaults = Operation.sandbox(
        "clearFaults", "Clear the fault plan",
        """
        Removes all rules. Nothing fails on purpose any longer.
        """, .faults, .delete, "/faults", status: .noContent)

    static let listTenants = Operation.sandbox(
        "listTenants", "List tenants",
        """
        Returns the names of all tenants.
        """, .tenants, .get, "/tenants", answer: TenantListAnswer.schema)

    static let createTenant = Operation.sandbox(
        "createTenant", "Create a tenant",
        """
        Creates a complete service for one test run, on a database of its own with the demo universe in it. \
        Returns its addresses, clients and customers. A name that exists already is refused with 403. An \
        installation has at most 32 tenants. One that gets no request for 24 hours is deleted.
        """, .tenants, .post, "/tenants", status: .created, answer: TenantAnswer.schema, payload: TenantBody.schema,
        errors: [.hostShouldBeValid, .tooManyRequests])

    static let getTenant = Operation.sandbox(
        "getTenant", "Get a tenant",
        """
        Returns what creating the tenant returned.
        """, .tenants, .get, "/tenants/{tenant}", answer: TenantAnswer.schema, errors: [.hostShouldBeValid])

    static let deleteTenant = Operation.sandbox(
        "deleteTenant", "Delete a tenant",
        """
        Stops a tenant and deletes its database.
        """, .tenants, .delete, "/tenants/{tenant}", status: .noContent)
}
