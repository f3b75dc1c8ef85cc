/// The common part of the documentation in Kotlin and in TypeScript.
enum Documentation {
    /// A documentation comment, in lines of at most 120 characters. Kotlin's comments nest, so the text may contain
    /// neither mark of a comment.
    static func comment(_ text: String, indented depth: Int = 0) -> String {
        let margin = String(repeating: "    ", count: depth)
        let escaped = text.replacing("*/", with: "* /").replacing("/*", with: "/ *")
        let line = "\(margin)/** \(escaped) */"
        guard line.count > 120 else { return line }
        var lines = [""]
        for word in escaped.split(separator: " ") {
            if !lines[lines.count - 1].isEmpty, margin.count + 3 + lines[lines.count - 1].count + word.count >= 120 {
                lines.append("")
            }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
        return (["\(margin)/**"] + lines.map { "\(margin) * \($0)" } + ["\(margin) */"]).joined(separator: "\n")
    }
}
