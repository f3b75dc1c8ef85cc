import CardSecrets
import Foundation
import Sandbox
import Testing
import TestSupport

@Suite("The sandbox's clock")
struct SandboxClockTests {
    @Test("A setting that was read before another one was stored does not replace it")
    func olderReading() async {
        let clock = SandboxClock { IssuingFixture.now }
        let newest = SandboxClock.Setting.frozen(at: IssuingFixture.now)
        var readings: [SandboxClock.Setting] = [newest, .running(offset: 60)]
        await clock.follow {
            // Another request stores its setting and takes it over while this one reads.
            await clock.follow { newest }
            return readings.removeLast()
        }
        #expect(clock.setting == newest)
        #expect(readings.isEmpty)
    }

    @Test("Each of forty advances at once counts, by two servers")
    func advancesAtOnce() async throws {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        let (one, two) = (SandboxClock { IssuingFixture.now }, SandboxClock { IssuingFixture.now })
        let sandboxes = [
            try await IssuingFixture.assemble(scratch.database, one, .seeded(1)),
            try await IssuingFixture.assemble(scratch.database, two, .seeded(2)),
        ]
        try await sandboxes[0].seedDemoUniverse()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...40 {
                group.addTask {
                    try await sandboxes[number % 2].setClock { present in
                        .frozen(at: one.reading(present) + 86_400)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await sandboxes[0].followClock()
        #expect(one.now() == IssuingFixture.now + 40 * 86_400)
    }
}
