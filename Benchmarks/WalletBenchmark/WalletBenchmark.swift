import Foundation
import Provisioning

/// Measures the cost of tokenizing against the bare primitives that it needs: one thread, alternating rounds, medians.
/// Only the ratios can be compared with those of other machines.
@main
enum WalletBenchmark {
    static func main() throws {
        let (sample, bare) = (try Sample(), try Bare())
        print("per second on one core, median of \(Race.rounds) rounds of \(Race.secondsEach) s")
        try Race(
            "Apple: prove the chain", sample.proveChain, against: "2 × P-256 verify", bare.proveChain
        ).run()
        try Race(
            "Apple: seal for Visa", sample.sealPassForVisa,
            against: "P-256 ECDH + AES-GCM + 3DES", bare.sealPassForVisa
        ).run()
        try Race(
            "Apple: seal for Mastercard", sample.sealPassForMastercard,
            against: "P-256 ECDH + AES-GCM + RSA sign", bare.sealPassForMastercard
        ).run()
        for wallet in [PushWallet.google, .samsung] {
            try Race(
                "\(wallet.name): seal for Visa", { try sample.sealVisaCard(into: wallet) },
                against: "2 × AES-GCM", bare.sealVisaCard
            ).run()
            try Race(
                "\(wallet.name): seal for Mastercard", { try sample.sealMastercardCard(into: wallet) },
                against: "RSA-OAEP + AES-CBC + RSA sign", bare.sealMastercardCard
            ).run()
        }
    }
}

/// Runs two workloads on the same core, in alternation.
struct Race {
    static let rounds = 7
    static let secondsEach = 0.4

    let (name, work): (String, () throws -> Void)
    let (limitName, limit): (String, () throws -> Void)

    init(
        _ name: String, _ work: @escaping () throws -> Void, against limitName: String,
        _ limit: @escaping () throws -> Void
    ) {
        (self.name, self.work) = (name, work)
        (self.limitName, self.limit) = (limitName, limit)
    }

    func run() throws {
        var (ours, bare): ([Double], [Double]) = ([], [])
        for _ in 0..<Self.rounds {
            ours.append(try Self.rate(of: work))
            bare.append(try Self.rate(of: limit))
        }
        let (median, limit) = (ours.sorted()[Self.rounds / 2], bare.sorted()[Self.rounds / 2])
        print(
            name.padded(to: 36), String(Int(median)).padded(to: 8), limitName.padded(to: 34),
            String(Int(limit)).padded(to: 8), "ratio", String(format: "%.2f", median / limit))
    }

    private static func rate(of work: () throws -> Void) throws -> Double {
        let start = processorSeconds
        var (done, passed) = (0.0, 0.0)
        repeat {
            try work()
            done += 1
            passed = processorSeconds - start
        } while passed < secondsEach
        return done / passed
    }

    /// The processor time of this process, so that other work on the machine does not count.
    private static var processorSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}

extension String {
    fileprivate func padded(to width: Int) -> String { padding(toLength: width, withPad: " ", startingAt: 0) }
}
