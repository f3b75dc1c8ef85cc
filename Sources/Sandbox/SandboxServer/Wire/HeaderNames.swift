import HTTPTypes

extension HTTPField.Name {
    /// The sandbox's token in a request whose `Authorization` belongs to the card service or a gateway.
    static let sandboxToken = HTTPField.Name("Sandbox-Token")!
    /// The credential of a caller at some gateways.
    static let apiKey = HTTPField.Name("X-Api-Key")!
    /// The last event that a reader of a stream has (WHATWG HTML, section 9.2.4).
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
