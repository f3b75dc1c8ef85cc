import Dispatch
import Foundation
import FuzzedReaders
import Glibc

/// The reader that `READER` in the environment names.
private let reader: FuzzedReader = {
    let name = ProcessInfo.processInfo.environment["READER"] ?? ""
    guard let reader = FuzzedReader.all.first(where: { $0.name == name }) else {
        fatalError("READER must be one of \(FuzzedReader.all.map(\.name).joined(separator: ", ")).")
    }
    return reader
}()

/// How much the process may grow because of one input. An empty program with libFuzzer's tables takes 43 MiB, so
/// `-rss_limit_mb` cannot say this.
private let memoryLimitBytes = 64 << 20

/// libFuzzer has `main`, and calls this for each input. A trap in it is a finding.
///
/// - Returns: -1 for an input that is too long, which libFuzzer then forgets.
@c(LLVMFuzzerTestOneInput)
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count <= reader.limitBytes else { return -1 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let (resident, peak) = (Memory.residentBytes, Memory.peakBytes)
    let end = DispatchSemaphore(value: 0)
    Task {
        if let broken = await reader.brokenPromise(with: bytes) { fatalError(broken) }
        end.signal()
    }
    end.wait()
    // A peak that is not new belongs to an earlier input.
    let grown = Memory.peakBytes > peak ? Memory.peakBytes - resident : 0
    guard grown <= memoryLimitBytes else { fatalError("Reading \(count) bytes took \(grown >> 20) MiB.") }
    return 0
}

private enum Memory {
    /// What the process has in memory now: the second number of the file, in pages; 0 if there is none.
    static var residentBytes: Int {
        let file = open("/proc/self/statm", O_RDONLY)
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 64)
        let count = max(0, read(file, &text, text.count))
        let words = text.prefix(count).split(separator: UInt8(ascii: " "))
        guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else { return 0 }
        return pages * sysconf(CInt(_SC_PAGESIZE))
    }

    /// The most that the process has had in memory.
    static var peakBytes: Int {
        var usage = rusage()
        // 0 is this process.
        getrusage(0, &usage)
        return usage.ru_maxrss * 1024
    }
}
