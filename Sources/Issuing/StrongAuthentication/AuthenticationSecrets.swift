import Cards
import Foundation
import Postgres
import WalletCrypto

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

    public init(
        email: String? = nil, password: String? = nil, pin: String? = nil, seed: Secret? = nil,
        passkey: (credentialID: [UInt8], key: DevicePublicKey)? = nil
    ) {
        self.email = email
        self.password = password
        self.pin = pin
        self.seed = seed
        self.passkey = passkey
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

    /// Everything that is set, in a transaction that is still open.
    func write(
        for customer: CustomerID, in tx: Transaction<IssuingFailure>, by issuing: Issuing
    ) throws(IssuingFailure) {
        let passwordHash = try hash(password, at: Self.placeOfPassword(of: customer), by: issuing)
        let pinHash = try hash(pin, at: Self.placeOfPIN(of: customer), by: issuing)
        let sealedSeed = seed.map { issuing.vault.seal($0, at: Self.placeOfSeed(of: customer)) }
        let found = try tx.run(
            AuthenticationMeansStatements.setEmail(.bigint(customer.rawValue), .text(email)))
        guard !found.isEmpty else { throw .refused(.customerNotFound) }
        _ = try tx.run(
            AuthenticationMeansStatements.set(
                .bigint(customer.rawValue), .bytes(passwordHash?.bytes), .bytes(pinHash?.bytes),
                .bytes(sealedSeed?.bytes),
                .integer((sealedSeed?.keyVersion).map(Int32.init))),
            AuthenticationMeansStatements.addPasskey(
                .bigint(customer.rawValue), .bytes(passkey?.credentialID), .bytes(passkey?.key.x963)))
    }

    private func hash(
        _ text: String?, at place: String, by issuing: Issuing
    ) throws(IssuingFailure) -> PasswordHash? {
        try IssuingFailure.guarding { () throws(VaultFailure) in
            try text.map { text throws(VaultFailure) in
                try issuing.vault.passwordHash(Secret(Array(text.utf8)), at: place)
            }
        }
    }
}

extension Issuing {
    /// Gives a customer something to prove their identity with.
    /// - Returns: what the customer has now.
    public func set(
        _ secrets: AuthenticationSecrets, of customer: CustomerID
    ) async throws(IssuingFailure) -> AuthenticationMeans {
        try await database.transaction { tx throws(IssuingFailure) in
            try secrets.write(for: customer, in: tx, by: self)
            let means = try tx.commit(AuthenticationMeansStatements.find(.bigint(customer.rawValue)))
            guard let means = means.first else { throw .refused(.customerNotFound) }
            return means
        }
    }

    /// Sets the PIN of a customer's wallet, or changes it, as the business asks.
    ///
    /// Wrong attempts stay counted and a lock-out stays, so a new PIN is no way to go on guessing.
    public func setWalletPIN(_ pin: String, of customer: NamedCustomer) async throws(IssuingFailure) {
        try await database.transaction { tx throws(IssuingFailure) in
            let customer = try customer.proven(by: try tx.run(customer.lookup))
            try AuthenticationSecrets(pin: pin).write(for: customer, in: tx, by: self)
        }
    }
}
