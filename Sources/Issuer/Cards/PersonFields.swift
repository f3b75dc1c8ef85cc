import Validation

/// The personal data of a customer, or the part of it that a request has.
public struct PersonFields: Equatable, Sendable {
    public var firstName, lastName, title, address1, address2, city, zip, state: String?
    /// ISO 3166-1 alpha-2, like the nationality.
    public var countryCode: String?
    /// In the form `1981-01-11`.
    public var birthDate: String?
    public var nationality: String?
    /// One of a list of words, which the reader of a body checks.
    public var occupation: String?

    public init() {}

    /// - Parameter path: the prefix of the fields' names, such as `customer.`
    public func violations(under path: String = "") -> [FieldError] {
        var violations = Violations()
        violations.check(path + "firstName", firstName.flatMap(TextRule.latinName))
        violations.check(path + "lastName", lastName.flatMap(TextRule.latinName))
        violations.check(path + "title", title.flatMap { TextRule.note($0, 0...15) })
        violations.check(path + "address1", address1.flatMap { TextRule.note($0, 1...200) })
        violations.check(path + "address2", address2.flatMap { TextRule.note($0, 0...200) })
        violations.check(path + "city", city.flatMap { TextRule.note($0, 1...100) })
        violations.check(path + "zip", zip.flatMap { TextRule.note($0, 1...30) })
        violations.check(path + "state", state.flatMap(TextRule.stateOrNothing))
        violations.check(path + "countryCode", countryCode.flatMap(DeliveryAddress.countryViolation))
        violations.check(path + "birthDate", birthDate.flatMap(TextRule.date))
        violations.check(path + "nationality", nationality.flatMap(DeliveryAddress.countryViolation))
        return violations.list
    }

    /// The data after a change. Members that the change leaves out stay, and an empty text removes an optional member.
    func changed(by change: PersonFields) throws(Refusal) -> PersonFields {
        if let country = change.countryCode, country != countryCode { throw .customer(.countryIsFixed) }
        var changed = self
        for field in Self.fields {
            guard let text = change[keyPath: field] else { continue }
            changed[keyPath: field] = text.isEmpty ? nil : text
        }
        let address = [changed.address1, changed.address2, changed.city, changed.zip, changed.state]
        guard address.contains(where: { $0 != nil }) else { return changed }
        let missing = [("address1", changed.address1), ("city", changed.city), ("zip", changed.zip)]
            .filter { $0.1 == nil }
        guard missing.isEmpty else {
            throw .invalidFields(missing.map { FieldError($0.0, "is needed, because the customer has no address yet") })
        }
        return changed
    }

    private static let fields: [any WritableKeyPath<PersonFields, String?> & Sendable] = [
        \.firstName, \.lastName, \.title, \.address1, \.address2, \.city, \.zip, \.state, \.birthDate, \.nationality,
        \.occupation,
    ]
}

extension TextRule {
    /// A name of a person who has a wallet, which their cards carry, too.
    static func latinName(_ text: String) -> String? {
        let isSpelled = text.unicodeScalars.allSatisfy { scalar in
            let isCyrillic = (0x0400...0x052F).contains(scalar.value)
            return " '-".unicodeScalars.contains(scalar) || (scalar.properties.isAlphabetic && !isCyrillic)
                || scalar.properties.generalCategory == .nonspacingMark
        }
        return length(text, 1...50)
            ?? (isSpelled && NameOnCard.violation(in: text) == nil
                ? nil : "must be Latin letters, with spaces, single quotes and hyphens between them")
    }

    static func stateOrNothing(_ text: String) -> String? {
        text.isEmpty || (text.utf8.count == 2 && text.utf8.allSatisfy(\.isASCIIUppercase))
            ? nil : "must be the 2 letters of a state of the US, such as UT"
    }

    /// A day of the Gregorian calendar in the years 1900 to 2099.
    static func date(_ text: String) -> String? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.utf8.allSatisfy(\.isASCIIDigit) ? Int(part) : nil }
        let isDay = parts.map(\.utf8.count) == [4, 2, 2] && numbers.count == 3
            && (1900...2099).contains(numbers[0]) && (1...12).contains(numbers[1])
            && (1...days(of: numbers[1], in: numbers[0])).contains(numbers[2])
        return isDay ? nil : "must be a day from 1900 to 2099, in the form 1981-01-11"
    }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && year != 1900 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// An address of IPv4, in decimal.
    static func internetAddress(_ text: String) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isAddress = parts.count == 4 && parts.allSatisfy { part in
            part.utf8.allSatisfy(\.isASCIIDigit) && (1...3).contains(part.utf8.count)
                && Int(part).map { $0 <= 255 && String($0) == part } == true
        }
        return isAddress ? nil : "must be an IPv4 address, such as 192.0.2.50"
    }
}
