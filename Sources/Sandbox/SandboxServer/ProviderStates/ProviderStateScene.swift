import Administration
import Authorizing
import CardAPI
import Cards
import CardSecrets
import CardServer
import ContractPack
import Foundation
import HTTPContract
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import Sandbox
import Validation
import Webhooks

import struct HTTPContract.Operation

/// Sets up the state for a request: a new customer, and the customer's cards and other data.
///
/// It uses the service's own operations, so it can only create states that are really possible.
struct ProviderStateScene {
    let sandbox: Sandbox
    let desk: OperationDesk

    private typealias Values = [String: String]

    /// The port of the discard protocol (RFC 863). Webhooks go there only with `--webhooks-anywhere`, as in the demo.
    private static let receiver = "http://127.0.0.1:9/cards"

    func establish(_ state: ProviderState, _ parameters: [String: String]) async throws -> [String: String] {
        var values = try await enrol(in: parameters["country"] ?? "BG")
        switch state {
        case .customer: break
        case .loadedAccount: try await addMoney(&values)
        case .payment: try await addPayment(&values)
        case .purchase: try await addPayment(&values, kind: "FINANCIAL")
        case .dispute: try await addDispute(&values)
        case .evidence: try await addEvidence(&values)
        case .deposit: try await addDeposit(&values)
        case .transfer: try await addTransfer(&values)
        case .withdrawal: try await addWithdrawal(&values)
        case .card, .guardedCard: try await addCard(&values, status: parameters["status"])
        case .deliveredCard: try await addPlastic(&values, isDelivered: true)
        case .suspendedCard: try await addSuspendedCard(&values)
        case .tokenization: try await addTokenization(&values)
        case .authenticationEvent, .outsourcedEvent: try await addEvent(&values)
        case .challenge: try await addChallenge(&values)
        case .trustedDevice: try await addDevice(&values)
        case .bulkOrder: try await addOrder(&values)
        case .receiver: values["url"] = try await freeReceiver()
        case .subscription: try await addSubscription(&values)
        case .delivery: try await addDelivery(&values)
        }
        return values
    }

    private func enrol(in country: String) async throws -> Values {
        let address: DeliveryAddress.Draft =
            country == "US"
            ? .init(
                address1: "350 S State Street", city: "Salt Lake City", countryCode: "US", state: "UT",
                postalCode: "84111")
            : .init(address1: "Tsarigradsko Shose 73", city: "Sofia", countryCode: "BG", postalCode: "1000")
        let enrolment = CustomerEnrolment(
            country: country, firstName: "Pavlina", lastName: "Pact", mobile: "+359 881234567",
            email: "pact@example.com", address: address.address)
        let customer = try await sandbox.administration.enrol(enrolment, in: sandbox.brand).id.description
        return [
            "country": country, "customerId": customer,
            "customerToken": try await desk.customerToken(customer),
            "cardDataToken": try await desk.customerToken(customer, scope: Audience.cardDataScope),
            "businessToken": try await desk.businessToken(),
        ]
    }

    private func asCustomer(
        _ operation: Operation, _ values: Values, _ body: JSONValue
    ) async throws -> OperationDesk.Reply {
        try await desk.ask(operation, values, token: values["customerToken", default: ""], body)
    }

    private func asBrand(
        _ operation: Operation, _ values: Values, _ body: JSONValue
    ) async throws -> OperationDesk.Reply {
        try await desk.ask(operation, values, token: values["businessToken", default: ""], body)
    }

    private func addMoney(_ values: inout Values) async throws(IssuingFailure) {
        guard let customer = values["customerId"].flatMap({ CustomerID($0) }) else { return }
        let load = try await sandbox.load(Money(minorUnits: 5000, currency: .euro), for: customer)
        (values["accountId"], values["transactionId"]) = (load.account.description, load.id.description)
    }

    private func addPayment(_ values: inout Values, kind: String? = nil) async throws {
        try await addCard(&values, status: nil)
        try await addMoney(&values)
        guard let card = values["cardId"].flatMap({ CardID($0) }) else { return }
        var order = PaymentOrder()
        (order.kind, order.fields.amount) = (kind, 1234)
        values["authorizationId"] = try await sandbox.play(order, with: card).authorization?.id.description
    }

    private func addDispute(_ values: inout Values) async throws {
        try await addPayment(&values, kind: "FINANCIAL")
        let claim: JSONValue = [
            "authorizationId": .string(values["authorizationId", default: ""]), "reason": "NOT_RECEIVED",
        ]
        values["disputeId"] = try await asCustomer(Operations.createDispute, values, claim).text("id")
    }

    private func addEvidence(_ values: inout Values) async throws {
        try await addDispute(&values)
        let file = AddEvidenceBody.schema.allExamples[0].value
        values["evidenceId"] = try await asCustomer(Operations.addDisputeEvidence, values, file).text("id")
    }

    private func addDeposit(_ values: inout Values) async throws {
        let reply = try await asBrand(Operations.createDeposit, values, CreateDepositBody.schema.allExamples[0].value)
        values["depositId"] = try reply.text("id")
    }

    private func addTransfer(_ values: inout Values) async throws {
        try await addMoney(&values)
        let body = CreateTransferBody.schema.allExamples[0].value
        values["transferId"] = try await asCustomer(Operations.createTransfer, values, body).text("id")
    }

    private func addWithdrawal(_ values: inout Values) async throws {
        try await addMoney(&values)
        let body = CreateWithdrawalBody.schema.allExamples[0].value
        values["withdrawalId"] = try await asCustomer(Operations.createWithdrawal, values, body).text("id")
    }

    // MARK: Cards

    private func addCard(_ values: inout Values, status: String?) async throws {
        if status == "ISSUED" { return try await addPlastic(&values, isDelivered: false) }
        let isAmerican = values["country"] == "US"
        let body: JSONValue = [
            "programName": isAmerican ? "DEMO-VIRTUAL-VISA-US" : "DEMO-VIRTUAL-VISA-EEA",
            "currency": isAmerican ? "USD" : "EUR",
            "termsAndConditionsAccepted": isAmerican ? true : nil, "eDisclosureAccepted": isAmerican ? true : nil,
        ]
        values["cardId"] = try await asCustomer(Operations.createCard, values, body).text("cardId")
        guard let status, status != "ACTIVE" else { return }
        let change: JSONValue = ["status": .string(status), "statusReason": "For a contract's sake"]
        _ = try await asCustomer(Operations.updateCard, values, change).text("cardId")
    }

    private func addPlastic(_ values: inout Values, isDelivered: Bool) async throws {
        let body: JSONValue = [
            "programName": "SKRILL-PHYSICAL-MC-EEA", "currency": "EUR",
            "deliveryAddress": DeliveryAddressBody.schema.allExamples[0].value,
        ]
        let text = try await asCustomer(Operations.createCard, values, body).text("cardId")
        guard let id = CardID(text) else { throw IssuingFailure.damaged("the id of a card just issued") }
        values["cardId"] = text
        guard isDelivered else { return }
        _ = try await sandbox.administration.record(.delivered, on: id)
        let plastic = try await sandbox.plastic(of: id)
        values["lastFourDigits"] = plastic.card.lastFour
        plastic.cvv.reveal { values["cvv"] = $0 }
    }

    private func addSuspendedCard(_ values: inout Values) async throws {
        try await addPlastic(&values, isDelivered: true)
        let wrong: JSONValue = [
            "lastFourDigits": .string(values["lastFourDigits"] == "0000" ? "0001" : "0000"),
            "cvv": .string(values["cvv"] ?? ""),
        ]
        for _ in 1...3 {
            _ = try await asCustomer(Operations.activateCard, values, wrong)
        }
    }

    private func addTokenization(_ values: inout Values) async throws {
        try await addCard(&values, status: nil)
        let body = TokenizeCardBody.schema.allExamples[0].value
        _ = try await asCustomer(Operations.tokenizeCard, values, body).text("opaquePaymentCard")
        let name = sandbox.issuing.entropy.uuid().spelled.filter { $0 != "-" }
        values["dpanRef"] = "DNITHE\(name)"
        if case .string(let wallet) = body["clientWalletAccountId"] { values["walletId"] = wallet }
    }

    // MARK: Authentication

    private func addEvent(_ values: inout Values) async throws {
        try await addCard(&values, status: nil)
        let reply = try await asCustomer(Operations.updateCard, values, UpdateCardBody.schema.allExamples[0].value)
        let challenge = reply.headers[.wwwAuthenticate]?.split(separator: "\"").last ?? ""
        let event = OperationDesk.Reply(
            status: reply.status, headers: reply.headers,
            json: (try? JSONValue(parsing: Array(Data(base64Encoded: String(challenge)) ?? Data()))) ?? .null)
        for name in ["eventId", "walletOperationId"] { values[name] = try event.text("scaDetails", name) }
    }

    private func addChallenge(_ values: inout Values) async throws {
        try await addEvent(&values)
        let body: JSONValue = [
            "walletOperationId": .string(values["walletOperationId"] ?? ""),
            "verification": ["method": "OTP", "channel": "SMS"],
        ]
        _ = try await asCustomer(Operations.sendChallenge, values, body).text("eventId")
        guard let customer = values["customerId"].flatMap({ CustomerID($0) }) else { return }
        values["otp"] = try await sandbox.messages(to: customer).first?.code
    }

    private func addDevice(_ values: inout Values) async throws {
        let reply = try await asCustomer(Operations.trustDevice, values, TrustDeviceBody.schema.allExamples[0].value)
        values["deviceId"] = try reply.text("deviceId")
    }

    // MARK: The brand's own

    private func addOrder(_ values: inout Values) async throws {
        let card: JSONValue = [
            "customerId": .string(values["customerId"] ?? ""), "programName": "DEMO-VIRTUAL-VISA-EEA",
            "currency": "EUR",
        ]
        let reply = try await asBrand(Operations.orderCards, values, ["cards": [card]])
        values["orderId"] = try reply.text("orderId")
    }

    /// Ends the subscriptions of earlier states, because a second subscription to the same event and URL is refused.
    private func freeReceiver() async throws -> String {
        for subscription in try await sandbox.issuing.subscriptions(of: sandbox.brand)
        where subscription.url == Self.receiver {
            try await sandbox.issuing.unsubscribe(sandbox.brand, from: subscription.id)
        }
        return Self.receiver
    }

    private func addSubscription(_ values: inout Values) async throws {
        let body: JSONValue = [
            "eventType": .string(WebhookEvent.cardStatus.rawValue), "url": .string(try await freeReceiver()),
        ]
        values["subscriptionId"] = try await asBrand(Operations.subscribeWebhook, values, body).text("id")
    }

    private func addDelivery(_ values: inout Values) async throws {
        try await addSubscription(&values)
        try await addCard(&values, status: "LOCKED")
        guard let card = values["cardId"].flatMap({ CardID($0) }) else { return }
        let (deliveries, _) = try await sandbox.issuing.webhookDeliveries(
            of: sandbox.brand, about: .card(card), limit: 1, offset: 0)
        values["deliveryId"] = deliveries.first?.delivery.id.description
    }
}
