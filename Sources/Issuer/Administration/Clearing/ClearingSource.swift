import Authorizing
import Crypto
import Foundation

/// The bytes of a clearing file. They are read twice: once to find every fault before anything is booked, and once to
/// book.
public struct ClearingSource: Sendable {
    enum Origin: Sendable {
        case bytes([UInt8])
        case file(String)
    }

    let origin: Origin

    public init(bytes: [UInt8]) { origin = .bytes(bytes) }

    /// - Parameter path: a file, of any size; only a part of it is in memory.
    public init(file path: String) { origin = .file(path) }

    func open() throws(ClearingFailure) -> ClearingRows {
        switch origin {
        case .bytes(let bytes):
            return ClearingRows(bytes, rest: nil)
        case .file(let path):
            do {
                return ClearingRows([], rest: try FileHandle(forReadingFrom: URL(filePath: path)))
            } catch {
                throw .unreadable("\(path) is not there, or this user may not read it.")
            }
        }
    }
}

/// Takes the lines of a clearing file out of its bytes, part by part.
struct ClearingRows {
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
    mutating func next() throws(ClearingFailure) -> ArraySlice<UInt8>? {
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

    private mutating func counting(_ row: ArraySlice<UInt8>) throws(ClearingFailure) -> ArraySlice<UInt8> {
        count += 1
        guard row.count <= Self.maximumRowBytes else {
            let error = "must have lines of at most \(Self.maximumRowBytes) bytes"
            throw .faults(
                ClearingFaults(list: [ClearingFault(field: "file", error: error, line: count, column: 1)]))
        }
        return row
    }

    /// Reads the next part; false at the end of the file.
    private mutating func fill() throws(ClearingFailure) -> Bool {
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
