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
}
