import Foundation
import Postgres
import Subprocess
import Testing
import TestSupport

/// Runs docs/SETTLEMENT.md with the program for production, behind the settings of docs/FIRST-BRAND.md.
@Suite("The page of clearing files", .timeLimit(.minutes(20)))
struct SettlementPageTests {
    @Test("Its commands load a file once, and lead from a break to books that add up")
    func page() async throws {
        let document = try Document("docs/SETTLEMENT.md")
        try await Operator.withFirstBrand { person, _ in
            try await person.check(document.examples, of: document)
        }
    }

    /// The load waits in the transaction of the batch behind 2,000 lines, so the kill is always in the middle.
    @Test("A load that is killed with -9 goes on with the same file, and finds each break once")
    func kill() async throws {
        try await Operator.withFirstBrand { person, scratch in
            try await scratch.database.execute(script: """
                CREATE FUNCTION issuing.wait_for_the_kill() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN PERFORM pg_sleep(3600); RETURN NEW; END $$;
                CREATE TRIGGER wait_for_the_kill BEFORE UPDATE ON issuing.clearing_file FOR EACH ROW
                    WHEN (NEW.taken > 2000) EXECUTE FUNCTION issuing.wait_for_the_kill();
                """)
            let killed = try await person.ending(of: """
                {
                  echo 'record,networkReference,authorizationId,currencyCode,amount,isFinal,count'
                  for N in $(seq 1 3000); do
                    printf 'CLEARING,C-%d,00000000-0000-4000-8000-%012d,EUR,1,true,\\n' "$N" "$N"
                  done
                  echo 'TOTAL,,,EUR,3000,,3000'
                  echo 'END,,,,,,3000'
                } > day.csv
                tessera-core clearing load day.csv 2> progress.txt &
                until grep -q '^2000 lines are taken' progress.txt; do kill -0 $!; done
                kill -9 $!
                wait $! || echo killed
                """)
            #expect(killed.output == "killed\n", "\(killed.errors)")
            try await scratch.database.execute(script: """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%clearing_file%';
                DROP TRIGGER wait_for_the_kill ON issuing.clearing_file;
                DROP FUNCTION issuing.wait_for_the_kill();
                """)
            let resumed = try await person.ending(of: "tessera-core clearing load day.csv")
            #expect(resumed.output == """
                day.csv: 3000 lines, going on behind 2000, 0 agree, 1000 breaks.
                UNKNOWN  1000

                """, "\(resumed.errors)")
            let count = Statement.evidence("SELECT count(*)::text FROM issuing.clearing_break")
            #expect(try await scratch.database.read(count()) == ["3000"])
        }
    }

    @Test("An operator's mistake is answered by what would be accepted", arguments: [
        ("load nowhere.csv", 1, "nowhere.csv is not there"),
        ("load nowhere.csv --reference 'a b'", 64, "--reference must be 1 to 100 printable ASCII characters"),
        ("breaks --kind LATE", 64, "--kind must be one of UNKNOWN"),
        ("resolve 1 --reason a", 64, "must be a UUID"),
        ("resolve f16ba382-eb42-481a-b08f-c57bdc9aae24 --reason a", 1, "There is no such break"),
        ("settle yesterday VISA EUR", 64, "must be a day like"), ("settle 2026-01-01 AMEX EUR", 64, "VISA or MC"),
        ("settle 2026-01-01 VISA EUR", 1, "There is no such position"),
        ("interchange set NONE EUR --basis-points 1", 1, "There is no such program"),
        ("interchange set NONE EUR --basis-points 10001", 64, "must be 0 to 10000"),
    ])
    func mistakes(_ command: String, _ status: Int32, _ sentence: String) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make(from: .migrated)
            let person = Operator(url: scratch.url, folder: URL(filePath: directory.path).deletingLastPathComponent())
            let refused = try await person.ending(of: "tessera-core clearing \(command)")
            #expect(refused.status == .exited(status), "\(refused.errors)")
            #expect(refused.errors.contains(sentence), "\(refused.errors)")
        }
    }
}
