import CardAPI
import HTTPContract

/// The merchants' requests to the customer's cards: Paysafe's authorization history service, with the names of its SDK.
/// Every call only reads, so it is retried as ``CardService`` describes.
public struct AuthorizationHistoryService: Sendable {
    let wallet: Wallet

    /// The customer's authorizations, newest first; declined ones, too.
    public func getAuthorizationHistory(
        parameters: Wallet.AuthorizationHistoryParameters = .init()
    ) async throws(WalletError) -> Wallet.AuthorizationList {
        let body: AuthorizationListBody = try await wallet.answer(
            to: Call(Operations.listAuthorizations, query: parameters.query.text))
        return Wallet.AuthorizationList(body)
    }

    public func getAuthorization(authorizationID: String) async throws(WalletError) -> Wallet.Authorization {
        let body: AuthorizationBody = try await wallet.answer(
            to: Call(Operations.getAuthorization, filling: ["authorizationId": authorizationID]))
        return Wallet.Authorization(body)
    }

    public func getAuthorizationHistory(
        parameters: Wallet.AuthorizationHistoryParameters = .init(),
        completion: @escaping Wallet.Completion<Wallet.AuthorizationList>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await getAuthorizationHistory(parameters: parameters)
        }
    }

    public func getAuthorization(
        authorizationID: String, completion: @escaping Wallet.Completion<Wallet.Authorization>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await getAuthorization(authorizationID: authorizationID)
        }
    }
}
