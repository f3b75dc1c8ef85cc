import Validation

/// A request for a card as it was sent, judged against the customer and the program it names.
///
/// Whatever could not even be read stays in `unreadable`, so that the one answer a caller gets names every wrong
/// field: the misspelt ones, the malformed ones, and those that only this customer or this program makes wrong.
///
/// It can be kept until it is worked on. Of a PIN it knows only what is wrong with it.
public struct CardApplication: Codable, Sendable {
    public let programName: String?
    public let currency: String?
    public let mobile: String?
    public let externalID: String?
    public let userAgent: String?
    public let deliveryAddress: DeliveryAddress.Draft?
    public let termsAndConditionsAccepted: Bool?
    public let eDisclosureAccepted: Bool?
    private let pin: PINRule.Look?
    private let unreadable: [FieldError]

    public init(
        programName: String?, currency: String?, mobile: String?, cardPIN: (some StringProtocol)?,
        externalID: String?, userAgent: String?, deliveryAddress: DeliveryAddress.Draft?,
        termsAndConditionsAccepted: Bool?, eDisclosureAccepted: Bool?, unreadable: [FieldError] = []
    ) {
        self.programName = programName
        self.currency = currency
        self.mobile = mobile
        self.externalID = externalID
        self.userAgent = userAgent
        self.deliveryAddress = deliveryAddress
        self.termsAndConditionsAccepted = termsAndConditionsAccepted
        self.eDisclosureAccepted = eDisclosureAccepted
        self.unreadable = unreadable
        pin = cardPIN.map { PINRule.Look($0) }
    }

    /// Everything wrong with it, in the order of the fields; empty when a card may be issued.
    ///
    /// - Parameter eligible: every program the customer may have cards of.
    public func violations(for customer: Customer, eligible: [EligibleProgram]) -> [FieldError] {
        let program = programName.flatMap { name in eligible.first { $0.program.name == name }?.program }
        var violations = Violations()
        if programName != nil && program == nil {
            let names = eligible.map(\.program.name).joined(separator: ", ")
            violations.check(
                "programName",
                eligible.isEmpty
                    ? "cannot be any: this customer is eligible for no program"
                    : "must be a program this customer is eligible for: \(names)")
        }
        violations.check("currency", currency.flatMap { currencyViolation($0, program: program) })
        violations.check("mobile", mobile.flatMap(TextRule.mobile))
        violations.check("cardPin", pin.flatMap { $0.violation(for: customer) })
        violations.check("externalId", externalID.flatMap { TextRule.note($0, 1...40) })
        violations.check("userAgent", userAgent.flatMap { TextRule.length($0, 0...1000) })
        violations.check("deliveryAddress", program.flatMap(deliveryViolation))
        let address = deliveryAddress?.violations(under: "deliveryAddress") ?? []
        var consents = Violations()
        if customer.isInUnitedStates {
            let needed = "must be true for a customer in the US"
            consents.check("termsAndConditionsAccepted", termsAndConditionsAccepted == true ? nil : needed)
            consents.check("eDisclosureAccepted", eDisclosureAccepted == true ? nil : needed)
        }
        return unreadable.adding(violations.list + address + consents.list)
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
