import Audit
import CardAPI
import Cards
import CardSecrets
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Validation

/// The devices that a customer trusts.
struct TrustedDeviceRoutes {
    let issuing: Issuing

    func register(on customers: RouterGroup<CustomerContext>) {
        customers.on(Operations.listTrustedDevices, list)
        customers.on(Operations.trustDevice, trust)
        customers.on(Operations.distrustDevice, distrust)
    }

    @Sendable private func list(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let devices = try await issuing.trustedDevices(of: context.customer)
        return Response(
            status: .ok, json: TrustedDeviceListBody(trustedDevices: devices.map(TrustedDeviceBody.init)))
    }

    @Sendable private func trust(
        _ request: Request, _ context: CustomerContext, _ caller: AuditCaller
    ) async throws -> Response {
        let operation = Operations.trustDevice
        let body = try await request.json(TrustDeviceBody.self)
        let key = body.value.publicKey.flatMap { DevicePublicKey($0) }
        var violations = body.violations + TrustedDevice.violations(name: body.value.name)
        if violations.isEmpty, key == nil {
            violations.append(FieldError("publicKey", DevicePublicKey.expectation))
        }
        guard violations.isEmpty, let key, let name = body.value.name else {
            throw IssuingFailure.refused(.invalidFields(violations))
        }
        let evidence = try request.evidence(
            for: .trustDevice, card: nil, body: body.bytes, in: context, by: issuing)
        let idempotency = try Idempotency(of: request, body: body.bytes, to: operation, by: issuing)
        let answered = try await issuing.called(by: caller).trustDevice(
            named: name, key: key, evidence: evidence,
            request: idempotency.request { StoredAnswer(operation.successStatus, TrustedDeviceBody($0)) })
        return Response(answered)
    }

    @Sendable private func distrust(
        _ request: Request, _ context: CustomerContext, _ caller: AuditCaller
    ) async throws -> Response {
        let bytes = try await request.noBody()
        let id = context.parameters.get("deviceId").flatMap { TrustedDeviceID($0) }
        let evidence = try request.evidence(for: .trustDevice, card: nil, body: bytes, in: context, by: issuing)
        try await issuing.called(by: caller).distrustDevice(id, evidence: evidence)
        return Response(status: .noContent)
    }
}

extension DevicePublicKey {
    package init?(_ body: PublicKeyBody) {
        guard let type = body.kty, let curve = body.crv, let x = body.x, let y = body.y else { return nil }
        self.init(keyType: type, curve: curve, x: x, y: y)
    }
}
