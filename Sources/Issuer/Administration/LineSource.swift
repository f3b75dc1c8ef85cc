import Crypto
import Foundation

/// The bytes of a file that somebody sends line by line: a scheme's clearing, a bureau's reports. They can be read more
/// than once, so that all faults are known before anything is done.
public struct LineSource: Sendable {
    enum Origin: Sendable {
        case bytes([UInt8])
        case file(String)
    }

    let origin: Origin

    public init(bytes: [UInt8]) { origin = .bytes(bytes) }

    /// - Parameter path: a file, of any size; only a part of it is in memory.
    public init(file path: String) { origin = .file(path) }

    func open() throws(LineFailure) -> LineRows {
        switch origin {
        case .bytes(let bytes):
            return LineRows(bytes, rest: nil)
        case .file(let path):
            do {
                return LineRows([], rest: try FileHandle(forReadingFrom: URL(filePath: path)))
            } catch {
                throw .unreadable("\(path) is not there, or this user may not read it.")
            }
        }
    }
}

/// Why the next line of a file could not be read.
enum LineFailure: Error, Equatable {
    case unreadable(String)
    /// The number of the line, which is longer than ``LineRows/maximumRowBytes``.
    case tooLong(line: Int)
}

/// Takes the lines of a file out of its bytes, part by part.
struct LineRows {
    static let maximumRowBytes = 1024
    private static let partBytes = 64 * 1024

    private var pending: [UInt8]
    private var position = 0
    private let rest: FileHandle?
    private var count = 0
    private var hash = SHA256()

    init(_ bytes: [UInt8], rest: FileHandle?) {
        (pending, self.rest) = (bytes, rest)
        hash.update(data: bytes)
    }

    /// The SHA-256 of all that was read.
    var digest: [UInt8] { Array(hash.finalize()) }

    /// The next line without its LF; nil after the last one.
    mutating func next() throws(LineFailure) -> ArraySlice<UInt8>? {
        while true {
            // A line is short, so searching its beginning again costs little.
            if let end = pending[position...].firstIndex(of: UInt8(ascii: "\n")) {
                let row = pending[position..<end]
                position = end + 1
                return try counting(row)
            }
            guard pending.count - position <= Self.maximumRowBytes, try fill() else { break }
        }
        guard position < pending.endIndex else { return nil }
        let row = pending[position...]
        position = pending.endIndex
        return try counting(row)
    }

    private mutating func counting(_ row: ArraySlice<UInt8>) throws(LineFailure) -> ArraySlice<UInt8> {
        count += 1
        guard row.count <= Self.maximumRowBytes else { throw .tooLong(line: count) }
        return row
    }

    /// Reads the next part; false at the end of the file.
    private mutating func fill() throws(LineFailure) -> Bool {
        guard let rest else { return false }
        do {
            guard let part = try rest.read(upToCount: Self.partBytes), !part.isEmpty else { return false }
            hash.update(data: part)
            pending = Array(pending[position...]) + Array(part)
            position = 0
            return true
        } catch {
            throw .unreadable("reading fails: \(error.localizedDescription)")
        }
    }
}
