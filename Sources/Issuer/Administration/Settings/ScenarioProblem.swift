import CardAPI
import Scenarios
import Validation

extension Problem {
    /// The errors of a file, each with its line and column.
    ///
    /// - Parameter noun: is the word for the file, if it cannot be read at all.
    package init(_ faults: ScenarioFaults, in noun: String) {
        guard faults.list.allSatisfy({ !$0.path.isEmpty }) else {
            self.init(.bodyNotReadable, "The \(noun) cannot be read. \(CardNumber.hidden(in: faults.description))")
            return
        }
        self.init(
            fieldErrors: faults.list.map { fault in
                FieldError(
                    CardNumber.hidden(in: fault.path),
                    "\(fault.error) (line \(fault.position.line), column \(fault.position.column))")
            })
    }
}
