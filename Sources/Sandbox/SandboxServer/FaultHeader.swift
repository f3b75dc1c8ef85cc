import HTTPTypes

extension HTTPField.Name {
    /// The names of the faults that struck a request.
    package static let fault = HTTPField.Name("Tessera-Fault")!
}
