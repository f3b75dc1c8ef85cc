import Foundation
import Metrics

/// What a server says about itself, for an operator who looks for what is wrong.
public struct ServerReport: Sendable {
    /// Such as 150014 for version 15.14.
    public let versionNumber: Int
    /// As the server writes it.
    public let version: String
    /// Nil if it is UTF8.
    public let wrongEncoding: PostgresFailure?
    /// Nil if each session belongs to one client.
    public let pooling: PostgresFailure?
    /// How many seconds the server's clock is ahead of this machine's.
    public let clockLead: TimeInterval
    /// How far ``clockLead`` may be wrong, because the answer was under way.
    public let clockDoubt: TimeInterval
}

/// Why a server could not be asked, in the words of libpq, which do not contain the password.
public struct UnreachableServer: Error, CustomStringConvertible {
    public let description: String

    /// Runs work that asks a server, on a thread of its own.
    static func naming<Report: Sendable>(
        _ work: @escaping @Sendable () throws -> Report
    ) async throws(UnreachableServer) -> Report {
        let outcome = await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: Result { try work() }) }.start()
        }
        do {
            return try outcome.get()
        } catch let failure as ConnectFailure {
            let lines = failure.reason.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            throw UnreachableServer(description: lines.joined(separator: " "))
        } catch {
            throw UnreachableServer(description: "\(error)")
        }
    }
}

extension DatabaseConfiguration {
    /// Asks the server over a session of its own, once, and without waiting for it.
    ///
    /// - Parameter now: this machine's clock.
    public func report(
        now: @escaping @Sendable () -> Date
    ) async throws(UnreachableServer) -> ServerReport {
        try await UnreachableServer.naming { try ask(now) }
    }

    private func ask(_ now: () -> Date) throws -> ServerReport {
        let meter = StatementMeter(LaneMetrics(lane: "script", factory: NOOPMetricsHandler.instance))
        let session = try Session(self, role: .script, meter: meter)
        let before = now()
        let facts = try Facts(of: session)
        let after = now()
        let encoding = ServerExamination.encoding(of: session) ?? "UTF8"
        return ServerReport(
            versionNumber: facts.versionNumber, version: facts.version,
            wrongEncoding: encoding == "UTF8" ? nil : ServerExamination.wrongEncoding(encoding),
            pooling: pooling(of: session),
            clockLead: facts.time.timeIntervalSince(before) - after.timeIntervalSince(before) / 2,
            clockDoubt: after.timeIntervalSince(before) / 2)
    }

    private func pooling(of session: Session) -> PostgresFailure? {
        do throws(PostgresFailure) {
            try ServerExamination(configuration: self).examinePooling(of: session)
            return nil
        } catch {
            return error
        }
    }

    private struct Facts {
        let versionNumber: Int
        let version: String
        let time: Date

        /// Asks without a prepared statement, because an unsuitable pooler is still to be found.
        init(of session: Session) throws(PostgresFailure) {
            let texts = try session.texts(
                """
                SELECT current_setting('server_version_num'), current_setting('server_version'),
                       (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
                """,
                named: "server_facts")
            guard texts.count == 3, let versionNumber = Int(texts[0]), let microseconds = Int64(texts[2]) else {
                throw PostgresFailure(.unexpectedRow, statement: "server_facts")
            }
            self.versionNumber = versionNumber
            version = texts[1]
            time = Date(timeIntervalSince1970: Double(microseconds) / 1e6)
        }
    }
}
