import CardAPI
import HTTPContract
import HTTPTypes

/// One request of the contract and the answer to it, given how things stand.
struct ContractInteraction: Sendable {
    let operation: Operation
    /// Nil where nothing has to be there but what always is.
    var state: ProviderState?
    /// What the state is to be like, where it can be like several things.
    var stateParameters: [String: String] = [:]
    var credentials: Credentials
    /// Values of the path that are not the state's.
    var pathValues: [String: String] = [:]
    var body: JSONValue?
    var status: HTTPResponse.Status
    /// What it is refused with; nil where it is not, and in the words of OAuth.
    var code: ErrorCode?

    /// How the request says who sends it.
    enum Credentials: Sendable {
        case nothing
        case client(authorization: String)
        /// A token that the state has by this name.
        case token(String)
    }

    var description: String {
        ["\(operation.name) is answered with \(status.code)", code?.rawValue].compactMap { $0 }.joined(separator: ", ")
    }
}

extension ContractPack {
    /// Every operation as it should go, then the refusals that every consumer must be ready for.
    var interactions: [ContractInteraction] { document.operations.map(success) + refusals }

    func success(_ operation: Operation) -> ContractInteraction {
        ContractInteraction(
            operation: operation, state: operation.audience == .client ? nil : state(before: operation),
            stateParameters: operation == Operations.setPIN ? ["country": "US"] : [:],
            credentials: credentials(for: operation), body: operation.firstExample, status: operation.successStatus)
    }

    /// What has to be there follows from the path, unless it is to be listed or to be in a certain way.
    private func state(before operation: Operation) -> ProviderState {
        let special: [Operation: ProviderState] = [
            Operations.listCards: .card, Operations.listCustomerCards: .card,
            Operations.listTrustedDevices: .trustedDevice, Operations.subscribeWebhook: .receiver,
            Operations.listWebhookSubscriptions: .subscription,
            Operations.listWebhookDeliveries: .delivery, Operations.activateCard: .deliveredCard,
            Operations.resetRetries: .suspendedCard, Operations.updateTokenizationStatus: .tokenization,
            Operations.attemptAuthentication: .challenge, Operations.decideAuthentication: .outsourcedEvent,
            Operations.decideAuthenticationV2: .outsourcedEvent,
        ]
        let owners: [String: ProviderState] = [
            "customerId": .customer, "cardId": .card, "eventId": .authenticationEvent, "deviceId": .trustedDevice,
            "orderId": .bulkOrder, "subscriptionId": .subscription, "deliveryId": .delivery,
        ]
        return special[operation] ?? operation.pathParameters.last.flatMap { owners[$0] } ?? .customer
    }

    private func credentials(for operation: Operation) -> ContractInteraction.Credentials {
        switch operation.audience {
        case .client: .client(authorization: universe.app.authorization)
        case .customer: .token("customerToken")
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
    /// What a request could carry.
    var firstExample: JSONValue? {
        if case .json(let body) = payload { body.allExamples[0].value } else { nil }
    }
}
