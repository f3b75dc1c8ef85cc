import Authorizing
import Cards
import Issuing
import Postgres

extension Administration {
    /// The controls of a program, which apply to all its cards.
    public func controls(ofProgram name: String) async throws(IssuingFailure) -> CardControls {
        let (programs, controls) = try await database.transaction { tx throws(IssuingFailure) in
            try tx.commit(ProgramStatements.find(.text(name)), ControlStatements.controls(ofProgram: name))
        }
        guard !programs.isEmpty else { throw .refused(.program(.unknown)) }
        return controls.first ?? .none
    }

    /// Replaces it. It counts from the next payment on.
    public func set(
        _ controls: CardControls, forProgram name: String
    ) async throws(IssuingFailure) -> CardControls {
        try await database.transaction { tx throws(IssuingFailure) in
            guard try !tx.run(ProgramStatements.find(.text(name))).isEmpty else {
                throw .refused(.program(.unknown))
            }
            _ = try tx.commit(ControlStatements.set(controls, forProgram: name, at: clock.now()))
            return controls
        }
    }
}
