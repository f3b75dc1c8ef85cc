import Foundation
import TestSupport

/// What the kills of one seed have shown so far. A run that is interrupted goes on with it.
struct TortureProgress: Codable, CustomStringConvertible {
    let seed: UInt64
    private(set) var kills = 0
    private(set) var acknowledged = 0
    private(set) var lost = 0
    private(set) var doubled = 0

    private static let file = Golden.repository.appending(path: ".build/torture.json")

    init(seed: UInt64) { self.seed = seed }

    /// The kept progress of a seed; none if another seed's is kept.
    static func kept(of seed: UInt64) -> TortureProgress {
        let kept = (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(TortureProgress.self, from: $0) }
        guard let kept, kept.seed == seed else { return TortureProgress(seed: seed) }
        return kept
    }

    mutating func add(kills: Int, acknowledged: Int, lost: Int, doubled: Int) {
        self.kills += kills
        self.acknowledged += acknowledged
        self.lost += lost
        self.doubled += doubled
    }

    func keep() throws { try JSONEncoder().encode(self).write(to: Self.file, options: .atomic) }

    static func forget() { try? FileManager.default.removeItem(at: file) }

    var description: String {
        """
        torture with seed \(seed): \(kills) kills, \(acknowledged) acknowledged writes, \(lost) lost, \
        \(doubled) doubled, no step by hand
        """
    }
}
