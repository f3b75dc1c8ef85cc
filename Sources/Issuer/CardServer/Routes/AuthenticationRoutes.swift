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

/// Strong customer authentication: challenges and their answers, the partner's outcome, and the PIN that the business
/// sets.
struct AuthenticationRoutes {
    let issuing: Issuing

    func register(on authenticating: RouterGroup<AuthenticatingContext>, _ partners: RouterGroup<BusinessContext>) {
        authenticating.on(Operations.sendChallenge, sendChallenge)
        authenticating.on(Operations.attemptAuthentication, attempt)
        partners.on(Operations.decideAuthentication, decide)
        partners.on(Operations.setWalletPIN, setPIN)
    }

    @Sendable private func sendChallenge(
        _ request: Request, _ context: AuthenticatingContext
    ) async throws -> Response {
        let operation = Operations.sendChallenge
        let body = try await request.json(SendChallengeBody.self)
        let (verification, faults) = Verification.read(body.value.verification)
        let violations = body.violations.adding(
            AuthenticationRule.violations(inID: body.value.walletOperationId) + faults)
        guard violations.isEmpty, let verification else { throw IssuingFailure.refused(.invalidFields(violations)) }
        let idempotency = try Idempotency(of: request, body: body.bytes, to: operation, by: issuing)
        let event = context.parameters.authenticationReference(walletOperationID: body.value.walletOperationId)
        let answered = try await issuing.sendChallenge(
            for: event, of: try await customer(of: event, context), by: verification,
            request: idempotency.request { StoredAnswer(operation.successStatus, ChallengeBody($0)) })
        return Response(answered)
    }

    @Sendable private func attempt(
        _ request: Request, _ context: AuthenticatingContext, _ caller: AuditCaller
    ) async throws -> Response {
        let operation = Operations.attemptAuthentication
        let body = try await request.json(AttemptAuthenticationBody.self)
        let (proof, faults) = AuthenticationProof.read(body.value)
        let violations = body.violations.adding(
            AuthenticationRule.violations(inID: body.value.walletOperationId) + faults)
        guard violations.isEmpty, let proof else { throw IssuingFailure.refused(.invalidFields(violations)) }
        let idempotency = try Idempotency(of: request, body: body.bytes, to: operation, by: issuing)
        let event = context.parameters.authenticationReference(walletOperationID: body.value.walletOperationId)
        let answered = try await issuing.called(by: caller).attempt(
            proof, at: event, of: try await customer(of: event, context),
            request: idempotency.request { StoredAnswer(operation.successStatus, AttemptBody($0)) })
        return Response(answered)
    }

    private func customer(
        of event: AuthenticationReference?, _ context: AuthenticatingContext
    ) async throws -> CustomerID {
        if let customer = context.customer { return customer }
        return try await issuing.owner(ofTokenCall: event, in: context.brand)
    }

    @Sendable private func decide(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        let operation = Operations.decideAuthentication
        let body = try await request.json(DecideAuthenticationBody.self)
        let (verification, faults) = body.value.verification.map { Verification.read($0) } ?? (nil, [])
        let violations = body.violations.adding(
            AuthenticationRule.violations(inID: body.value.walletOperationId) + faults)
        guard violations.isEmpty, let status = body.value.status.flatMap(AttemptOutcome.Status.init(rawValue:)) else {
            throw IssuingFailure.refused(.invalidFields(violations))
        }
        let idempotency = try Idempotency(of: request, body: body.bytes, to: operation, by: issuing)
        let answered = try await issuing.called(by: caller).decideAuthentication(
            context.parameters.authenticationReference(walletOperationID: body.value.walletOperationId),
            of: context.brand, as: status, because: body.value.statusReason, by: verification,
            request: idempotency.request { StoredAnswer(operation.successStatus, AttemptBody($0)) })
        return Response(answered)
    }

    @Sendable private func setPIN(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        let customer = try context.customer()
        let body = try await request.json(SetWalletPINBody.self)
        let violations = body.violations.adding(WalletPINRule.violations(pin: body.value.pin))
        guard violations.isEmpty, let pin = body.value.pin else {
            throw IssuingFailure.refused(.invalidFields(violations))
        }
        try await issuing.called(by: caller).setWalletPIN(pin, of: customer)
        return Response(status: .noContent)
    }
}

// MARK: Reading

extension Verification {
    /// The method that a body names, or the errors in it.
    fileprivate static func read(_ body: VerificationBody?) -> (Verification?, [FieldError]) {
        guard let method = body?.method else { return (nil, []) }
        if let verification = Verification(method: method, channel: body?.channel) { return (verification, []) }
        let channels = allCases.filter { $0.method == method }.compactMap(\.channel)
        return (
            nil,
            [
                FieldError(
                    "verification.channel",
                    channels.isEmpty
                        ? "must be absent for \(method)"
                        : "must be one of \(channels.joined(separator: ", ")) for \(method)")
            ]
        )
    }
}

extension AuthenticationProof {
    /// The answer in a body for its method. The member that the method needs must be present and well formed.
    fileprivate static func read(_ body: AttemptAuthenticationBody) -> (AuthenticationProof?, [FieldError]) {
        let (verification, faults) = Verification.read(body.verification)
        guard let verification else { return (nil, faults) }
        switch verification {
        case .smsCode, .emailCode, .authenticatorCode:
            guard let code = body.otp else { return (nil, [.needed("otp", for: verification)]) }
            return (.code(code, by: verification), [])
        case .password:
            guard let password = body.password else { return (nil, [.needed("password", for: verification)]) }
            return (.password(password), [])
        case .pin:
            guard let digits = body.pin else { return (nil, [.needed("pin", for: verification)]) }
            if let error = WalletPINRule.violation(in: digits) { return (nil, [FieldError("pin", error)]) }
            return (.pin(digits), [])
        case .push:
            return (.push, [])
        case .passkey:
            return read(passkey: body.assertion)
        case .biometric:
            return read(biometric: body.assertion)
        }
    }

    private static func read(passkey body: AssertionBody?) -> (AuthenticationProof?, [FieldError]) {
        guard let body else { return (nil, [.needed("assertion", for: .passkey)]) }
        let (bytes, faults) = decoded([
            ("credentialId", body.credentialId), ("authenticatorData", body.authenticatorData),
            ("clientDataJSON", body.clientDataJSON), ("signature", body.signature),
        ], for: .passkey)
        guard faults.isEmpty else { return (nil, faults) }
        return (
            .passkey(
                PasskeyAssertion(
                    credentialID: bytes[0], authenticatorData: bytes[1], clientDataJSON: bytes[2],
                    signature: bytes[3])), []
        )
    }

    private static func read(biometric body: AssertionBody?) -> (AuthenticationProof?, [FieldError]) {
        guard let body else { return (nil, [.needed("assertion", for: .biometric)]) }
        var (bytes, faults) = decoded([("signature", body.signature)], for: .biometric)
        let device = body.deviceId.flatMap { TrustedDeviceID($0) }
        if device == nil {
            faults.append(
                body.deviceId == nil
                    ? .needed("assertion.deviceId", for: .biometric)
                    : FieldError("assertion.deviceId", "must be a UUID"))
        }
        guard faults.isEmpty, let device else { return (nil, faults) }
        return (.biometric(device: device, signature: bytes.removeFirst()), [])
    }

    private static func decoded(
        _ members: [(name: String, text: String?)], for verification: Verification
    ) -> ([[UInt8]], [FieldError]) {
        let bytes = members.map { $0.text.flatMap { Base64url.decode($0) } }
        let faults = zip(members, bytes).filter { $1 == nil || $1 == [] }.map { member, _ in
            member.text == nil
                ? FieldError.needed("assertion.\(member.name)", for: verification)
                : FieldError("assertion.\(member.name)", "must be bytes in Base64url, without padding")
        }
        return (bytes.compactMap(\.self), faults)
    }
}

extension FieldError {
    fileprivate static func needed(_ field: String, for verification: Verification) -> FieldError {
        FieldError(field, "is needed to answer \(verification.name)")
    }
}

extension AuthenticationRule {
    fileprivate static func violations(inID id: String?) -> [FieldError] {
        guard let id, WalletOperationID(id) == nil else { return [] }
        return [FieldError("walletOperationId", "must be a UUID")]
    }
}
