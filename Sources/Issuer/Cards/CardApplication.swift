import Validation

/// A request for a card. Errors that need no other data are found when it arrives, the others once its customer and the
/// programs are known.
///
/// It can be stored until the service works on it. It holds only the form of a PIN, not the digits.
public struct CardApplication: Codable, Sendable {
    public let programName: String?
    public let currency: String?
    public let mobile: String?
    public let externalID: String?
    public let userAgent: String?
    public let deliveryAddress: DeliveryAddress.Draft?
    public let termsAndConditionsAccepted: Bool?
    public let eDisclosureAccepted: Bool?
    private let pin: PINForm?

    public init(
        programName: String?, currency: String?, mobile: String?, pin: PINForm?, externalID: String?,
        userAgent: String?, deliveryAddress: DeliveryAddress.Draft?, termsAndConditionsAccepted: Bool?,
        eDisclosureAccepted: Bool?
    ) {
        self.programName = programName
        self.currency = currency
        self.mobile = mobile
        self.pin = pin
        self.externalID = externalID
        self.userAgent = userAgent
        self.deliveryAddress = deliveryAddress
        self.termsAndConditionsAccepted = termsAndConditionsAccepted
        self.eDisclosureAccepted = eDisclosureAccepted
    }

    /// The application, with the errors that do not depend on the customer.
    public var draft: Draft<CardApplication> { Draft(self, errors: violations) }

    /// The errors that do not depend on the customer.
    var violations: [FieldError] {
        var violations = Violations()
        violations.check("mobile", mobile.flatMap(TextRule.mobile))
        violations.check("externalId", externalID.flatMap { TextRule.note($0, 1...40) })
        violations.check("userAgent", userAgent.flatMap { TextRule.length($0, 0...1000) })
        return violations.list + (deliveryAddress?.violations(under: "deliveryAddress") ?? [])
    }

    /// The errors for this customer.
    ///
    /// - Parameter eligible: every program that the customer may have cards of.
    func violations(for customer: Customer, eligible: [EligibleProgram]) -> [FieldError] {
        let program = programName.flatMap { name in eligible.first { $0.program.name == name }?.program }
        var violations = Violations()
        if programName != nil && program == nil {
            let names = eligible.map(\.program.name).joined(separator: ", ")
            violations.check(
                "programName",
                eligible.isEmpty
                    ? "cannot be accepted: this customer is eligible for no program"
                    : "must be a program this customer is eligible for: \(names)")
        }
        violations.check("currency", currency.flatMap { currencyViolation($0, program: program) })
        violations.check("cardPin", pin.flatMap { $0.violation(for: customer) })
        violations.check("deliveryAddress", program.flatMap(deliveryViolation))
        if customer.isInUnitedStates {
            let needed = "must be true for a customer in the US"
            violations.check("termsAndConditionsAccepted", termsAndConditionsAccepted == true ? nil : needed)
            violations.check("eDisclosureAccepted", eDisclosureAccepted == true ? nil : needed)
        }
        let address = deliveryAddress?.violations(under: "deliveryAddress", forCustomerIn: customer.country) ?? []
        return violations.list + address
    }

    private func currencyViolation(_ currency: String, program: Program?) -> String? {
        guard let program else {
            let isCode = currency.utf8.count == 3 && currency.utf8.allSatisfy(\.isASCIIUppercase)
            return isCode ? nil : "must be a currency code of three letters, such as EUR"
        }
        guard !program.currencies.contains(currency) else { return nil }
        return "must be one of \(program.name)'s: \(program.currencies.joined(separator: ", "))"
    }

    private func deliveryViolation(_ program: Program) -> String? {
        switch (program.cardType, deliveryAddress) {
        case (.physical, nil): "is needed: a physical card is delivered"
        case (.virtual, .some): "must be absent: a virtual card is not delivered"
        default: nil
        }
    }
}

extension Draft<CardApplication> {
    /// All errors; empty if a card may be issued.
    public func errors(for customer: Customer, eligible: [EligibleProgram]) -> [FieldError] {
        errors.adding(value.violations(for: customer, eligible: eligible))
    }
}
