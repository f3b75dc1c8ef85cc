/// A region in which a program may be offered, and whose rules apply to its customers.
public enum Region: String, CaseIterable, Sendable {
    /// The European Economic Area.
    case eea = "EEA"
    case unitedStates = "US"

    /// The region of a country; nil if no program is offered there.
    public init?(country: String) {
        if country == "US" {
            self = .unitedStates
        } else if Self.economicArea.contains(country) {
            self = .eea
        } else {
            return nil
        }
    }

    /// The 27 members of the European Union, Iceland, Liechtenstein and Norway (EEA Agreement, article 2).
    private static let economicArea: Set<String> = [
        "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IS", "IT", "LI",
        "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK",
    ]
}

/// One program as one customer sees it.
public struct EligibleProgram: Equatable, Sendable {
    public let program: Program
    /// How many more cards of the program this customer may be issued; never negative.
    public let allowableCards: Int

    /// Nil if the customer is not eligible, because a program is only for customers of its region.
    public init?(_ program: Program, for customer: Customer, issuedCards: Int) {
        guard customer.region == program.region else { return nil }
        self.program = program
        allowableCards = max(0, program.cardsPerCustomer - issuedCards)
    }
}
