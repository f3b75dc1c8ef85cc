import CardClient
import Subprocess
import Testing
import TestSupport

/// Runs both programs over Debian's PgBouncer, with the settings in docs/OPERATIONS.md.
@Suite("A service behind a connection pooler", .timeLimit(.minutes(20)))
struct PoolerPageTests {
    @Test("With the page's settings a service serves and doctor finds nothing; another mode ends each program by name")
    func section() async throws {
        let settings = try Document.block("pgbouncer", of: "docs/OPERATIONS.md")
        try await ProductionDatabase.with { _, options in
            let (others, direct) = (Array(options.dropLast()), try #require(options.last))
            try await PgBouncer.with(settings, to: direct) { url in
                _ = try await Program.serve(others + [url], by: .core) { service in
                    _ = try await service.cards(of: "10000001").create(.virtual())
                    let doctor = try await Program.run(["doctor"] + others + [url], by: .core)
                    #expect(doctor.status == .exited(0), "\(doctor)")
                    #expect(doctor.output.contains("Each session belongs to one client."), "\(doctor)")
                }
            }
            for mode in ["transaction", "statement"] {
                let changed = settings.replacing("pool_mode = session", with: "pool_mode = \(mode)")
                try await PgBouncer.with(changed, to: direct) { url in
                    for program in Program.allCases {
                        let refused = try await Program.run(["serve"] + others + [url], by: program)
                        #expect(refused.status == .exited(1) && refused.errors.contains("(pool_mode = \(mode))"))
                    }
                    let doctor = try await Program.run(["doctor"] + others + [url], by: .core)
                    #expect(doctor.status == .exited(1) && doctor.output.contains("(pool_mode = \(mode))"))
                }
            }
        }
    }
}
