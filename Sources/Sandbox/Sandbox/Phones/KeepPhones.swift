import Cards
import CardSecrets
import Issuing
import Postgres

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
            return try PhoneFailure.guarding { () throws(IssuingFailure) in
                try IssuingFailure.requiring(made.first, "the phone just made")
            }
        }
    }

    public func phone(_ id: PhoneID) async throws(PhoneFailure) -> SandboxPhone {
        let found = try await PhoneFailure.awaiting { () async throws(IssuingFailure) in
            try await reading(PhoneStatements.read(.id(id)))
        }
        guard let phone = found.first else { throw .refused(.notFound) }
        return phone
    }

    /// Creates a wallet, as Google's `createWallet` does. A phone that has one keeps it.
    public func createWallet(on id: PhoneID) async throws(PhoneFailure) -> SandboxPhone {
        try await database.transaction { tx throws(PhoneFailure) in
            guard let phone = try tx.run(PhoneStatements.hold(.id(id))).first else {
                throw .refused(.notFound)
            }
            let changed = try tx.commit(
                PhoneStatements.createWallet(.id(id), .text(SandboxPhone.newID(entropy))))
            return changed.first ?? phone
        }
    }

    /// The tokens of a phone that are not deleted, newest first: `listTokens`.
    public func tokens(on id: PhoneID) async throws(PhoneFailure) -> [PhoneToken] {
        guard try await phone(id).place != nil else { throw .refused(.noActiveWallet) }
        return try await allTokens(on: id).filter { $0.state != .deleted }
    }

    /// Removes a phone, which deletes its tokens everywhere.
    public func removePhone(_ id: PhoneID) async throws(PhoneFailure) {
        _ = try await phone(id)
        for token in try await allTokens(on: id) where token.state != .deleted {
            _ = try await change(token.reference, on: id, by: .delete)
        }
        _ = try await PhoneFailure.awaiting { () async throws(IssuingFailure) in
            try await writing(PhoneStatements.remove(.id(id)))
        }
    }

    private func allTokens(on id: PhoneID) async throws(PhoneFailure) -> [PhoneToken] {
        try await PhoneFailure.awaiting { () async throws(IssuingFailure) in
            try await reading(PhoneTokenStatements.onPhone(.id(id)))
        }
    }
}
