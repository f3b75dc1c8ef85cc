/// The stories in this directory, as the program exports them: requests and responses as they went over the wire.
///
/// They are in this directory because the tests compare them with the service, so that they are never out of date.
public enum Transcripts {
    public static let all: [(name: String, bytes: [UInt8])] = EmbeddedFiles.all
        .map { name, contents in (name: name, bytes: contents.withUTF8Buffer { Array($0) }) }
        .sorted { $0.name < $1.name }
}
