import Cards
import CardSecrets
import Identifiers
import Postgres

/// The party for which passwords and PINs are hashed.
enum HashOwner: Sendable {
    /// Whose attempt it is.
    case customer(CustomerID)
    /// A brand, which sets secrets for its customers.
    case brand(String)
    /// A tester, who sets up an installation for tests.
    case tester

    func owner(in database: Database) -> SlowWork.Owner {
        switch self {
        case .customer(let id): SlowWork.Owner("customer \(id.rawValue)", in: database, places: 2)
        case .brand(let name): SlowWork.Owner("brand \(name)", in: database, places: 8)
        case .tester: SlowWork.Owner("tester", in: database, places: 8)
        }
    }

    fileprivate var refusal: AuthenticationRefusal {
        switch self {
        case .customer: .tooManyAttemptsAtOnce
        case .brand, .tester: .tooManySecretsAtOnce
        }
    }
}

extension Issuing {
    /// Serves a request that hashes while it holds one of its owner's places.
    func withPlace<Value: Sendable>(
        of owner: HashOwner, _ body: (SlowWork.Place) async throws(IssuingFailure) -> Value
    ) async throws(IssuingFailure) -> Value {
        try await slowWork.withPlace(
            of: owner.owner(in: database), { _ in .refused(.authentication(owner.refusal)) }, body)
    }
}

extension Issuing {
    /// Does slow work that sets up an installation for tests.
    package func slowly<Value: Sendable>(
        _ work: @escaping @Sendable () throws(VaultFailure) -> Value
    ) async throws(IssuingFailure) -> Value {
        let owner = HashOwner.tester.owner(in: database)
        let done = try await slowWork.withPlace(of: owner, { _ in .overloaded }) { threads throws(IssuingFailure) in
            do {
                return try await threads.run(work)
            } catch {
                throw .overloaded
            }
        }
        return try IssuingFailure.guarding { () throws(VaultFailure) in try done.get() }
    }
}

extension SlowWork.Place {
    func hash<Value: Sendable>(
        _ work: @escaping @Sendable () throws(VaultFailure) -> Value
    ) async throws(IssuingFailure) -> Value {
        let done: Result<Value, VaultFailure>
        do {
            done = try await run(work)
        } catch {
            throw .refused(.authentication(.tooManySecretsWait))
        }
        return try IssuingFailure.guarding { () throws(VaultFailure) in try done.get() }
    }
}
