import Foundation
import Postgres
import Testing

/// Kills the service, its private server or both in the middle of each kind of write, and compares everything that was
/// acknowledged with what is there when the next start has gone on by itself.
///
/// `TORTURE_ROUNDS` is the number of kills, and `TORTURE_SEED` the seed of their order, victims and moments. What is
/// done is kept in `.build/torture.json`, so that a run that is interrupted goes on with it. Each run prints a line.
@Suite("Kills in the middle of each kind of write", .timeLimit(.minutes(240)))
struct KilledWriteTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["TORTURE_ROUNDS"].flatMap { Int($0) }
    private static let seed = environment["TORTURE_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("Every acknowledged write is there once after each kill, nothing else is, and the ledger adds up")
    func kills() async throws {
        var progress = Self.rounds == nil ? TortureProgress(seed: Self.seed) : .kept(of: Self.seed)
        let goal = Self.rounds ?? KilledScene.length
        var isWhole = true
        while progress.kills < goal, isWhole {
            let scene = try await Self.play(seed: Self.seed &* 1000 &+ UInt64(progress.kills))
            progress.add(
                kills: KilledScene.length, acknowledged: scene.acknowledged, lost: scene.lost.count,
                doubled: scene.doubled.count)
            #expect(scene.lost == [] && scene.doubled == [], "\(progress)")
            isWhole = scene.lost.isEmpty && scene.doubled.isEmpty
            // The scene that shows a fault is played again by the next run.
            if Self.rounds != nil, isWhole { try progress.keep() }
        }
        FileHandle.standardOutput.write(Data("\(progress)\n".utf8))
        if Self.rounds != nil, isWhole { TortureProgress.forget() }
    }

    private static func play(seed: UInt64) async throws -> KilledScene {
        try await DataDirectory.with(seeded: true) { directory in
            let place = try KilledPlace(directory)
            var scene = KilledScene(seed: seed, at: place)
            while !scene.isOver {
                let before = scene
                let (after, _) = try await place.serve { service in
                    var scene = before
                    try await scene.play(on: service)
                    return scene
                }
                scene = after
            }
            await place.database.shutDown()
            return scene
        }
    }
}
