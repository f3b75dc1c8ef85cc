import CLibPQ

extension Session {
    /// Hands over each row when it arrives, without its line break, so that only one row is in memory.
    func receive(_ rows: TextRows, _ body: ([UInt8]) -> Void) throws(PostgresFailure) {
        do {
            try connection.leavePipeline()
            try connection.sendScript(rows.sql)
            var rejection = try readUntilCopy(PGRES_COPY_OUT)
            if rejection == nil {
                while let row = try connection.nextCopyRow() { body(row) }
                rejection = try readScript()
            }
            try connection.enterPipeline()
            meter.countRoundTrip()
            guard let rejection else { return }
            throw self.rejection(rejection, rows.name)
        } catch let failure as PostgresFailure {
            throw failure
        } catch {
            throw PostgresFailure(.connectionLost, statement: rows.name)
        }
    }
}
