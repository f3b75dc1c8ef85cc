import HTTPTypes

extension HTTPField.Name {
    /// The names of the faults that struck a request, because the sandbox was asked for them.
    package static let fault = HTTPField.Name("Tessera-Fault")!
}
