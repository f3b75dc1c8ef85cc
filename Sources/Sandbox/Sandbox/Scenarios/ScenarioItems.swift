import Cards
import Issuing
import Scenarios
import Validation

/// The values of a scenario's items, in the form that the rules need.
extension Scenario.Item {
    var enrolment: Draft<CustomerEnrolment?> {
        CustomerEnrolment.read(
            country: self["country"], firstName: self["firstName"], lastName: self["lastName"],
            mobile: self["mobile"], email: self["email"], address: address("address"))
    }

    private func address(_ field: String) -> DeliveryAddress.Draft? {
        guard has(field) else { return nil }
        return DeliveryAddress.Draft(
            address1: self["\(field).address1"], address2: self["\(field).address2"],
            address3: self["\(field).address3"], city: self["\(field).city"],
            countryCode: self["\(field).countryCode"], state: self["\(field).state"],
            postalCode: self["\(field).postalCode"])
    }

    /// The defaults of absent values are the program's first currency and the customer's own address.
    func application(of person: Customer, for program: Program?) -> Draft<CardApplication> {
        let home = person.address.map { DeliveryAddress.Draft($0) }
        return CardApplication(
            programName: self["program"], currency: self["currency"] ?? program?.currencies.first,
            mobile: self["mobile"], pin: person.isInUnitedStates ? nil : self["pin"].map { SentPIN($0).form },
            externalID: self["externalId"], userAgent: nil,
            deliveryAddress: address("deliveryAddress") ?? (program?.cardType == .physical ? home : nil),
            termsAndConditionsAccepted: person.isInUnitedStates ? true : nil,
            eDisclosureAccepted: person.isInUnitedStates ? true : nil
        ).draft
    }

    /// Nil if the value is absent or invalid.
    var reference: DPANReference? { self["dpanRef"].flatMap(DPANReference.init) }
}

extension DeliveryAddress.Draft {
    fileprivate init(_ address: DeliveryAddress) {
        self.init(
            address1: address.address1, address2: address.address2, address3: address.address3, city: address.city,
            countryCode: address.countryCode, state: address.state, postalCode: address.postalCode)
    }
}
