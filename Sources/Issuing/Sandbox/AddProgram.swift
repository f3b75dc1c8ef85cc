import Cards
import Postgres

extension Issuing {
    /// A new program of a brand, offered at once to every customer of its region.
    public func add(_ draft: ProgramDraft, to brand: String) async throws(IssuingFailure) -> Program {
        let program = try IssuingFailure.refusing { () throws(Refusal) in try draft.accepted() }
        guard try await writing(ProgramStatements.add(program, to: brand)).first != nil else {
            throw .refused(.sandbox(.program(.exists(name: program.name))))
        }
        return program
    }
}
