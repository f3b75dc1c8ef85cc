/// A script and the database that it runs in.
public struct PlacedScript: Sendable, ExpressibleByStringInterpolation {
    let text: String
    /// Another database of the same server; nil for the database that runs the scripts.
    let database: String?

    public init(_ text: String, in database: String? = nil) {
        self.text = text
        self.database = database
    }

    public init(stringLiteral text: String) { self.init(text) }
}
