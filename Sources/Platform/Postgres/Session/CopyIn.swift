extension Session {
    /// Sends rows while the sequence produces them, one piece at a time, so that only one piece is in memory.
    ///
    /// Postgres reports a rejection only at the end. Until then it takes the remaining rows and drops them.
    func copy(_ copy: Copy, _ rows: some Sequence<[SQLValue]>) throws(PostgresFailure) {
        do {
            try connection.leavePipeline()
            try connection.sendScript(copy.sql)
            var rejection = try readUntilCopy()
            var invalid: PostgresFailure?
            if rejection == nil {
                invalid = try send(copy, rows)
                rejection = try readScript()
            }
            try connection.enterPipeline()
            meter.countRoundTrip()
            if let invalid { throw invalid }
            guard let rejection else { return }
            throw self.rejection(rejection, copy.name)
        } catch let failure as PostgresFailure {
            throw failure
        } catch {
            throw PostgresFailure(.connectionLost, statement: copy.name)
        }
    }

    /// - Returns: why the COPY ended before its last row; nil if all rows were sent.
    private func send(_ copy: Copy, _ rows: some Sequence<[SQLValue]>) throws(LinkLost) -> PostgresFailure? {
        var piece = Copy.header
        for row in rows {
            if let index = row.firstIndex(where: { !$0.isValid }) {
                try connection.sendCopyEnd(failing: "Postgres does not accept a value")
                return PostgresFailure(
                    .invalidValue, statement: copy.name,
                    explanation: "Postgres does not accept a value of \(copy.columns[index])")
            }
            copy.append(row, to: &piece)
            guard piece.count >= Self.pieceBytes else { continue }
            try connection.sendCopyData(piece)
            piece.removeAll(keepingCapacity: true)
        }
        try connection.sendCopyData(piece + Copy.trailer)
        try connection.sendCopyEnd()
        return nil
    }

    private static let pieceBytes = 64 * 1024
}
