import HTTPService
import Issuing
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

    /// The same for the secret of a client, which also goes into the audit trail. Guesses are limited, so the trail
    /// does not grow with them.
    func refuse(
        _ credentials: RefusedCredentials, client: String, by issuing: Issuing
    ) async throws(IssuingFailure) {
        logRefusal(of: credentials, client: client)
        try await issuing.called(by: caller()).recordRefusal(
            of: credentials.rawValue, statedBy: loggableID(client))
    }
}
