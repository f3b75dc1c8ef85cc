import Foundation
import Metrics

/// A standby for lists, for an operator who looks for what is wrong.
package struct StandbyReport: Sendable {
    /// As the server writes it.
    package let version: String
    /// Why no list can be read from it; nil if lists can.
    package let obstacle: StandbyObstacle?
}

extension DatabaseConfiguration {
    /// The number of times that a standby is asked that is behind.
    private static let attemptLimit = 100

    /// Asks a standby and its primary over a session each, once. A standby that is behind has about a second.
    package func report(asStandbyOf primary: DatabaseConfiguration) async throws(UnreachableServer) -> StandbyReport {
        try await UnreachableServer.naming { try ask(asStandbyOf: primary) }
    }

    private func ask(asStandbyOf primary: DatabaseConfiguration) throws -> StandbyReport {
        let meter = StatementMeter(LaneMetrics(lane: "standby", factory: NOOPMetricsHandler.instance))
        let session = try Session(self, role: .standby, meter: meter)
        let needed = try LogPosition.ofPrimary.row(over: Session(primary, role: .position, meter: meter))
        var obstacle = try StandbyState.statement.row(over: session).obstacle(before: needed)
        for _ in 0..<Self.attemptLimit where obstacle == .behind {
            Thread.sleep(forTimeInterval: 0.01)
            obstacle = try StandbyState.statement.row(over: session).obstacle(before: needed)
        }
        return StandbyReport(version: session.connection.parameter("server_version") ?? "", obstacle: obstacle)
    }
}

extension Statement {
    fileprivate func row(over session: Session) throws(PostgresFailure) -> Output {
        var row: Output?
        session.roundTrip([callAsFunction().erased], sync: .once) { _, answer in row = answer.row(of: self) }
        guard let row else { throw PostgresFailure(.connectionLost, statement: name) }
        return row
    }
}
