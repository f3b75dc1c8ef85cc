/// The rows of a table, one on each line, with bars between the columns. Several spaces count as one.
package func textTable(_ text: String) -> [[String]] {
    text.split(separator: "\n").map { line in
        line.split(separator: " |", omittingEmptySubsequences: false).map { cell in
            cell.split(separator: " ").joined(separator: " ")
        }
    }
}
