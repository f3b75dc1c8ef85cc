import CardSecrets
import HTTPContract
import HTTPService
import Identifiers
import Ledger
import Payments
import Postgres
import Validation

/// The body with which a merchant's server changes a session: its whole order.
struct UpdateSessionBody: RequestBody {
    var order: SessionBody.Order?
    var removesLock: Bool?

    static let isClosed = false
    static let members: [BodyMember<UpdateSessionBody>] = [
        .object("order", \.order, isRequired: true, "What is paid for instead."),
        .boolean(
            "remove_lock", \.removesLock, example: "true",
            "Whether a locked checkout page is unlocked after the change. Pages of this service are never locked."),
    ]
}

extension Dintero {
    /// The maximum size of a session's request, in bytes.
    private static let requestLimit = 65_536

    /// Replaces the order of a session. The wallet's data for the earlier amount is deleted, so the customer must agree
    /// again.
    func update(
        _ found: FoundSession, _ body: SessionRules.Request<UpdateSessionBody>
    ) async throws -> FoundSession {
        try found.requireUnpaid(at: clock.now())
        let session = found.session
        guard case .object(let sent) = body.json else { throw DinteroError.invalid(body.violations) }
        let changed = session.request.map { name, value in (name, name == "order" ? sent["order"] ?? value : value) }
        let json = JSONValue.object(changed)
        guard json.jsonBytes.count <= Self.requestLimit else {
            throw DinteroError(.tooLarge, "The session has more than \(Self.requestLimit / 1024) KiB.")
        }
        let (value, violations) = try SessionBody.read(json.jsonBytes)
        let accepted = try SessionRules(now: clock.now(), callbackAddresses: callbackAddresses).accept(
            SessionRules.Request(value: value, violations: body.violations.adding(violations), json: json),
            needsProfile: false)
        let isChanged = try await database.write(
            SessionStatements.change(
                .id(session.id.object), .integer(session.attempt), .text(json.jsonText),
                .bigint(accepted.amount.minorUnits), .text(accepted.amount.currency.code),
                .id(entropy.id(ApplePayPaymentID.self)), .timestamp(clock.now()))
        ).first == true
        guard isChanged else {
            throw DinteroError(.conflict, "The session is being paid or cancelled; read the session.")
        }
        return try await self.session(named: session.id.description)
    }
}
