import NIOCore
import Testing

@testable import HTTPService

@Suite("Wrong secrets and the pauses they cause")
struct WrongSecretsTests {
    private static let start = ContinuousClock.now

    private static func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    private static func caller(_ address: String = "192.0.2.1", _ client: String? = nil) throws -> SecretCaller {
        SecretCaller(
            address: ClientAddress(try SocketAddress(ipAddress: address, port: 1)),
            client: client.map { ClaimedClient($0, at: "door") })
    }

    private static func wrong(
        _ count: Int, by caller: SecretCaller, at seconds: Double, in state: inout WrongSecrets
    ) -> [WrongSecrets.Outcome] {
        (0..<count).map { _ in state.addWrong(of: caller, at: at(seconds)) }
    }

    /// How many of the secrets counted, so that the callers learnt that they were wrong.
    private static func counted(_ outcomes: [WrongSecrets.Outcome]) -> Int {
        outcomes.count { if case .counted = $0 { true } else { false } }
    }

    @Test("The last wrong secret within the limit begins a pause, and no further one counts before its end")
    func limit() throws {
        var state = WrongSecrets(limit: 20)
        let caller = try Self.caller()
        let outcomes = Self.wrong(1000, by: caller, at: 0, in: &state)
        #expect(Self.counted(outcomes) == 20)
        let pause = WrongSecrets.Pause(subject: .address, left: .seconds(120))
        #expect(outcomes[18] == .counted(begun: []) && outcomes[19] == .counted(begun: [pause]))
        #expect(outcomes[20] == .paused(pause))
        #expect(state.pause(of: caller, at: Self.at(119.5))?.left == .seconds(0.5))
        #expect(state.pause(of: caller, at: Self.at(120)) == nil)
    }

    @Test("A pause holds for one address: a /64 of IPv6, and an IPv4 address however it is spelled")
    func addresses() throws {
        var state = WrongSecrets(limit: 20)
        _ = Self.wrong(20, by: try Self.caller("192.0.2.1"), at: 0, in: &state)
        _ = Self.wrong(20, by: try Self.caller("2001:db8:1:2::1"), at: 0, in: &state)
        for paused in ["192.0.2.1", "::ffff:192.0.2.1", "2001:db8:1:2:ffff::9"] {
            #expect(state.pause(of: try Self.caller(paused, "shop"), at: Self.at(1)) != nil, "\(paused)")
        }
        for free in ["192.0.2.2", "2001:db8:1:3::1"] {
            #expect(state.pause(of: try Self.caller(free, "shop"), at: Self.at(1)) == nil, "\(free)")
        }
    }

    @Test("A client has half the limit of its address; it is paused there only, and other clients there are not")
    func clients() throws {
        var state = WrongSecrets(limit: 20)
        let shop = try Self.caller("192.0.2.1", "shop")
        let outcomes = Self.wrong(100, by: shop, at: 0, in: &state)
        #expect(Self.counted(outcomes) == 10)
        #expect(state.pause(of: shop, at: Self.at(1))?.subject == .client)
        #expect(state.pause(of: try Self.caller("192.0.2.1", "other"), at: Self.at(1)) == nil)
        #expect(state.pause(of: try Self.caller("192.0.2.2", "shop"), at: Self.at(1)) == nil)
        // A client that repeats its mistake after each pause is paused again, and never its address.
        for seconds in [120.0, 360, 840, 1800, 2760] {
            #expect(Self.counted(Self.wrong(100, by: shop, at: seconds, in: &state)) == 10, "\(seconds)")
            #expect(state.pause(of: shop, at: Self.at(seconds + 1))?.subject == .client)
        }
    }

    @Test(
        "Wherever a minute begins, it has no more wrong secrets than the limit", arguments: [1, 2, 3, 4, 5] as [UInt64])
    func everyMinute(seed: UInt64) throws {
        var state = WrongSecrets(limit: 20)
        let caller = try Self.caller()
        var (random, seconds, times) = (seed, 0.0, [Double]())
        for _ in 0..<20_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Bursts, and gaps of up to eight seconds.
            seconds += random >> 61 == 0 ? Double(random >> 40 & 0xFFFF) / 8192 : 0.01
            if case .counted = state.addWrong(of: caller, at: Self.at(seconds)) { times.append(seconds) }
        }
        #expect(times.count > 100)
        for (index, time) in times.enumerated() where index >= 20 {
            #expect(time - times[index - 20] >= 60, "21 wrong secrets in \(time - times[index - 20]) seconds")
        }
    }

    @Test("Each pause is twice as long as the one before, up to 16 minutes, until an hour without wrong secrets")
    func growth() throws {
        var state = WrongSecrets(limit: 3)
        let caller = try Self.caller()
        var seconds = 0.0
        func pause() throws -> Double {
            _ = Self.wrong(3, by: caller, at: seconds, in: &state)
            let left = try #require(state.pause(of: caller, at: Self.at(seconds))?.left)
            seconds += left / .seconds(1)
            return left / .seconds(1)
        }
        #expect(try (0..<6).map { _ in try pause() } == [120, 240, 480, 960, 960, 960])
        seconds += 3599
        #expect(try pause() == 960)
        seconds += 3600
        #expect(try pause() == 120)
    }

    @Test("A right secret forgives its client and nobody else")
    func forgiveness() throws {
        var state = WrongSecrets(limit: 20)
        let (owner, victim) = (try Self.caller("192.0.2.1", "own"), try Self.caller("192.0.2.1", "victim"))
        for _ in 0..<9 {
            #expect(state.addWrong(of: owner, at: Self.at(0)) == .counted(begun: []))
            #expect(state.addRight(of: owner, at: Self.at(0)) == nil)
        }
        #expect(Self.counted(Self.wrong(100, by: victim, at: 0, in: &state)) == 10, "the owner's proof is not its own")
        #expect(state.pause(of: owner, at: Self.at(0)) == nil)
        _ = state.addWrong(of: owner, at: Self.at(0))
        #expect(state.pause(of: owner, at: Self.at(0))?.subject == .address, "20 wrong ones came from the address")
    }

    @Test("A right secret that was compared while a pause began is not accepted, and forgives nothing")
    func inFlight() throws {
        var state = WrongSecrets(limit: 20)
        let caller = try Self.caller("192.0.2.1", "shop")
        _ = Self.wrong(10, by: caller, at: 0, in: &state)
        #expect(state.addRight(of: caller, at: Self.at(0))?.subject == .client)
        #expect(state.pause(of: caller, at: Self.at(1)) != nil)
        #expect(state.addRight(of: caller, at: Self.at(120)) == nil)
    }

    @Test("The number of remembered callers is limited, and those that are paused stay")
    func bounds() throws {
        var state = WrongSecrets(limit: 20, capacity: 100)
        let paused = try Self.caller("192.0.2.1", "victim")
        _ = Self.wrong(10, by: paused, at: 0, in: &state)
        _ = Self.wrong(10, by: try Self.caller("192.0.2.1", "another"), at: 0, in: &state)
        for number in 0..<5000 {
            let address = "198.18.\(number / 250).\(number % 250)"
            _ = state.addWrong(of: try Self.caller(address, "client-\(number)"), at: Self.at(1))
        }
        #expect(state.count <= 200 && state.count > 100)
        #expect(state.pause(of: paused, at: Self.at(1))?.subject == .address)
        for number in 0..<5000 { _ = state.addWrong(of: try Self.caller("192.0.2.1", "c\(number)"), at: Self.at(121)) }
        #expect(state.pause(of: paused, at: Self.at(122))?.subject == .address, "it cannot displace itself")
        #expect(state.count <= 200)
    }
}
