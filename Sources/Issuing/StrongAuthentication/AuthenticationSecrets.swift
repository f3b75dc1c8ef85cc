import Cards
import CardSecrets
import Foundation
import Postgres

/// What a customer is given to prove their identity with. What is nil stays as it is.
///
/// A customer's own token sets none of these: a factor that the token can set proves nothing more than the token. The
/// business sets the wallet's PIN, the sandbox all of them. Paysafe's Card service documents no calls for it.
public struct AuthenticationSecrets: Sendable {
    public var email: String?
    public var password: String?
    /// The wallet's: six digits that keep ``WalletPINRule``.
    public var pin: String?
    /// Of an authenticator (RFC 6238): 16 to 64 bytes.
    public var seed: Secret?
    public var passkey: (credentialID: [UInt8], key: DevicePublicKey)?
    /// Forgets all wrong attempts and challenges of the customer, which ends every lock-out.
    public var clearsAttempts: Bool

    public init(
        email: String? = nil, password: String? = nil, pin: String? = nil, seed: Secret? = nil,
        passkey: (credentialID: [UInt8], key: DevicePublicKey)? = nil, clearsAttempts: Bool = false
    ) {
        self.email = email
        self.password = password
        self.pin = pin
        self.seed = seed
        self.passkey = passkey
        self.clearsAttempts = clearsAttempts
    }

    /// Where the sealed seed of a customer belongs.
    static func placeOfSeed(of customer: CustomerID) -> String {
        "authentication_means.seed customer \(customer.rawValue)"
    }

    /// Where the hash of a customer's password belongs.
    static func placeOfPassword(of customer: CustomerID) -> String {
        "authentication_means.password customer \(customer.rawValue)"
    }

    /// Where the hash of the PIN of a customer's wallet belongs.
    static func placeOfPIN(of customer: CustomerID) -> String {
        "authentication_means.pin customer \(customer.rawValue)"
    }

    /// The ways whose secret is a new one: what was tried before says nothing about it.
    private var renewed: [Verification] {
        if clearsAttempts { return Verification.allCases }
        return (password == nil ? [] : [.password]) + (pin == nil ? [] : [.pin])
            + (seed == nil ? [] : [.authenticatorCode]) + (passkey == nil ? [] : [.passkey])
    }

    /// Everything that is set, in a transaction that is still open.
    ///
    /// - Parameter hashes: of the password and the PIN; they are slow, so they are computed before.
    package func write(
        _ hashes: SecretHashes, for customer: CustomerID, in tx: Transaction<IssuingFailure>, by issuing: Issuing
    ) throws(IssuingFailure) {
        let sealedSeed = seed.map { issuing.vault.seal($0, at: Self.placeOfSeed(of: customer)) }
        let found = try tx.run(
            AuthenticationMeansStatements.setEmail(.id(customer), .text(email)))
        guard !found.isEmpty else { throw .refused(.customer(.notFound)) }
        _ = try tx.run(
            AuthenticationMeansStatements.set(
                .id(customer), .bytes(hashes.password?.bytes), .bytes(hashes.pin?.bytes),
                .bytes(sealedSeed?.bytes),
                .integer((sealedSeed?.keyVersion).map { Int32(clamping: $0) })),
            AuthenticationMeansStatements.addPasskey(
                .id(customer), .bytes(passkey?.credentialID), .bytes(passkey?.key.x963)),
            AuthenticationFactorStatements.clear(renewed, of: customer))
    }
}

extension Issuing {
    /// Gives a customer something to prove their identity with.
    /// - Returns: what the customer has now.
    public func set(
        _ secrets: AuthenticationSecrets, of customer: CustomerID
    ) async throws(IssuingFailure) -> AuthenticationMeans {
        let hashes = try await hashes(of: secrets, for: customer)
        return try await database.transaction { tx throws(IssuingFailure) in
            try secrets.write(hashes, for: customer, in: tx, by: self)
            let means = try tx.commit(AuthenticationMeansStatements.find(.id(customer)))
            guard let means = means.first else { throw .refused(.customer(.notFound)) }
            return means
        }
    }

    /// Sets the PIN of a customer's wallet, or changes it, as the business asks.
    ///
    /// It is a new secret, so the wrong attempts at the old one are forgotten and a lock-out ends.
    public func setWalletPIN(_ pin: String, of customer: NamedCustomer) async throws(IssuingFailure) {
        let customer = try customer.proven(by: try await reading(customer.lookup))
        let secrets = AuthenticationSecrets(pin: pin)
        let hashes = try await hashes(of: secrets, for: customer)
        try await database.transaction { tx throws(IssuingFailure) in
            try secrets.write(hashes, for: customer, in: tx, by: self)
        }
    }
}
