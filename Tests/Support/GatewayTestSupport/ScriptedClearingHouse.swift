import Ledger
import Payments
import Synchronization

/// Takes clearing records, each reference once, as the protocol says.
package final class ScriptedClearingHouse: ClearingHouse {
    package struct Book {
        package var taken: [String: ClearingRecord] = [:]
        /// Every presented record, including repetitions.
        package var presented: [ClearingRecord] = []
    }

    private let book = Mutex(Book())
    private let isOpen = Mutex(true)
    private let after = Mutex<(@Sendable () async -> Void)?>(nil)

    package init() {}

    package func open(_ isOpen: Bool) { self.isOpen.withLock { $0 = isOpen } }

    /// Runs after a record is taken and before the answer.
    package func beforeAnswering(_ body: (@Sendable () async -> Void)?) { after.withLock { $0 = body } }

    package var ledger: Book { book.withLock { $0 } }

    package func total(_ kind: ClearingRecord.Kind) -> Int64 {
        ledger.taken.values.filter { $0.kind == kind }.reduce(0) { $0 + $1.amount.minorUnits }
    }

    package func present(_ record: ClearingRecord) async -> Bool {
        guard isOpen.withLock({ $0 }) else { return false }
        book.withLock { book in
            book.presented.append(record)
            book.taken[record.reference] = record
        }
        if let body = after.withLock({ $0 }) { await body() }
        return true
    }
}
