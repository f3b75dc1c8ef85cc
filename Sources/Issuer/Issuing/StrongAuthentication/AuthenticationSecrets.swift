import Cards
import CardSecrets
import Foundation
import Identifiers
import Postgres

/// New means that a customer can authenticate with. Nil values keep what is stored.
///
/// A customer's own token cannot set any of these, because a factor that the token can set proves no more than the
/// token. The business sets the wallet's PIN. Paysafe's Card service documents no calls for the others.
public struct AuthenticationSecrets: Sendable {
    public var email: String?
    public var password: String?
    /// The wallet's PIN: six digits that follow ``WalletPINRule``.
    public var pin: String?
    /// The seed of an authenticator (RFC 6238): 16 to 64 bytes.
    public var seed: Secret?
    public var passkey: (credentialID: [UInt8], key: DevicePublicKey)?
    /// Whether to forget all wrong attempts and challenges of the customer, which ends every lock-out.
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

    /// The place of a customer's sealed seed.
    package static func placeOfSeed(of customer: CustomerID) -> String {
        "authentication_means.seed customer \(customer.rawValue)"
    }

    /// The place of the hash of a customer's password.
    static func placeOfPassword(of customer: CustomerID) -> String {
        "authentication_means.password customer \(customer.rawValue)"
    }

    /// The place of the hash of a customer's wallet PIN.
    static func placeOfPIN(of customer: CustomerID) -> String {
        "authentication_means.pin customer \(customer.rawValue)"
    }

    /// The methods with a new secret. Earlier attempts do not count for a new secret.
    private var renewed: [Verification] {
        if clearsAttempts { return Verification.allCases }
        return (password == nil ? [] : [.password]) + (pin == nil ? [] : [.pin])
            + (seed == nil ? [] : [.authenticatorCode]) + (passkey == nil ? [] : [.passkey])
    }

    /// Writes all values that are not nil, in an open transaction.
    ///
    /// - Parameter hashes: the hashes of the password and the PIN. They are slow, so they are computed before the
    ///   transaction.
    package func write(
        _ hashes: SecretHashes, for customer: CustomerID, in tx: Transaction<IssuingFailure>, by issuing: Issuing
    ) throws(IssuingFailure) {
        let sealedSeed = seed.map { issuing.vault.seal($0, at: Self.placeOfSeed(of: customer)) }
        let found = try tx.run(
            AuthenticationMeansStatements.setEmail(.id(customer), .text(email)))
        guard !found.isEmpty else { throw .refused(.customer(.notFound)) }
        _ = try tx.run(
            AuthenticationMeansStatements.set(
                .id(customer), .bytes(hashes.password?.bytes), .integer(hashes.password?.keyVersion ?? 1),
                .bytes(hashes.pin?.bytes), .integer(hashes.pin?.keyVersion ?? 1), .bytes(sealedSeed?.bytes),
                .integer((sealedSeed?.keyVersion).map { Int32(clamping: $0) })),
            AuthenticationMeansStatements.addPasskey(
                .id(customer), .bytes(passkey?.credentialID), .bytes(passkey?.key.x963)),
            AuthenticationFactorStatements.clear(renewed, of: customer))
    }
}

extension Issuing {
    /// Gives a customer new means to authenticate.
    /// - Returns: the means that the customer has now.
    public func set(
        _ secrets: AuthenticationSecrets, of customer: CustomerID
    ) async throws(IssuingFailure) -> AuthenticationMeans {
        let hashes = try await hashes(of: secrets, for: customer)
        return try await database.transaction { tx throws(IssuingFailure) in
            try secrets.write(hashes, for: customer, in: tx, by: self)
            let (means, _) = try tx.commit(
                AuthenticationMeansStatements.find(.id(customer)), recording(.secretSet, of: customer))
            guard let means = means.first else { throw .refused(.customer(.notFound)) }
            return means
        }
    }

    /// Sets or changes the PIN of a customer's wallet for the business.
    ///
    /// It is a new secret, so the wrong attempts at the old one are forgotten and a lock-out ends.
    public func setWalletPIN(_ pin: String, of customer: NamedCustomer) async throws(IssuingFailure) {
        let brand = customer.brand
        let customer = try customer.proven(by: try await reading(customer.lookup))
        let secrets = AuthenticationSecrets(pin: pin)
        let hashes = try await hashes(of: secrets, for: customer, setBy: brand)
        try await database.transaction { tx throws(IssuingFailure) in
            try secrets.write(hashes, for: customer, in: tx, by: self)
            _ = try tx.commit(recording(.secretSet, of: customer))
        }
    }
}
