import Cards
import Issuing
import Postgres

extension Administration {
    /// Adds a program to a brand. Every customer of its region is eligible at once.
    public func add(_ program: Program, to brand: String) async throws(IssuingFailure) -> Program {
        guard try await writing(ProgramStatements.add(program, to: brand)).first != nil else {
            throw .refused(.program(.exists(name: program.name)))
        }
        return program
    }
}
