/// Parses what a client of Postgres sends: first one message without a type, then messages with a type and a length.
struct FrontendMessages {
    private var header: [UInt8] = []
    private var bodyLeft = 0
    private var headerSize = 4

    mutating func countSyncs(_ bytes: [UInt8]) -> Int {
        var syncs = 0
        for byte in bytes {
            if bodyLeft > 0 {
                bodyLeft -= 1
                continue
            }
            header.append(byte)
            guard header.count == headerSize else { continue }
            if headerSize == 5 && header[0] == UInt8(ascii: "S") { syncs += 1 }
            bodyLeft = header.suffix(4).reduce(0) { $0 << 8 | Int($1) } - 4
            header = []
            headerSize = 5
        }
        return syncs
    }
}
