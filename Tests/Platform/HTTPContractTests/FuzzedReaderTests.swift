import Foundation
import FuzzedReaders
import Testing
import TestSupport

/// `make fuzz` runs the same readers for longer. `FUZZ_MUTATIONS` is the number of changed inputs for each reader here,
/// and `FUZZ_SEED` the seed that they are drawn from.
@Suite("Bytes that strangers send", .timeLimit(.minutes(20)))
struct FuzzedReaderTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let mutations = environment["FUZZ_MUTATIONS"].flatMap { Int($0) } ?? 600
    private static let seed = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    private static let corpus = Golden.repository.appending(path: "Tests/Fuzzing/corpus")
    /// A file of the corpus is small, so that a person can see what it is for.
    private static let largestFile = 4096

    private static func files(of reader: FuzzedReader) throws -> [(name: String, bytes: [UInt8])] {
        let folder = corpus.appending(path: reader.name)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            (name, Array(try Data(contentsOf: folder.appending(path: name))))
        }
    }

    @Test("Every folder of the corpus has a reader, and every reader a folder")
    func folders() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(folders.sorted() == FuzzedReader.all.map(\.name).sorted())
    }

    @Test("The files of the corpus are read, and every promise about them is kept", arguments: FuzzedReader.all)
    func files(reader: FuzzedReader) async throws {
        let files = try Self.files(of: reader)
        #expect(!files.isEmpty)
        for (name, bytes) in files {
            #expect((1...min(Self.largestFile, reader.limitBytes)).contains(bytes.count), "\(name)")
            let broken = await reader.brokenPromise(with: bytes)
            #expect(broken == nil, "\(name)")
        }
    }

    @Test("Changed copies of them are read, and every promise about them is kept", arguments: FuzzedReader.all)
    func changedFiles(reader: FuzzedReader) async throws {
        let inputs = try Self.files(of: reader).map(\.bytes)
        var noise = InputNoise(of: inputs, upTo: reader.limitBytes, seed: Self.seed)
        for number in 0..<Self.mutations {
            let input = noise.next()
            guard let broken = await reader.brokenPromise(with: input) else { continue }
            let shown = Data(input).base64EncodedString()
            Issue.record("Seed \(Self.seed), input \(number): \(broken) The input in Base64: \(shown)")
            return
        }
    }

    @Test("Changed copies are the same for the same seed, differ for another, and are not too long")
    func noise() {
        func copies(seed: UInt64) -> [[UInt8]] {
            var noise = InputNoise(of: [Array("abc".utf8), [1]], upTo: 64, seed: seed)
            return (0..<200).map { _ in noise.next() }
        }
        #expect(copies(seed: 1) == copies(seed: 1) && copies(seed: 1) != copies(seed: 2))
        #expect(copies(seed: 1).allSatisfy { $0.count <= 64 })
        #expect(copies(seed: 1).contains { $0.count > 32 })
    }
}

extension FuzzedReader: CustomTestStringConvertible {
    public var testDescription: String { name }
}
