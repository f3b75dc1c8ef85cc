import HTTPTypes

extension HTTPField.Name {
    /// The names of the faults that struck a request.
    package static let fault = HTTPField.Name("Tessera-Fault")!
    /// `true` for a request that only prepares a test.
    package static let setUp = HTTPField.Name("Tessera-Set-Up")!
    /// The tool that sends a request beside the clients: `console`, or `command`.
    package static let tool = HTTPField.Name("Tessera-Tool")!
    /// The sandbox's token in a request whose `Authorization` belongs to the card service or a gateway.
    static let sandboxToken = HTTPField.Name("Sandbox-Token")!
    /// What proves who the caller of some gateways is.
    static let apiKey = HTTPField.Name("X-Api-Key")!
    /// Where more about a response is found (RFC 8288).
    static let link = HTTPField.Name("Link")!
    /// The last event that a reader of a stream has (WHATWG HTML, section 9.2.4).
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
