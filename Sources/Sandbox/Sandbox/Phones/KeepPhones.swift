import Cards
import CardSecrets
import Identifiers
import Issuing
import Postgres
import Validation

extension Sandbox {
    /// Makes a phone for a customer. A new Pixel may come without a wallet; the others always have one.
    public func makePhone(
        _ kind: SandboxPhone.Kind, of customer: CustomerID, hasWallet: Bool = true
    ) async throws(PhoneFailure) -> SandboxPhone {
        let now = clock.now()
        return try await database.transaction { tx throws(PhoneFailure) in
            let (customers, counts) = try tx.run(
                PhoneStatements.holdCustomer(.id(customer)), PhoneStatements.count(.id(customer)))
            guard customers.first != nil else { throw .failed(.refused(.customer(.notFound))) }
            guard counts[0] < SandboxPhone.limit else { throw .refused(.limitExceeded) }
            let (hardware, wallet) = (SandboxPhone.newID(entropy), SandboxPhone.newID(entropy))
            let made = try tx.commit(
                PhoneStatements.add(
                    .id(entropy.id(PhoneID.self)), .id(customer), .text(kind.rawValue), .text(hardware),
                    .text(hasWallet || kind != .pixel ? wallet : nil), .timestamp(now)))
            return try translating(PhoneFailure.failed) { () throws(IssuingFailure) in
                try IssuingFailure.requiring(made.first, "the phone just made")
            }
        }
    }

    public func phone(_ id: PhoneID) async throws(PhoneFailure) -> SandboxPhone {
        let found = try await translating(PhoneFailure.failed) { () async throws(IssuingFailure) in
            try await reading(PhoneStatements.read(.id(id)))
        }
        guard let phone = found.first else { throw .refused(.notFound) }
        return phone
    }

    /// Creates a wallet, as Google's `createWallet` does. A phone that has one keeps it.
    public func createWallet(on id: PhoneID) async throws(PhoneFailure) -> SandboxPhone {
        try await holding(id) { phone, tx throws(IssuingFailure) in
            let changed = try tx.commit(
                PhoneStatements.createWallet(.id(id), .text(SandboxPhone.newID(entropy))))
            return .success(changed.first ?? phone)
        }
    }

    /// The tokens of a phone that are not deleted, newest first: `listTokens`.
    public func tokens(on id: PhoneID) async throws(PhoneFailure) -> [PhoneToken] {
        guard try await phone(id).place != nil else { throw .refused(.noActiveWallet) }
        let tokens = try await translating(PhoneFailure.failed) { () async throws(IssuingFailure) in
            try await reading(PhoneTokenStatements.onPhone(.id(id)))
        }
        return tokens.filter { $0.state != .deleted }
    }

    /// Removes a phone and deletes its tokens, in one transaction. The Card service learns of the tokens that it knows.
    public func removePhone(_ id: PhoneID) async throws(PhoneFailure) {
        try await holding(id) { phone, tx throws(IssuingFailure) -> Result<Void, PhoneRefusal> in
            // Two phones may have tokens of the same cards. In one order for all, they never wait for each other's
            // cards.
            let tokens = try tx.run(PhoneTokenStatements.onPhone(.id(phone.id)))
                .sorted { $0.card.description < $1.card.description }
            for token in tokens where token.state != .deleted {
                try report(.delete, of: token, in: tx)
            }
            _ = try tx.commit(PhoneStatements.remove(.id(phone.id), .timestamp(clock.now())))
            return .success(())
        }
    }

    /// Does work on a phone that is locked until the transaction ends, so its tokens do not change meanwhile. A phone
    /// is always locked before a card.
    ///
    /// - Parameter work: may run more than once, because it is the closure of a transaction.
    func holding<Value: Sendable>(
        _ id: PhoneID,
        _ work: @escaping @Sendable (SandboxPhone, Transaction<IssuingFailure>) throws(IssuingFailure)
            -> Result<Value, PhoneRefusal>
    ) async throws(PhoneFailure) -> Value {
        let result = try await translating(PhoneFailure.failed) { () async throws(IssuingFailure) in
            try await database.transaction { tx throws(IssuingFailure) -> Result<Value, PhoneRefusal> in
                guard let phone = try tx.run(PhoneStatements.hold(.id(id))).first else { return .failure(.notFound) }
                return try work(phone, tx)
            }
        }
        return try translating(PhoneFailure.refused) { () throws(PhoneRefusal) in try result.get() }
    }
}
