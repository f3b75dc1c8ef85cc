import CardAPI
import CardClient
import Foundation
import HTTPContract
import Subprocess
import Testing

@Suite("Acknowledged cards survive a crash", .timeLimit(.minutes(20)))
struct CrashTests {
    @Test("After kill -9 of the service, three times, every acknowledged card exists exactly once")
    func serviceIsKilled() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let sandbox = Sandbox()
            let arguments = ["--data-dir", directory.path]
            let stream = CardStream()
            for _ in 1...3 {
                let target = stream.acknowledged.count + 30
                let (_, ending) = try await Program.serve(arguments, sandbox) { service in
                    let disaster = CardStream.Disaster(count: target) { service.signal(SIGKILL) }
                    await stream.run(on: service, sandbox, isPatient: false, disaster: disaster)
                }
                #expect(ending.status == .signaled(SIGKILL))
                #expect(stream.acknowledged.count >= target)
            }
            let interrupted = stream.unanswered
            _ = try await Program.serve(arguments, sandbox) { service in
                let problems = try await stream.problems(on: service)
                #expect(problems == [])
            }
            #expect(!interrupted.isEmpty, "it was killed while creates were under way")
        }
    }

    @Test("After kill -9 of all Postgres processes, the service recovers without a restart")
    func postgresIsKilled() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let sandbox = Sandbox()
            let stream = CardStream()
            let (_, ending) = try await Program.serve(["--data-dir", directory.path], sandbox) { service in
                let servers = directory.serverProcesses
                #expect(servers.count > 1, "the server and what it has forked")
                let disaster = CardStream.Disaster(count: 30) {
                    for process in directory.serverProcesses { kill(process, SIGKILL) }
                }
                await stream.run(on: service, sandbox, isPatient: true, disaster: disaster, until: 60)
                #expect(try await service.log.entry("The Postgres server is ready", count: 2) != nil)
                #expect(Set(directory.serverProcesses).isDisjoint(with: servers))
                #expect(try await service.get("/readyz").status == 200)
                let problems = try await stream.problems(on: service)
                #expect(problems == [])
            }
            #expect(ending.status == .exited(0))
            #expect(directory.serverProcesses.isEmpty)
        }
    }
}
