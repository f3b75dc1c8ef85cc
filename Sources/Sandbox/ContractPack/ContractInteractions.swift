import CardAPI
import HTTPContract
import HTTPTypes

/// One request of the contract and its response, in a given state.
struct ContractInteraction: Sendable {
    let operation: Operation
    /// Nil if nothing special must exist.
    var state: ProviderState?
    /// The parameters of the state, if it has any.
    var stateParameters: [String: String] = [:]
    var credentials: Credentials
    /// Values of the path that do not come from the state.
    var pathValues: [String: String] = [:]
    /// The parameters of the query. Their values are those of the state.
    var query: [String] = []
    var body: JSONValue?
    var status: HTTPResponse.Status
    /// The error code of a refusal; nil for a success, and for an OAuth error.
    var code: ErrorCode?

    /// How a request authenticates.
    enum Credentials: Sendable {
        case nothing
        case client(authorization: String)
        /// A token that the state provides under this name.
        case token(String)
    }

    /// The path of the operation with the values that do not come from the state.
    var path: String {
        pathValues.reduce(operation.path) { path, value in path.replacing("{\(value.key)}", with: value.value) }
    }

    var description: String {
        ["\(operation.name) is answered with \(status.code)", code?.rawValue].compactMap { $0 }.joined(separator: ", ")
    }
}

extension ContractPack {
    /// A successful request of every operation, then the refusals that every consumer must handle.
    var interactions: [ContractInteraction] { document.operations.map(success) + refusals }

    func success(_ operation: Operation) -> ContractInteraction {
        ContractInteraction(
            operation: operation, state: operation.audience == .client ? nil : state(before: operation),
            stateParameters: operation == Operations.setPIN ? ["country": "US"] : [:],
            credentials: credentials(for: operation), pathValues: examplePathValues(of: operation),
            query: Self.queries[operation] ?? operation.query.filter(\.isRequired).map(\.name),
            body: operation.firstExample, status: operation.successStatus)
    }

    /// The documented examples of path parameters that no state provides.
    private func examplePathValues(of operation: Operation) -> [String: String] {
        let fixed = document.pathParameters.filter { parameter in
            operation.pathParameters.contains(parameter.name) && Self.owners[parameter.name] == nil
                && parameter.name != "brand"
        }
        return Dictionary(uniqueKeysWithValues: fixed.map { ($0.name, $0.example ?? "") })
    }

    /// Query parameters that an operation needs, although none of them is required by itself.
    private static let queries: [Operation: [String]] = [
        Operations.listCustomerTransactions: ["accountId"], Operations.listCustomerAuthorizations: ["accountId"],
    ]

    private static let owners: [String: ProviderState] = [
        "customerId": .customer, "accountId": .loadedAccount, "transactionId": .loadedAccount,
        "authorizationId": .payment, "disputeId": .dispute, "evidenceId": .evidence,
        "cardId": .card, "depositId": .deposit, "transferId": .transfer,
        "withdrawalId": .withdrawal, "eventId": .authenticationEvent, "deviceId": .trustedDevice,
        "orderId": .bulkOrder, "subscriptionId": .subscription, "deliveryId": .delivery,
    ]

    /// The path determines the state, except for lists and special statuses.
    private func state(before operation: Operation) -> ProviderState {
        let special: [Operation: ProviderState] = [
            Operations.listTransactions: .loadedAccount, Operations.listCustomerAccounts: .loadedAccount,
            Operations.listCustomerTransactions: .loadedAccount,
            Operations.listAuthorizations: .payment, Operations.listCustomerAuthorizations: .payment,
            Operations.createDispute: .purchase, Operations.createCustomerDispute: .purchase,
            Operations.listDisputes: .dispute, Operations.listCustomerDisputes: .dispute,
            Operations.createTransfer: .loadedAccount, Operations.createCustomerTransfer: .loadedAccount,
            Operations.createWithdrawal: .loadedAccount, Operations.createCustomerWithdrawal: .loadedAccount,
            Operations.listCards: .card, Operations.listCustomerCards: .card,
            Operations.listTrustedDevices: .trustedDevice, Operations.subscribeWebhook: .receiver,
            Operations.listWebhookSubscriptions: .subscription,
            Operations.listWebhookDeliveries: .delivery, Operations.activateCard: .deliveredCard,
            Operations.resetRetries: .suspendedCard, Operations.updateTokenizationStatus: .tokenization,
            Operations.attemptAuthentication: .challenge, Operations.decideAuthentication: .outsourcedEvent,
        ]
        return special[operation.version1] ?? operation.pathParameters.last.flatMap { Self.owners[$0] } ?? .customer
    }

    private func credentials(for operation: Operation) -> ContractInteraction.Credentials {
        switch operation.audience {
        case .client: .client(authorization: universe.app.authorization)
        case .customer, .authenticating: .token("customerToken")
        case .cardData: .token("cardDataToken")
        case .business: .token("businessToken")
        default: .nothing
        }
    }

    private var refusals: [ContractInteraction] {
        func refused(
            _ operation: Operation, _ code: ErrorCode, _ change: (inout ContractInteraction) -> Void
        ) -> ContractInteraction {
            var interaction = success(operation)
            (interaction.status, interaction.code) = (code.status, code)
            change(&interaction)
            return interaction
        }
        var wrongSecret = success(Operations.issueToken)
        wrongSecret.credentials = .client(authorization: "Basic bm9ib2R5Om5vdGhpbmc=")
        wrongSecret.status = .unauthorized
        return [
            wrongSecret,
            refused(Operations.getCard, .unauthorized) { $0.credentials = .nothing },
            refused(Operations.listCards, .customerNotAllowed) { $0.credentials = .token("businessToken") },
            refused(Operations.showDetails, .scopeRequired) { $0.credentials = .token("customerToken") },
            refused(Operations.getCard, .entityNotFound) {
                $0.pathValues = ["cardId": "00000000-0000-4000-8000-000000000000"]
            },
            refused(Operations.listCustomerCards, .noSuchCustomer) { $0.pathValues = ["customerId": "999999999"] },
            refused(Operations.createCard, .fieldErrors) { $0.body = [:] },
            refused(Operations.activateCard, .activationDataShouldBeValid) {
                ($0.state, $0.stateParameters) = (.card, ["status": "ISSUED"])
            },
            refused(Operations.updateCard, .scaRequired) { $0.state = .guardedCard },
            refused(Operations.updateCard, .operationNotAllowed) { $0.stateParameters = ["status": "CANCELLED"] },
        ]
    }
}

extension Operation {
    /// The first example of the request's body, if the body is JSON.
    var firstExample: JSONValue? {
        if case .json(let body) = payload { body.allExamples[0].value } else { nil }
    }
}

extension JSONValue {
    /// The member of a body that names another customer than that of the state, so its example stays.
    static let otherParty = "recipient"
}
