/// A part of a statement whose value may be that of a key.
enum KeyTerm: Hashable {
    case parameter(String)
    /// Each element of an array.
    case eachOf(String)
    case constant(String)
    /// A column of a table, a subquery and so on in a query of the statement.
    case column(query: Int, table: Int, column: Int)
    case other

    /// Whether it is known before any row is read.
    var isKnown: Bool {
        switch self {
        case .parameter, .eachOf, .constant: true
        case .column, .other: false
        }
    }
}

/// Sets of things that are equal.
struct Equalities<Element: Hashable> {
    private var parents: [Element: Element] = [:]

    /// The element that stands for its set.
    func standing(for element: Element) -> Element {
        var found = element
        while let parent = parents[found] { found = parent }
        return found
    }

    /// - Parameter isPreferred: whether an element stands for its set rather than another one.
    mutating func unite(_ one: Element, _ other: Element, preferring isPreferred: (Element) -> Bool = { _ in false }) {
        let (first, second) = (standing(for: one), standing(for: other))
        guard first != second else { return }
        if isPreferred(first) { parents[second] = first } else { parents[first] = second }
    }
}
