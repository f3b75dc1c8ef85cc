@_exported import CardClient

extension Wallet {
    /// Creates the app's only wallet; its requests use `URLSession`. A second call replaces it, for example when
    /// another customer signs in. A service from the earlier wallet keeps the earlier configuration.
    ///
    /// - Parameter tokenProvider: as in ``init(_:transport:surroundings:tokenProvider:)``. Without it, the app calls
    ///   ``authenticate(_:)`` whenever it has a new token.
    public static func configure(
        _ configuration: Configuration,
        tokenProvider: @escaping @Sendable () async throws -> Token = { throw NotAuthenticated() }
    ) {
        configure(Wallet(configuration, tokenProvider: tokenProvider))
    }

    /// A wallet whose requests use `URLSession`.
    public init(
        _ configuration: Configuration, surroundings: Surroundings = .system,
        tokenProvider: @escaping @Sendable () async throws -> Token = { throw NotAuthenticated() }
    ) {
        self.init(
            configuration, transport: .urlSession, surroundings: surroundings, tokenProvider: tokenProvider)
    }
}
