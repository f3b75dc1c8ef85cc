import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres
import Validation

extension Administration {
    /// Seconds after which nothing made with a version is needed, if a newer one seals: all services have read that a
    /// minute later, and a refresh token lives for half an hour.
    public static let retirementSeconds: TimeInterval = 3600

    /// The same for one purpose. Requests, and codes that were sent, are recognised by hashes that do not name their
    /// version: when it is retired, the last answer that is kept for a key and the last event and challenge of
    /// authentication must have ended.
    static func retirementSeconds(of purpose: KeyPurpose) -> TimeInterval {
        guard purpose == .requestDigest || purpose == .secretHashing else { return retirementSeconds }
        let longestEvent = TimeInterval(AuthenticationPolicy.lifetimesInSeconds.upperBound)
        return retirementSeconds + max(IdempotentRequest<Void>.lifetimeSeconds, longestEvent)
    }

    /// Adds a version of a data key. It only opens until all services have it, and then it makes new values.
    ///
    /// - Returns: the version, and the time from which on it makes new values.
    public func rotateKey(
        _ purpose: KeyPurpose, under keyEncryptionKey: KeyEncryptionKey
    ) async throws(KeyChangeFailure) -> (version: Int, sealsFrom: Date) {
        try await requireRotation(of: purpose)
        let (issuing, entropy, clock) = (issuing, issuing.entropy, issuing.clock)
        return try await database.transaction { tx throws(KeyChangeFailure) -> (version: Int, sealsFrom: Date) in
            try endApproved(in: tx)
            let (_, stored, created, shown) = try tx.run(
                DataKeyStatements.lock(), KeyRing.stored(at: clock), DataKeyStatements.created(),
                DataKeyStatements.clock())
            let now = try agreedTime(shown)
            let key = try translating(KeyChangeFailure.keys) { () throws(KeyFailure) -> DataKey in
                try KeyRing(opening: stored, with: keyEncryptionKey).successor(of: purpose, using: entropy)
            }
            _ = try Self.newestSealing(purpose, among: created, at: now)
            _ = try tx.commit(
                KeyRing.store(keyEncryptionKey.wrap(key, using: entropy), at: now),
                DataKeyStatements.outdateEarlierPrograms(.integer(IssuingSchema.hashVersions)),
                issuing.recording(
                    .keyRotated, about: Self.name(purpose, key.version), detail: "\(key.checkValue)"))
            return (key.version, now + KeyRing.waitSeconds)
        }
    }

    /// Throws the reason for which ``rotateKey(_:under:)`` would be refused now. Nothing is changed.
    public func checkRotation(of purpose: KeyPurpose) async throws(KeyChangeFailure) {
        try await requireRotation(of: purpose)
        let created = try await lookUp(DataKeyStatements.created())
        _ = try Self.newestSealing(purpose, among: created, at: try await agreedTime())
    }

    /// The same for ``retireKey(_:version:)``, without a look at stored values.
    public func checkRetirement(of purpose: KeyPurpose, version: Int) async throws(KeyChangeFailure) {
        try await requireRotation(of: purpose)
        let created = try await lookUp(DataKeyStatements.created())
        try requireSuccessor(of: purpose, version, among: created, at: try await agreedTime())
    }

    /// Removes a version that no stored value names. Nothing opens with it any more.
    public func retireKey(_ purpose: KeyPurpose, version: Int) async throws(KeyChangeFailure) {
        try await requireRotation(of: purpose)
        let created = try await lookUp(DataKeyStatements.created())
        try requireSuccessor(of: purpose, version, among: created, at: try await agreedTime())
        for column in SealedColumn.all(under: purpose) {
            if let values = try await uses(of: column)[version] {
                let remedy = "Run keys reencrypt \(purpose.rawValue) first."
                throw .isNamed(purpose, version: version, values: values, column: column.title, remedy: remedy)
            }
        }
        for column in KeptColumn.all(under: purpose) {
            if let values = try await uses(of: column)[version] {
                throw .isNamed(purpose, version: version, values: values, column: column.title, remedy: column.remedy)
            }
        }
        if purpose == .secretSealing { try await requireNoSecretBodies(version) }
        let issuing = issuing
        try await database.transaction { tx throws(KeyChangeFailure) in
            try endApproved(in: tx)
            let (_, created, shown) = try tx.run(
                DataKeyStatements.lock(), DataKeyStatements.created(), DataKeyStatements.clock())
            try requireSuccessor(of: purpose, version, among: created, at: try agreedTime(shown))
            _ = try tx.commit(
                DataKeyStatements.retire(.text(purpose.rawValue), .integer(version)),
                issuing.recording(.keyRetired, about: Self.name(purpose, version)))
        }
    }

    /// A version of a key, as the audit trail names it.
    static func name(_ purpose: KeyPurpose, _ version: Int) -> String { "\(purpose.rawValue) \(version)" }

    typealias Created = (purpose: KeyPurpose, version: Int, createdAt: Date)

    /// The newest version of a key.
    ///
    /// - Throws: `waits` if it only opens.
    static func newestSealing(
        _ purpose: KeyPurpose, among created: [Created], at now: Date
    ) throws(KeyChangeFailure) -> (version: Int, sealsFrom: Date) {
        let versions = created.filter { $0.purpose == purpose }.sorted { $0.version < $1.version }
        guard let newest = versions.last else { throw .keys(.missing(purpose)) }
        let time = newest.createdAt + KeyRing.waitSeconds
        guard versions.count == 1 || time <= now else { throw .waits(purpose, version: newest.version, until: time) }
        return (newest.version, time)
    }

    /// Throws unless a newer version has made all new values for long enough.
    func requireSuccessor(
        of purpose: KeyPurpose, _ version: Int, among created: [Created], at now: Date
    ) throws(KeyChangeFailure) {
        let versions = created.filter { $0.purpose == purpose }.sorted { $0.version < $1.version }
        guard versions.contains(where: { $0.version == version }) else {
            throw .keys(.unknown(purpose, version: version))
        }
        guard let next = versions.first(where: { $0.version > version }) else {
            throw .keys(.inUse(purpose, version: version))
        }
        let time = next.createdAt + KeyRing.waitSeconds + Self.retirementSeconds(of: purpose)
        guard time <= now else { throw .tooEarly(purpose, version: version, until: time) }
    }

    /// Throws if a secret event that still waits was sealed under the version. Each lives for minutes, so it is not
    /// encrypted again.
    private func requireNoSecretBodies(_ version: Int) async throws(KeyChangeFailure) {
        var (subject, subscription) = ("", UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        var end: Date?
        while true {
            let page = try await lookUp(
                DataKeyStatements.secretBodies(
                    .integer(version), .timestamp(clock.now()), .text(subject), .uuid(subscription),
                    .integer(Self.pageSize)))
            guard let last = page.last else { break }
            if let latest = page.compactMap(\.end).max() { end = max(latest, end ?? latest) }
            (subject, subscription) = (last.subject, last.subscription)
        }
        if let end { throw .tooEarly(.secretSealing, version: version, until: end) }
    }

    /// Throws if the key cannot be rotated, or if somebody would lose values by it: a program that goes on with the
    /// keys that it has read at its start, or one that serves tables which this program does not know.
    func requireRotation(of purpose: KeyPurpose) async throws(KeyChangeFailure) {
        guard purpose.rotates else { throw .keys(.doesNotRotate(purpose)) }
        let known = SealedColumn.all.map(\.names.versionColumn) + KeptColumn.all.map(\.column)
            + SealedColumn.notReencrypted.keys + KeptColumn.hashes
        let others = try await lookUp(DataKeyStatements.columns()).filter { !known.contains($0) }
        guard others.isEmpty else { throw .hasOtherValues(others) }
        let sessions = try await lookUp(DataKeyStatements.earlierPrograms()).first ?? 0
        guard sessions == 0 else { throw .hasEarlierPrograms(sessions: sessions) }
    }

    /// The time of this machine, by which the ages of versions are judged.
    ///
    /// - Throws: `clocksDiffer` if it is not about that of the database. A clock that is ahead would let values be made
    ///   or a version be retired before all services have the next one.
    func agreedTime() async throws(KeyChangeFailure) -> Date {
        try agreedTime(try await lookUp(DataKeyStatements.clock()))
    }

    /// - Parameter shown: the rows of ``DataKeyStatements/clock``.
    private func agreedTime(_ shown: [Date]) throws(KeyChangeFailure) -> Date {
        let now = clock.realNow()
        guard let shown = shown.first else { return now }
        let difference = ClockDifference(leadSeconds: issuing.databaseTime(shown).timeIntervalSince(now))
        guard !difference.isTooLarge else { throw .clocksDiffer(difference) }
        return now
    }

    func lookUp<Output>(_ query: Query<Output>) async throws(KeyChangeFailure) -> [Output] {
        try await translating(KeyChangeFailure.database) { () async throws(PostgresFailure) in
            try await database.read(query)
        }
    }
}
