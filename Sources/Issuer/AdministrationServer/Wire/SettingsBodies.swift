import Administration
import CardAPI
import HTTPContract
import Scenarios
import Validation

/// The changes that a file of settings would make.
struct SettingsChangesAnswer: AnswerBody {
    let changes: [SettingsChange]

    static let members: [AnswerMember<SettingsChangesAnswer>] = [
        .member(
            "changes", { $0.changes.map(\.description) }, example: "+ brands.acme",
            "The changes in the order of the file's sections; empty if everything is so already."),
    ]
}

extension Problem {
    /// The errors of a file, each with its line and column.
    init(_ faults: ScenarioFaults) {
        guard faults.list.allSatisfy({ !$0.path.isEmpty }) else {
            self.init(.bodyNotReadable, "The file cannot be read. \(Masking.text(faults.description))")
            return
        }
        self.init(
            fieldErrors: faults.list.map { fault in
                FieldError(
                    Masking.text(fault.path),
                    "\(fault.error) (line \(fault.position.line), column \(fault.position.column))")
            })
    }
}
