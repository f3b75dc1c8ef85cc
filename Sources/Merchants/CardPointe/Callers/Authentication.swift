import Gateways
import HTTPService
import HTTPTypes
import Identifiers
import Payments
import Postgres

/// The callers: HTTP Basic (RFC 7617) with the merchant's login.
extension CardPointe {
    /// How many merchants a call without a merchant's number is tried for.
    private static let accountLimit: Int32 = 20

    /// The account of a merchant, if the request has its login.
    ///
    /// - Throws: 401, also if the merchant is another login's. ``Refused`` if the request names no merchant.
    func caller(
        _ request: Request, _ context: RequestContext, merchant: String?
    ) async throws -> CardPointeAccount {
        try await call(request, context, merchant: merchant).account
    }

    /// The same with the merchant, and with the stored account that the request names, which is read at once.
    func call(
        _ request: Request, _ context: RequestContext, merchant: String?, reading name: StoredAccountName? = nil
    ) async throws -> CardPointeCall {
        let call = try await login(request, context, merchant: merchant, reading: name).call
        guard merchant != nil else { throw Refused(.invalidMerchant, "merchid is missing") }
        guard let call else { throw GatewayHTTPError.unauthorized("The merchid is not one of this login's.") }
        return call
    }

    /// Nil if the merchant is not one of the request's login.
    ///
    /// - Throws: 401 if the request has no login, or a wrong one.
    func account(
        _ request: Request, _ context: RequestContext, merchant: String?
    ) async throws -> CardPointeAccount? {
        try await login(request, context, merchant: merchant).call?.account
    }

    /// All merchants of the request's login.
    func callersOfLogin(_ request: Request, _ context: RequestContext) async throws -> [CardPointeAccount] {
        let username = try await login(request, context, merchant: nil).username
        return try await database.read(CallerStatements.ofLogin(.text(username), .integer(Self.accountLimit)))
    }

    /// The merchants that a wallet's payment may be for: those of the login, or without one those of the site, which
    /// is the first part of the host's name.
    func recipients(_ request: Request, _ context: RequestContext) async throws -> [CardPointeAccount] {
        if request.headers[.authorization] != nil { return try await callersOfLogin(request, context) }
        let site = (request.head.authority ?? "").split(separator: ".").first.map { $0.lowercased() } ?? ""
        return try await database.read(CallerStatements.ofSite(.text(site), .integer(Self.accountLimit)))
    }

    /// - Throws: 401 if the request has no login, or a wrong one.
    func login(
        _ request: Request, _ context: RequestContext, merchant: String?, reading name: StoredAccountName? = nil
    ) async throws -> (username: String, call: CardPointeCall?) {
        guard let credentials = request.basicCredentials else {
            throw GatewayHTTPError.unauthorized(
                "The request needs Authorization: Basic with a username and a password.")
        }
        let caller = CallerStatements.caller(
            credentials.name, merchant.flatMap { MerchantID($0) }, reading: name)
        let proven = try await context.proving(ClaimedClient(credentials.name, at: "cardpointe")) {
            let found = try await database.read(caller).first
            return ClientCredentials(credentials).prove(found, in: vault, at: Self.passwordPlace)
        }
        guard let proven else {
            throw GatewayHTTPError.unauthorized("The username or the password is wrong.")
        }
        return (credentials.name, proven.call)
    }
}
