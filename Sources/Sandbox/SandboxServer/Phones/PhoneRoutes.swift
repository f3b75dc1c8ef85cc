import CardAPI
import Cards
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import Sandbox
import TrafficControl
import Validation

/// Simulated phones, for tests of apps that use the wallet of a phone.
struct PhoneRoutes {
    let sandbox: Sandbox
    let events: EventStreams

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.createPhone, create),
            (SandboxOperations.getPhone, show),
            (SandboxOperations.deletePhone, remove),
            (SandboxOperations.createPhoneWallet, createWallet),
            (SandboxOperations.getPhoneCertificates, certificates),
            (SandboxOperations.listPhoneTokens, list),
            (SandboxOperations.listCardTokens, listOfCard),
            (SandboxOperations.pushToPhone, push),
            (SandboxOperations.beginPhoneToken, begin),
            (SandboxOperations.verifyPhoneToken, verify),
            (SandboxOperations.changePhoneToken, change),
            (SandboxOperations.payWithPhone, pay),
        ]
    }

    @Sendable private func create(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(PhoneBody.self)
        guard body.violations.isEmpty, let kind = body.value.kind.flatMap(SandboxPhone.Kind.init(rawValue:)) else {
            throw IssuingFailure.refused(.invalidFields(body.violations))
        }
        guard let customer = body.value.customerId.flatMap({ CustomerID($0) }) else {
            throw IssuingFailure.refused(.customer(.notFound))
        }
        let phone = try await sandbox.makePhone(kind, of: customer, hasWallet: body.value.hasWallet ?? true)
        return Response(status: .created, json: PhoneAnswer(phone: phone))
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        Response(status: .ok, json: PhoneAnswer(phone: try await sandbox.phone(context.parameters.phoneID())))
    }

    @Sendable private func remove(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await sandbox.removePhone(context.parameters.phoneID())
        return Response(status: .noContent)
    }

    @Sendable private func createWallet(_ request: Request, _ context: ServiceContext) async throws -> Response {
        _ = try await request.noBody()
        let phone = try await sandbox.createWallet(on: context.parameters.phoneID())
        return Response(status: .ok, json: PhoneAnswer(phone: phone))
    }

    @Sendable private func certificates(_ request: Request, _ context: ServiceContext) async throws -> Response {
        _ = try await request.noBody()
        let device = try await sandbox.certificates(of: context.parameters.phoneID())
        return Response(status: .ok, json: CertificatesAnswer(device: device), headers: [.cacheControl: "no-store"])
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let tokens = try await sandbox.tokens(on: context.parameters.phoneID())
        return Response(status: .ok, json: PhoneTokenListAnswer(tokens: tokens.map(PhoneTokenAnswer.init)))
    }

    @Sendable private func listOfCard(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let tokens = try await sandbox.tokens(of: context.parameters.cardID())
        return Response(status: .ok, json: CardTokenListAnswer(tokens: tokens.map(CardTokenAnswer.init)))
    }

    @Sendable private func push(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let phone = try await sandbox.phone(context.parameters.phoneID())
        let body = try await request.json(PushBody.self)
        let message = try body.accepted { $0.message(to: phone.kind) }
        let (inspection, token) = try await sandbox.push(message, to: phone.id, advice: body.value.walletAdvice)
        if let token { events.publish(SandboxEvent(token, on: phone.id)) }
        return Response(
            status: .ok, json: PushAnswer(inspection: inspection, token: token), headers: [.cacheControl: "no-store"])
    }

    @Sendable private func begin(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.phoneID()
        let body = try await request.json(PhoneTokenBody.self)
        guard body.violations.isEmpty else { throw IssuingFailure.refused(.invalidFields(body.violations)) }
        guard let card = body.value.cardId.flatMap({ CardID($0) }) else {
            throw IssuingFailure.refused(.card(.notFound))
        }
        let token = try await sandbox.beginToken(of: card, on: id)
        events.publish(SandboxEvent(token, on: id))
        events.publish(SandboxEvent(codeFor: token))
        return Response(status: .created, json: PhoneTokenAnswer(token: token))
    }

    @Sendable private func verify(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.phoneID()
        let body = try await request.json(VerificationCodeBody.self)
        guard body.violations.isEmpty, let code = body.value.code else {
            throw IssuingFailure.refused(.invalidFields(body.violations))
        }
        let token = try await sandbox.verify(try context.parameters.tokenID(), on: id, code: code)
        events.publish(SandboxEvent(token, on: id))
        return Response(status: .ok, json: PhoneTokenAnswer(token: token))
    }

    @Sendable private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.phoneID()
        let body = try await request.json(TokenEventBody.self)
        guard body.violations.isEmpty, let event = body.value.type.flatMap(TokenEvent.init(rawValue:)) else {
            throw IssuingFailure.refused(.invalidFields(body.violations))
        }
        let token = try await sandbox.change(try context.parameters.tokenID(), on: id, by: event)
        events.publish(SandboxEvent(token, on: id))
        return Response(status: .ok, json: PhoneTokenAnswer(token: token))
    }

    @Sendable private func pay(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.phoneID()
        let body = try await request.json(PhonePaymentBody.self)
        let amount = try body.accepted { Money.draft($0.amount, $0.currencyCode) }
        let payment = try await sandbox.makePayment(
            with: try context.parameters.tokenID(), on: id, of: amount, isInStore: body.value.inStore ?? false)
        return Response(
            status: .created, json: PhonePaymentAnswer(payment: payment), headers: [.cacheControl: "no-store"])
    }
}

extension PathParameters {
    /// The phone that a path names. A malformed id is treated like an unknown one.
    func phoneID() throws(PhoneFailure) -> PhoneID {
        guard let id = get("phoneId").flatMap({ PhoneID($0) }) else { throw .refused(.notFound) }
        return id
    }

    func tokenID() throws(PhoneFailure) -> String {
        let reference = get("issuerTokenId").map { $0.removingPercentEncoding ?? $0 }
        guard let reference, DPANReference(rawValue: reference) != nil else { throw .refused(.tokenNotFound) }
        return reference
    }
}
