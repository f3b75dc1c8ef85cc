import Foundation
import Postgres
import Subprocess
import Testing
import TestSupport

@Suite("Checking the ledger on the command line", .timeLimit(.minutes(20)))
struct LedgerCheckTests {
    @Test("ledger check counts what it has checked, and ends with 1 if a balance is not the sum of its entries")
    func check() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let storage = ["--data-dir", directory.path, "--database-url", scratch.url]
            let sandbox = Sandbox()
            _ = try await Program.serve(["--demo"] + storage, sandbox) { _ in
                let body = #"{"amount": 5000, "currencyCode": "EUR"}"#
                let loaded = try await sandbox.send("POST", "/sandbox/customers/10000001/load", body)
                #expect(loaded.status == 201, "\(loaded.body)")
                let good = try await Program.run(["ledger", "check"] + storage)
                #expect(good.status == .exited(0), "\(good.errors)")
                #expect(good.output == "The ledger adds up: 1 accounts, 0 holds, 1 journals.\n")
            }
            try await scratch.database.execute(script: "UPDATE money.account SET posted = 4999")
            for program in Program.allCases {
                let bad = try await Program.run(["ledger", "check"] + storage, by: program)
                #expect(bad.status == .exited(1))
                #expect(
                    bad.output == """
                        posted_is_the_sum_of_entries: the EUR of customer 10000001 should be 5000, and is 4999.
                        The ledger does not add up: 1 findings in 1 accounts, 0 holds, 1 journals.

                        """)
            }
        }
    }

    @Test("ledger check fails for a directory without a database, and creates none", arguments: Program.allCases)
    func nothing(program: Program) async throws {
        try await DataDirectory.with { directory in
            let path = directory.path + "/none"
            let answer = try await Program.run(["ledger", "check", "--data-dir", path], by: program)
            #expect(!answer.status.isSuccess && answer.output.isEmpty)
            #expect(answer.errors.contains("There is no database in \(path)."), "\(answer.errors)")
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }
}
