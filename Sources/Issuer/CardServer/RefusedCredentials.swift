import HTTPService
import Logging
import Validation

extension ServiceContext {
    /// The credentials that a caller can be refused.
    enum RefusedCredentials: String {
        case clientSecret = "client secret"
        case accessToken = "access token"
        case refreshToken = "refresh token"
    }

    /// Logs that credentials were refused, so that an operator sees who guesses.
    ///
    /// - Parameter client: the client's id as the caller states it, which proves nothing. It is left out unless it has
    ///   the form of an id, because it could be a secret in the wrong place.
    func logRefusal(of credentials: RefusedCredentials, client: String?) {
        guard base.logs(.notice) else { return }
        var metadata: Logger.Metadata = [
            "credentials": .string(credentials.rawValue), "address": .string(base.clientAddress),
        ]
        if let client, (1...64).contains(client.utf8.count), client.utf8.allSatisfy(\.isPlain),
            !CardNumber.isIn(identifier: client)
        {
            metadata["clientId"] = .string(client)
        }
        logger.notice("credentials were refused", metadata: metadata)
    }
}
