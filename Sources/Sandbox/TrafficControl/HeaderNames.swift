import HTTPTypes

extension HTTPField.Name {
    /// The names of the faults that struck a request.
    package static let fault = HTTPField.Name("Tessera-Fault")!
    /// `true` for a request that only prepares a test.
    package static let setUp = HTTPField.Name("Tessera-Set-Up")!
    /// The tool that sends a request beside the clients: `console`, or `command`.
    package static let tool = HTTPField.Name("Tessera-Tool")!
    /// A link to more about a response (RFC 8288).
    static let link = HTTPField.Name("Link")!
}
