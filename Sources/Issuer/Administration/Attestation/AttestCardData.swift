import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Postgres
import Validation

extension Administration {
    /// Looks for all card numbers and PINs in clear, in every table of the database and in files.
    ///
    /// It opens the number of each card, so the audit trail has an event before it begins, and one with the verdict.
    ///
    /// - Parameters:
    ///   - paths: files, and directories with all files in them.
    ///   - told: receives a line about each step, for people.
    public func attest(
        files paths: [String], telling told: @Sendable (String) -> Void = { _ in }
    ) async throws(IssuingFailure) -> Attestation {
        let begunAt = clock.now()
        _ = try await writing(issuing.recording(.cardDataAttested, detail: "begun"))
        let secrets = try await searchedSecrets()
        told("Looking for \(secrets.cardCount) card numbers and \(secrets.pinCount) PINs.")
        var attestation = Attestation(
            begunAt: begunAt, endedAt: begunAt, cardCount: secrets.cardCount, pinCount: secrets.pinCount)
        for place in try await reading(AttestationStatements.places()) {
            attestation.database = place.database
            try await search(place, for: secrets, into: &attestation)
        }
        told("Searched \(attestation.tables.count) tables.")
        for path in paths {
            let files = await FileSearch.run(path, for: secrets)
            attestation.files += files.files
            attestation.unread += files.unread
            attestation.passedOver += files.passedOver
            attestation.findings.add(files.findings)
            told("Searched \(path): \(files.files.count) files.")
        }
        attestation.endedAt = clock.now()
        _ = try await writing(
            issuing.recording(
                .cardDataAttested,
                detail: "\(attestation.verdict.rawValue), \(attestation.findings.count) findings"))
        return attestation
    }

    /// The secrets of all cards, a page at a time.
    private func searchedSecrets() async throws(IssuingFailure) -> SearchedSecrets {
        var secrets = SearchedSecrets(using: issuing.entropy)
        // No customer has the number 0.
        var last = (customer: Int64(0), card: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        while true {
            let page = try await reading(AttestationStatements.cards(.bigint(last.customer), .uuid(last.card)))
            for row in page {
                last = (row.customer.rawValue, row.card.rawValue)
                let vault = issuing.vault
                try IssuingFailure.guarding { () throws(VaultFailure) in
                    let pan = try vault.open(row.pan, customer: last.customer, card: last.card)
                    let pin = try row.pin.map { pin throws(VaultFailure) in try vault.open(pin, of: pan) }
                    secrets.add(pan, pin, of: last.card)
                }
            }
            if page.count < AttestationStatements.pageSize { return secrets }
        }
    }

    /// A table that Postgres refuses to show is named.
    private func search(
        _ place: StoredPlace, for secrets: SearchedSecrets, into attestation: inout Attestation
    ) async throws(IssuingFailure) {
        do throws(PostgresFailure) {
            let search = try await database.maintain { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
                // A policy of a table would hide rows; so it is an error.
                try tx.run(script: "SET TRANSACTION READ ONLY; SET LOCAL row_security = off", named: "settings")
                var search = TableSearch(place, for: secrets)
                try tx.receive(place.rows) { search.take($0) }
                return search
            }
            attestation.tables.append(search.table)
            attestation.findings.add(search.findings)
        } catch {
            guard error.kind == .rejected, let state = error.sqlState else { throw .database(error) }
            attestation.unread.append(
                LeftOut(name: place.name, reason: "PostgreSQL does not show its rows (SQLSTATE \(state))"))
        }
    }
}
