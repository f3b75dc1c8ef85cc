import CardAPI
import CardClient
import Cards
import CardSecrets
import HTTPContract
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import Sandbox
import Testing
import TestSupport

/// A new customer, and everything that a request for an operation needs. No operation is protected yet.
package struct ProtectedScene {
    package let operation: Operation
    package let service: LiveService
    package let customer: CustomerID
    package let token: String

    package init(_ operation: Operation, at service: LiveService) async throws {
        self.operation = operation
        self.service = service
        customer = try await service.fixture.enrol(country: operation == Operations.setPIN ? "US" : "BG")
        token = try await service.token(
            of: customer.description,
            scope: operation.audience == .cardData ? Audience.cardDataScope : nil)
    }

    /// A request that would succeed, with its own card or device.
    package func request() async throws -> ProtectedRequest {
        switch operation {
        case Operations.createCard:
            let body = #"{"programName":"DEMO-VIRTUAL-VISA-EEA","currency":"EUR"}"#
            return request(body, changed: body.replacing("EUR", with: "PLN"))
        case Operations.updateCard:
            return request(try await card(), App.locking, changed: App.locking.replacing("LOCKED", with: "CANCELLED"))
        case Operations.activateCard:
            let card = try await card(.physicalMastercard)
            let cvv = try await service.fixture.sandbox.plastic(of: card.id).cvv.reveal { $0 }
            let body = #"{"lastFourDigits":"\#(card.lastFour)","cvv":"\#(cvv)"}"#
            return request(card, body, changed: body.replacing(cvv, with: cvv == "000" ? "001" : "000"))
        case Operations.replaceCard:
            return request(try await card(), #"{"reason":"LOST"}"#, changed: #"{"reason":"DAMAGED"}"#)
        case Operations.setPIN:
            return request(try await card(.virtualUS), #"{"pin":"4071"}"#, changed: #"{"pin":"4072"}"#)
        case Operations.resetRetries:
            return request(try await cardWithoutTries(), "", changed: "{}")
        case Operations.setCardControls:
            return request(try await card(), #"{"channels":{"atm":false}}"#, changed: "{}")
        case Operations.showDetails:
            return request(try await card())
        case Operations.createSecureView:
            return request(try await card(), #"{"type":"PAN"}"#, changed: #"{"type":"CVV"}"#)
        case Operations.tokenizeCard:
            let body = TokenizeCardBody.push().text
            return request(try await card(), body, changed: TokenizeCardBody.push("SAMSUNG_PAY").text)
        case Operations.updateTokenizationStatus:
            let card = try await card()
            let tokenized = try await service.ask(
                "POST", "\(cardsPath)/\(card.id)/tokenizations", token: token, TokenizeCardBody.push().text)
            #expect(tokenized.status == 201)
            let body = UpdateTokenizationBody.completed("DNITHE\(card.id)", in: "GOOGLE_PAY").text
            return request(card, body, changed: body.replacing("DNITHE", with: "DNITHF"))
        case Operations.createTransfer:
            try await load()
            return request(.transfer, changed: String.transfer.replacing("1000", with: "1001"))
        case Operations.updateTransferStatus:
            return try await change(of: "transferId", begunBy: Operations.createTransfer, .transfer)
        case Operations.createWithdrawal:
            try await load()
            return request(.withdrawal, changed: String.withdrawal.replacing("1000", with: "1001"))
        case Operations.updateWithdrawalStatus:
            return try await change(of: "withdrawalId", begunBy: Operations.createWithdrawal, .withdrawal)
        case Operations.createDispute:
            let body = try await claim()
            return request(body, changed: body.replacing("FRAUD", with: "OTHER"))
        case Operations.withdrawDispute:
            return request(values: ["disputeId": try await dispute()], "", changed: nil)
        case Operations.addDisputeEvidence:
            let body = #"{"fileName":"a.txt","mediaType":"text/plain","content":"YQ=="}"#
            return request(
                values: ["disputeId": try await dispute()], body, changed: body.replacing("YQ", with: "Yg"))
        case Operations.trustDevice:
            return request(Phone().introduction, changed: Phone().introduction)
        case Operations.distrustDevice:
            let trusted: TrustedDeviceBody = try await service.ask(
                "POST", Operations.trustDevice.path, token: token, Phone().introduction
            ).decoded(expecting: 201)
            return request(values: ["deviceId": trusted.deviceId], "", changed: nil)
        default:
            throw Unknown()
        }
    }

    private struct Unknown: Error {}

    /// The request for another status of a new movement.
    ///
    /// - Parameter name: the path's parameter for its id.
    private func change(
        of name: String, begunBy operation: Operation, _ beginning: String
    ) async throws -> ProtectedRequest {
        try await load()
        let created: MovementBody = try await service.ask(
            "POST", operation.path, token: token, beginning
        ).decoded(expecting: 201)
        let body = #"{"status":"PENDING"}"#
        return request(values: [name: created.id], body, changed: body.replacing("PENDING", with: "PROCESSING"))
    }

    private func load() async throws {
        _ = try await service.fixture.sandbox.load(Money(minorUnits: 5000, currency: .euro), for: customer)
    }

    private struct Paid: Decodable {
        let authorizationId: String
    }

    /// The body of a claim about a payment that is paid at once.
    private func claim() async throws -> String {
        try await load()
        let payment: Paid = try await service.sandbox(
            "POST", "/cards/\(card().id)/payments", #"{"kind":"FINANCIAL","amount":1000}"#
        ).decoded(expecting: 201)
        return #"{"authorizationId":"\#(payment.authorizationId)","reason":"FRAUD"}"#
    }

    private func dispute() async throws -> String {
        let opened: DisputeBody = try await service.ask(
            "POST", Operations.createDispute.path, token: token, claim()
        ).decoded(expecting: 201)
        return opened.id
    }

    private func card(_ program: DemoProgram = .virtualMastercard) async throws -> Card {
        try await service.fixture.issue(program, to: customer)
    }

    private func cardWithoutTries() async throws -> Card {
        let card = try await card(.physicalMastercard)
        let cvv = try await service.fixture.sandbox.plastic(of: card.id).cvv.reveal { $0 }
        let body = #"{"lastFourDigits":"\#(card.lastFour)","cvv":"\#(cvv == "000" ? "001" : "000")"}"#
        for _ in 1...Activation.allowedTries {
            let wrong = try await service.ask("POST", "\(cardsPath)/\(card.id)/activate", token: token, body)
            #expect(wrong.status == 400)
        }
        return card
    }

    private func request(_ body: String, changed: String) -> ProtectedRequest {
        request(values: [:], body, changed: changed)
    }

    private func request(_ card: Card, _ body: String = "", changed: String? = nil) -> ProtectedRequest {
        request(values: ["cardId": card.id.description], body, changed: changed)
    }

    private func request(values: [String: String], _ body: String, changed: String?) -> ProtectedRequest {
        ProtectedRequest(
            scene: self, path: operation.path(filling: values), body: body, changedBody: changed)
    }
}

/// One request of a customer, and the customer's authentication for it.
package struct ProtectedRequest {
    package let scene: ProtectedScene
    package let path: String
    package var body: String
    package let changedBody: String?
    package var key: String?

    package init(scene: ProtectedScene, path: String, body: String, changedBody: String?, key: String? = nil) {
        self.scene = scene
        self.path = path
        self.body = body
        self.changedBody = changedBody
        self.key = key
    }

    /// The same request with another body; nil if it has none.
    package var changed: ProtectedRequest? {
        guard let changedBody else { return nil }
        var other = self
        other.body = changedBody
        return other
    }

    package func send(presenting event: AuthenticationEventBody? = nil) async throws -> RawAnswer {
        let headers =
            (event.map { [(name: "SCA-Authorization", value: $0.pass)] } ?? [])
            + (key.map { [(name: "Idempotency-Key", value: $0)] } ?? [])
        return try await scene.service.ask(
            scene.operation.method.rawValue, path, token: scene.token, body, headers: headers)
    }

    package func verifiedEvent() async throws -> AuthenticationEventBody {
        let event = try await send().event
        try await answer(event)
        return event
    }

    /// Answers with the code that was sent.
    package func answer(_ event: AuthenticationEventBody) async throws {
        let members = #""walletOperationId":"\#(event.walletOperationId)","verification":\#(String.sms)"#
        let path = "\(eventsPath)/\(event.eventId)"
        let sent = try await scene.service.ask("POST", path + "/challenges", token: scene.token, "{\(members)}")
        #expect(sent.status == 201, "\(sent.text)")
        let code = try #require(try await scene.service.fixture.sandbox.messages(to: scene.customer).first?.code)
        let attempt: AttemptBody = try await scene.service.ask(
            "POST", path + "/attempts", token: scene.token, #"{\#(members),"otp":"\#(code)"}"#
        ).decoded(expecting: 200)
        #expect(attempt.status == "VERIFIED")
    }
}

extension String {
    /// A transfer to Jonas.
    fileprivate static let transfer = #"{"amount":1000,"currencyCode":"EUR","recipient":{"customerId":"10000002"},"#
        + #""transferDetails":{"reason":"PEER_TRANSFER"}}"#

    fileprivate static let withdrawal = #"{"amount":1000,"currencyCode":"EUR","paymentOption":"BANK_TRANSFER","#
        + #""paymentInstrumentReference":{"id":"1001","instrumentType":"SEPA_BANK_ACCOUNT"}}"#
}

extension RequestBody {
    fileprivate var text: String { String(decoding: jsonBytes, as: UTF8.self) }
}
