import Administration
import Authorizing
import Cards
import Issuing
import Postgres

/// A program in the list of all.
public struct ListedProgram: Sendable {
    public let brand: String
    public let program: Program
    /// The status of the draft of its controls; nil without one that is not over.
    public let draft: RulesDraft.Status?
}

extension Sandbox {
    /// The programs of all brands, by their names. Unlike customers, there are few.
    ///
    /// - Parameter search: a part of the name, in any case; nil for all.
    public func programs(
        matching search: String? = nil, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> (programs: [ListedProgram], total: Int) {
        let wanted = search?.lowercased()
        let matching = try await reading(ProgramStatements.everyProgram())
            .filter { row in wanted.map { row.program.name.lowercased().contains($0) } ?? true }
            .sorted { $0.program.name < $1.program.name }
        var drafts: [String: RulesDraft.Status] = [:]
        for draft in try await administration.rulesDrafts() { drafts[draft.program] = draft.status }
        let page = matching.dropFirst(offset).prefix(limit).map { row in
            ListedProgram(brand: row.brand, program: row.program, draft: drafts[row.program.name])
        }
        return (page, matching.count)
    }
}
