/// The stories in this folder, which the contract pack contains: requests and responses as they went over the wire.
///
/// The contract tests tell each of them again and compare, so they are never out of date.
public enum Transcripts {
    public static let all: [(name: String, bytes: [UInt8])] = EmbeddedFiles.all
        .map { name, contents in (name: name, bytes: contents.withUTF8Buffer { Array($0) }) }
        .sorted { $0.name < $1.name }
}
