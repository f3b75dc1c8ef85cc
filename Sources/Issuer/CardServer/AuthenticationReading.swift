import CardAPI
import Cards
import CardSecrets
import Crypto
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Validation

/// A context whose request may need strong customer authentication.
protocol CustomerBoundContext: AuthenticatedContext {
    var brand: String { get }
    var customer: CustomerID { get }
}

extension CustomerContext: CustomerBoundContext {}
extension CardDataContext: CustomerBoundContext {}

extension Request {
    /// The evidence for strong customer authentication in this request. It is read before anything is looked up, so a
    /// malformed header is a 400 for every operation.
    func evidence(
        for operation: ProtectedOperation, card: CardID?, body: [UInt8], in context: some CustomerBoundContext,
        by issuing: Issuing
    ) throws(Problem) -> AuthenticationEvidence {
        try evidence(for: operation, card: card, body: body, of: context.customer, in: context.brand, by: issuing)
    }

    func evidence(
        for operation: ProtectedOperation, card: CardID?, body: [UInt8], of customer: CustomerID, in brand: String,
        by issuing: Issuing
    ) throws(Problem) -> AuthenticationEvidence {
        var errors: [FieldError] = []
        let presented = presentedEvent(&errors)
        let device = deviceClaim(over: body, &errors)
        guard errors.isEmpty else { throw Problem(fieldErrors: errors) }
        let digests = RequestDigest.of("\(method.rawValue) \(target.path)", body: body, by: issuing)
        return AuthenticationEvidence(
            brand: brand, customer: customer, operation: operation,
            subject: AuthenticationSubject(
                operation: operation, card: card, digest: digests.current.bytes,
                otherDigests: digests.others.map(\.bytes)),
            presented: presented, device: device)
    }

    private func presentedEvent(_ errors: inout [FieldError]) -> AuthenticationReference? {
        let name = HTTPField.Name.scaAuthorization
        guard let body = pass(AuthenticationPassBody.self, in: name, &errors) else { return nil }
        guard let details = body.scaDetails, let event = details.eventId, let operation = details.walletOperationId
        else { return nil }
        let reference = AuthenticationReference(eventID: event, walletOperationID: operation)
        if reference == nil { errors.append(FieldError("\(name).scaDetails", "must hold two UUIDs")) }
        return reference
    }

    private func deviceClaim(over body: [UInt8], _ errors: inout [FieldError]) -> DeviceClaim? {
        let name = HTTPField.Name.scaDevice
        guard let pass = pass(DevicePassBody.self, in: name, &errors), let signedAt = pass.signedAt else { return nil }
        guard let device = pass.deviceId.flatMap({ TrustedDeviceID($0) }),
            let signature = pass.signature.flatMap({ Base64url.decode($0) })
        else {
            errors.append(FieldError("\(name)", "must hold a UUID, milliseconds since 1970 and Base64url"))
            return nil
        }
        let message = DeviceMessage(
            method: method.rawValue, path: target.path, signedAt: signedAt, bodyHash: Array(SHA256.hash(data: body)))
        return DeviceClaim(
            device: device, signedAt: Date(timeIntervalSince1970: Double(signedAt) / 1000),
            message: message.bytes, signature: signature)
    }

    /// The JSON that a header contains in Base64. Nil if the header is absent, and nil with an error if it is invalid.
    private func pass<Body: RequestBody>(
        _ type: Body.Type, in name: HTTPField.Name, _ errors: inout [FieldError]
    ) -> Body? {
        let values = headers[values: name]
        guard let text = values.first else { return nil }
        guard values.count == 1, text.utf8.count <= 4096, let bytes = Data(base64Encoded: text),
            let (body, wrong) = try? Body.read(Array(bytes))
        else {
            errors.append(FieldError("\(name)", "must be one JSON object in Base64, of at most 4096 characters"))
            return nil
        }
        errors += wrong.map { FieldError("\(name).\($0.field)", $0.error) }
        return wrong.isEmpty ? body : nil
    }
}

extension PathParameters {
    /// The event that a path names, with both its ids. A malformed id is treated like an unknown one.
    func authenticationReference(walletOperationID: String?) -> AuthenticationReference? {
        guard let event = get("eventId"), let walletOperationID else { return nil }
        return AuthenticationReference(eventID: event, walletOperationID: walletOperationID)
    }
}
