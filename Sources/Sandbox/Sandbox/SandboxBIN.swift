import Cards

extension Program.Scheme {
    /// The BINs of the schemes' own test cards. Terminals and gateways are certified with these cards, and their
    /// numbers are widely published (4761 7390 0101 0010 in Visa's device tests, 5413 3300 8901 0483 in Mastercard's).
    /// They pass every check that a real number passes, and no bank issues live cards from them.
    var sandboxBIN: String {
        switch self {
        case .visa: "476173"
        case .mastercard: "541333"
        }
    }

    /// The range within the BIN for programs that are added to a sandbox.
    public var addedProgramPrefix: String { sandboxBIN + "9" }
}
