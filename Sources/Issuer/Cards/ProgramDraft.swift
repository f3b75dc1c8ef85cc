import Ledger
import Validation

/// A request to offer a program.
public enum ProgramDraft {
    /// How many cards of one program a customer may be issued.
    public static let cardsPerCustomer = 1...1000
    public static let validityInMonths = 1...120

    /// - Parameter panPrefix: the first 6 to 8 digits of the card numbers of a scheme's programs.
    public static func read(
        name: String?, cardType: Program.CardType?, scheme: Program.Scheme?, region: Region?, currencies: [String]?,
        isDigital: Bool?, requiresApproval: Bool? = nil, allowableCards: Int?, validityMonths: Int? = nil,
        panPrefix: (Program.Scheme) -> String
    ) -> Draft<Program?> {
        let (isDigital, allowableCards) = (isDigital ?? false, allowableCards ?? 5)
        var violations = Violations()
        violations.check("name", name.flatMap { TextRule.note($0, 1...60) })
        violations.check("currencies", currencies.flatMap(Self.currencies))
        violations.check("allowableCards", cardsPerCustomer.contains(allowableCards) ? nil : "must be 1 to 1000")
        if isDigital && cardType == .virtual {
            violations.check("isDigital", "must be false for a VIRTUAL program: its cards can be used online at once")
        }
        if let scheme { violations.check("panPrefix", scheme.violation(inPANPrefix: panPrefix(scheme))) }
        guard let name, let cardType, let scheme, let region, let currencies else {
            return Draft(nil, errors: violations.list)
        }
        let program = Program(
            name: name, cardType: cardType, scheme: scheme, region: region, currencies: currencies,
            isDigital: isDigital, requiresApproval: requiresApproval ?? false, cardsPerCustomer: allowableCards,
            panPrefix: panPrefix(scheme), validityMonths: validityMonths ?? 36)
        return Draft(program, errors: violations.list)
    }

    private static func currencies(_ codes: [String]) -> String? {
        let areCurrencies = codes.allSatisfy { Currency($0) != nil }
        return (1...20).contains(codes.count) && areCurrencies && Set(codes).count == codes.count
            ? nil : "must be 1 to 20 different currencies of ISO 4217, such as EUR"
    }
}
