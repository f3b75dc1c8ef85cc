import CardSecrets
import Foundation
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Postgres
import Validation

/// The callers: a merchant's server with the token of its account, or an app with the token of one operation.
extension Dintero {
    static let tokenSeconds = 7200
    /// How long an app may take between the operations and the token of the wallet.
    static let operationSeconds = 3600

    private var accountTokens: SignedTokens { SignedTokens("dintero", keys: vault.keys, clock: clock) }
    private var operationTokens: SignedTokens { SignedTokens("dintero operation", keys: vault.keys, clock: clock) }

    // MARK: The account

    func accountToken(_ request: Request, _ context: RequestContext, account: String) async throws -> JSONValue {
        let client = try await client(request, context, account)
        let body = try await request.json(AccountTokenBody.self)
        var errors = body.violations
        if let audience = body.value.audience, !audience.hasSuffix("/v1/accounts/\(account)") {
            errors.append(FieldError("audience", "must be the address of the account, with /v1/accounts/\(account)"))
        }
        try DinteroError.check(errors)
        return AccountTokenAnswer(
            token: accountTokens.token(for: [client.id], lifetimeSeconds: Self.tokenSeconds)
        ).json
    }

    private func client(
        _ request: Request, _ context: RequestContext, _ account: String
    ) async throws -> DinteroClient {
        guard let credentials = request.basicCredentials else {
            throw DinteroError.unauthorized("Send the client's id and secret by HTTP Basic.", scheme: "Basic")
        }
        let proven = try await context.proving(ClaimedClient(credentials.name, at: "dintero")) {
            for reading in credentials.readings {
                if let client = try await client(reading) { return client }
            }
            return DinteroClient?.none
        }
        guard let proven else {
            throw DinteroError.unauthorized("The client's id or its secret is wrong.", scheme: "Basic")
        }
        guard proven.account == account else {
            throw DinteroError(.forbidden, "The client is not one of the account \(account.prefix(9)).")
        }
        return proven
    }

    private func client(_ credentials: BasicCredentials) async throws(PostgresFailure) -> DinteroClient? {
        let found = ClientCredentials.isName(credentials.name)
            ? try await database.read(DinteroClientStatements.find(.text(credentials.name))).first : nil
        return ClientCredentials(credentials).prove(found, in: vault)
    }

    /// The client behind the token of a request. It is read for each request, so changes take effect at once.
    func caller(_ request: Request) async throws -> DinteroClient {
        guard let token = request.credentials("bearer"), let id = accountTokens.values(of: token)?.values.first,
            let stored = try await database.read(DinteroClientStatements.find(.text(id))).first
        else {
            throw DinteroError.unauthorized(
                "Send a valid token of the account: Authorization: Bearer ….", scheme: "Bearer")
        }
        return stored.client
    }

    // MARK: The app

    /// Lets an app submit the wallet's token of one payment.
    func operationToken(for session: CheckoutSession) -> String {
        operationTokens.token(
            for: [session.id.object.rawValue.uuidString, session.paymentID.rawValue.uuidString],
            lifetimeSeconds: Self.operationSeconds)
    }

    /// The session that a request with the token of an operation belongs to.
    ///
    /// - Parameters:
    ///   - token: from `Authorization`, or from the address where a browser sends it there.
    ///   - account: from the path, like the payment.
    func session(token: String?, account: String, payment: String) async throws -> CheckoutSession {
        guard let token, !token.isEmpty else {
            throw DinteroError.unauthorized("Send the operation's access_token in Authorization, without a scheme.")
        }
        guard !token.lowercased().hasPrefix("bearer ") else {
            throw DinteroError(.forbidden, "Send the access_token alone in Authorization, without Bearer before it.")
        }
        guard let values = operationTokens.values(of: token)?.values, values.count == 2,
            let id = CheckoutSessionID(values[0]), let paymentID = ApplePayPaymentID(values[1]),
            paymentID == ApplePayPaymentID(payment), let session = try await session(id),
            session.id.account == account, session.paymentID == paymentID
        else {
            throw DinteroError(
                .forbidden, "The access_token is not one of this payment, or has expired; fetch the operations again.")
        }
        return session
    }
}

/// A client's request for a token.
struct AccountTokenBody: RequestBody {
    var grantType: String?
    var audience: String?

    static let isClosed = false
    static let members: [BodyMember<AccountTokenBody>] = [
        .enumeration(
            "grant_type", \.grantType, of: ["client_credentials"], isRequired: true, example: "client_credentials",
            "The kind of grant."),
        .string(
            "audience", \.audience, isRequired: true, maximumLength: 500,
            example: "https://api.dintero.com/v1/accounts/T12345678", "The address of the account."),
    ]
}

struct AccountTokenAnswer: AnswerBody {
    let token: String

    static let members: [AnswerMember<AccountTokenAnswer>] = [
        .member("access_token", \.token, isSecret: true, example: "eyJhbGciOiJ…", "The token."),
        .member("token_type", { _ in "Bearer" }, example: "Bearer", "Always Bearer."),
        .member("expires_in", { _ in Dintero.tokenSeconds }, example: "7200", "How long it is valid, in seconds."),
    ]
}

extension AnswerBody {
    var json: JSONValue { JSONValue(writing: self) }
}
