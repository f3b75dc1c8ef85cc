import CardSecrets
import Crypto
import Foundation

/// Looks for card data in a file, or in all files of a directory.
struct FileSearch: Sendable {
    private(set) var files: [SearchedFile] = []
    private(set) var unread: [LeftOut] = []
    private(set) var passedOver: [LeftOut] = []
    private(set) var findings = FoundSecrets()

    private let secrets: SearchedSecrets

    /// A multiple of each possible size of a page of the write-ahead log.
    static let pieceBytes = 1 << 20

    /// Runs on a thread of its own, because reading blocks.
    static func run(_ path: String, for secrets: SearchedSecrets) async -> FileSearch {
        await withCheckedContinuation { continuation in
            Thread {
                var search = FileSearch(for: secrets)
                search.begin(at: path)
                continuation.resume(returning: search)
            }.start()
        }
    }

    init(for secrets: SearchedSecrets) {
        self.secrets = secrets
    }

    /// A link is followed if it is the path that was named, as `pg_wal` may be one, and nowhere below it.
    mutating func begin(at path: String) {
        do {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: URL(filePath: path).resolvingSymlinksInPath().path)
            try look(at: path, attributes[.type] as? FileAttributeType)
        } catch {
            unread.append(LeftOut(name: path, reason: Self.reason(error)))
        }
    }

    private mutating func descend(to path: String) {
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            try look(at: path, attributes[.type] as? FileAttributeType)
        } catch {
            let isGone = [.fileNoSuchFile, .fileReadNoSuchFile].contains((error as? CocoaError)?.code)
            // A server recycles the segments of its log while it runs.
            if isGone {
                passedOver.append(LeftOut(name: path, reason: "was removed meanwhile"))
            } else {
                unread.append(LeftOut(name: path, reason: Self.reason(error)))
            }
        }
    }

    private mutating func look(at path: String, _ type: FileAttributeType?) throws {
        switch type {
        case .typeDirectory:
            for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
                descend(to: "\(path)/\(name)")
            }
        case .typeRegular: try search(path)
        case .typeSymbolicLink: passedOver.append(LeftOut(name: path, reason: "is a link"))
        default: passedOver.append(LeftOut(name: path, reason: "is neither a file nor a directory"))
        }
    }

    /// Searches a file up to the length that it has now, so that a log that grows has an end.
    private mutating func search(_ path: String) throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        let length = Int(try file.seekToEnd())
        try file.seek(toOffset: 0)
        var (search, hash, searched) = (SecretSearch(for: secrets), SHA256(), SearchedFile(path: path))
        var pages: LogPages?
        repeat {
            let piece = try Self.piece(of: file, upTo: min(Self.pieceBytes, length - searched.bytes))
            if searched.bytes == 0 {
                if let format = CompressedFormat(of: piece) {
                    unread.append(LeftOut(name: path, reason: "is compressed (\(format.name)); name it uncompressed"))
                    return
                }
                pages = LogPages(firstPage: piece)
            }
            hash.update(data: piece)
            let (isFirst, isLast) = (searched.bytes == 0, piece.isEmpty || searched.bytes + piece.count == length)
            searched.bytes += piece.count
            let contents = pages?.contents(of: piece, isFirst: isFirst) ?? piece
            for secret in search.take(contents, isLast: isLast) {
                let offset = pages?.offset(of: secret.range.lowerBound) ?? secret.range.lowerBound
                findings.add(FoundSecret(place: .file(path, offset: offset), secret: secret))
            }
            if isLast { break }
        } while true
        searched.digest = hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 0x0F, radix: 16) }.joined()
        files.append(searched)
    }

    /// Fewer bytes only at the end of the file.
    private static func piece(of file: FileHandle, upTo count: Int) throws -> [UInt8] {
        var piece: [UInt8] = []
        while piece.count < count, let part = try file.read(upToCount: count - piece.count), !part.isEmpty {
            piece += part
        }
        return piece
    }

    private static func reason(_ error: any Error) -> String { (error as NSError).localizedDescription }
}

/// A format in which no value can be seen, by the first bytes of the file.
struct CompressedFormat {
    let name: String

    private static let beginnings: [(name: String, bytes: [UInt8])] = [
        ("gzip", [0x1F, 0x8B]), ("zstd", [0x28, 0xB5, 0x2F, 0xFD]), ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
        ("bzip2", Array("BZh".utf8)), ("zip", [0x50, 0x4B, 0x03, 0x04]), ("lz4", [0x04, 0x22, 0x4D, 0x18]),
        ("pg_dump in its custom format", Array("PGDMP".utf8)),
    ]

    init?(of bytes: [UInt8]) {
        guard let found = Self.beginnings.first(where: { bytes.starts(with: $0.bytes) }) else { return nil }
        name = found.name
    }
}

/// A segment of PostgreSQL's write-ahead log without the headers of its pages, which stand in the middle of values.
/// Source: `access/xlog_internal.h`.
struct LogPages {
    private let pageBytes: Int

    private static let header = 24
    private static let longHeader = 40

    /// Nil if the bytes do not begin as a segment does: with a page's magic number, and the flag of a long header,
    /// which holds the size of a page.
    init?(firstPage bytes: [UInt8]) {
        guard bytes.count >= Self.longHeader, bytes[1] == 0xD1, bytes[2] & 2 == 2 else { return nil }
        let size = (0..<4).reduce(0) { $0 | Int(bytes[36 + $1]) << (8 * $1) }
        guard 1 << 10...1 << 16 ~= size, size.nonzeroBitCount == 1 else { return nil }
        pageBytes = size
    }

    /// - Parameter piece: whole pages, except at the end of the file.
    func contents(of piece: [UInt8], isFirst: Bool) -> [UInt8] {
        var contents: [UInt8] = []
        contents.reserveCapacity(piece.count)
        for page in stride(from: 0, to: piece.count, by: pageBytes) {
            let header = isFirst && page == 0 ? Self.longHeader : Self.header
            contents += piece[min(page + header, piece.count)..<min(page + pageBytes, piece.count)]
        }
        return contents
    }

    /// The place in the file of a place in the contents.
    func offset(of place: Int) -> Int {
        let first = pageBytes - Self.longHeader
        guard place >= first else { return Self.longHeader + place }
        let (page, rest) = (place - first).quotientAndRemainder(dividingBy: pageBytes - Self.header)
        return (page + 1) * pageBytes + Self.header + rest
    }
}
