/// A file of the console. All files are compiled into the program, so the program needs no other files.
struct ConsoleFile: Sendable {
    /// The path in the folder `Pages`, such as `pages/card.js`.
    let name: String
    let bytes: [UInt8]

    private init(_ name: String, _ contents: StaticString) {
        self.name = name
        bytes = contents.withUTF8Buffer { Array($0) }
    }

    /// Every file of the folder, by name.
    static let all = Dictionary(
        uniqueKeysWithValues: EmbeddedFiles.all.map { path, contents in
            let file = ConsoleFile(String(path.dropFirst("Pages/".count)), contents)
            return (file.name, file)
        })

    /// The files that the pages load: all except the two pages and the style sheets inside them.
    static let parts = all.values.filter { !["html", "css"].contains($0.kind) }.sorted { $0.name < $1.name }

    private var kind: Substring? { name.split(separator: ".").last }

    /// Nil for a kind of file that the console does not have.
    var mediaType: String? {
        switch kind {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: nil
        }
    }
}
