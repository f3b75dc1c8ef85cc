import Administration
import Authorizing
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Ledger
import Scenarios
import Validation

extension Sandbox {
    /// Loads a file as a scheme would send it about payments of a scenario.
    ///
    /// The file has a new name, and so have its lines about no payment, because a scenario may be played again.
    ///
    /// - Parameter counts: how many lines of the scenario's files are about each payment so far.
    func load(
        _ planned: ScenarioPlan.PlannedClearingFile, about payments: [ScenarioPayment],
        counting counts: inout [AuthorizationID: Int]
    ) async throws(IssuingFailure) -> ClearingLoad {
        let named = Set(planned.lines.compactMap(\.payment))
        let ids = Dictionary(
            payments.filter { named.contains($0.name) }.map { ($0.name, $0.authorization) }) { first, _ in first }
        let found = ids.isEmpty ? [] : try await reading(ClearingStatements.authorizations(Array(ids.values)))
        let authorized = Dictionary(found.map { ($0.id, $0.amount) }) { first, _ in first }
        var lines: [ClearingFile.Line] = []
        for line in planned.lines {
            let known = line.payment.flatMap { ids[$0] }
            let id = known ?? AuthorizationID(rawValue: entropy.uuid())
            counts[id, default: 0] += 1
            let number = lines.count + 2
            lines.append(try line.line(number, about: id, authorized[id], for: counts[id] ?? 1))
        }
        let bytes = Array(ClearingFile(lines).text.utf8)
        let reference = try IssuingFailure.requiring(
            NetworkReference("\(planned.item.name)-\(letters())"), "the name of a clearing file")
        return try await translating({ $0.asIssuingFailure }) { () async throws(ClearingFailure) in
            try await administration.loadClearing(LineSource(bytes: bytes), as: reference)
        }
    }

    /// Without digits, so that no card number comes into being beside those of a name.
    private func letters() -> String {
        let letters = entropy.bytes(4).flatMap { [$0 >> 4, $0 & 15] }.map { UInt8(ascii: "A") + $0 }
        return String(decoding: letters, as: UTF8.self)
    }
}

extension ScenarioPlan.PlannedClearingFile.Line {
    /// - Parameters:
    ///   - authorized: what the payment was made of; nil if the line is about none.
    ///   - count: how many lines of the scenario's files are about the payment so far.
    fileprivate func line(
        _ number: Int, about id: AuthorizationID, _ authorized: Money?, for count: Int
    ) throws(IssuingFailure) -> ClearingFile.Line {
        let suffix = count == 1 ? "" : "-\(count)"
        let reference = try IssuingFailure.requiring(
            NetworkReference("CLEARING-\(id.description)\(suffix)"), "a reference of a clearing")
        let minorUnits = try IssuingFailure.requiring(amount ?? authorized?.minorUnits, "the amount of a clearing")
        let currency = try IssuingFailure.requiring(currency ?? authorized?.currency, "the currency of a clearing")
        return ClearingFile.Line(
            reference: reference, authorization: id, amount: Money(minorUnits: minorUnits, currency: currency),
            isFinal: isFinal, number: number)
    }
}

extension ClearingFailure {
    fileprivate var asIssuingFailure: IssuingFailure {
        if case .issuing(let failure) = self { failure } else { .damaged("a file of a scenario: \(self)") }
    }
}
