import HTTPService
import Logging

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
    ///   the form of an id.
    func logRefusal(of credentials: RefusedCredentials, client: String?) {
        guard base.logs(.notice) else { return }
        var metadata: Logger.Metadata = [
            "credentials": .string(credentials.rawValue), "address": .string(base.clientAddress),
        ]
        metadata["clientId"] = client.flatMap(loggableID).map { .string($0) }
        logger.notice("credentials were refused", metadata: metadata)
    }
}
