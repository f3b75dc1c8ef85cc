import Validation

/// The address for the plastic. Lengths and alphabets are Paysafe's, and stricter for customers in the United States.
public struct DeliveryAddress: Equatable, Sendable {
    public let address1: String
    public let address2: String?
    public let address3: String?
    public let city: String
    /// ISO 3166-1 alpha-2.
    public let countryCode: String
    public let state: String?
    public let postalCode: String

    /// An address that is known to be valid: a stored one, or a constant.
    public init(
        address1: String, address2: String?, address3: String?, city: String, countryCode: String, state: String?,
        postalCode: String
    ) {
        self.address1 = address1
        self.address2 = address2
        self.address3 = address3
        self.city = city
        self.countryCode = countryCode
        self.state = state
        self.postalCode = postalCode
    }

    static func countryViolation(_ code: String) -> String? {
        Country.isAssigned(code) ? nil : "must be an ISO 3166-1 alpha-2 country code, such as BG"
    }

    /// An address as it was sent: any part may be missing.
    public struct Draft: Equatable, Codable, Sendable {
        public var address1, address2, address3, city, countryCode, state, postalCode: String?

        public init(
            address1: String? = nil, address2: String? = nil, address3: String? = nil, city: String? = nil,
            countryCode: String? = nil, state: String? = nil, postalCode: String? = nil
        ) {
            self.address1 = address1
            self.address2 = address2
            self.address3 = address3
            self.city = city
            self.countryCode = countryCode
            self.state = state
            self.postalCode = postalCode
        }

        /// The errors of the parts that are present, for every customer. Missing parts are reported by the reader.
        public func violations(under field: String) -> [FieldError] {
            var violations = Violations()
            violations.check("\(field).address1", address1.flatMap { Self.line($0, 4...40) })
            violations.check("\(field).address2", address2.flatMap { Self.line($0, 0...30) })
            violations.check("\(field).address3", address3.flatMap { Self.line($0, 0...30) })
            violations.check("\(field).city", city.flatMap(Self.city))
            violations.check("\(field).countryCode", countryCode.flatMap(DeliveryAddress.countryViolation))
            violations.check("\(field).state", state.flatMap { Self.line($0, 0...3) })
            violations.check("\(field).postalCode", postalCode.flatMap { Self.line($0, 1...16) })
            return violations.list
        }

        /// The further errors for a customer. Paysafe's stricter rules are for customers in the United States, at any
        /// address.
        ///
        /// - Parameter country: the country of the customer.
        func violations(under field: String, forCustomerIn country: String) -> [FieldError] {
            guard Region(country: country) == .unitedStates else { return [] }
            var violations = Violations()
            violations.check("\(field).state", Self.isStateCode(state ?? "") ? nil : Self.stateNeeded)
            violations.check("\(field).postalCode", postalCode.flatMap(Self.zip))
            return violations.list
        }

        /// Nil while a required part is missing or any part is wrong.
        public var address: DeliveryAddress? {
            guard let address1, let city, let countryCode, let postalCode, violations(under: "").isEmpty else {
                return nil
            }
            return DeliveryAddress(
                address1: address1, address2: address2, address3: address3, city: city, countryCode: countryCode,
                state: state, postalCode: postalCode)
        }

        private static let stateNeeded = "must be 2 or 3 letters for a customer in the US, such as UT"

        private static func isStateCode(_ text: String) -> Bool {
            (2...3).contains(text.utf8.count) && text.utf8.allSatisfy(\.isASCIILetter)
        }

        private static func city(_ text: String) -> String? {
            let isSpelled = text.allSatisfy { $0.isLetter || $0 == " " || $0 == "-" || $0 == "." }
            return (1...30).contains(text.unicodeScalars.count) && isSpelled
                ? nil : "must be 1 to 30 letters, spaces, hyphens or periods"
        }

        private static func zip(_ text: String) -> String? {
            let isSpelled = text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "- ".utf8.contains($0) }
            return (4...10).contains(text.utf8.count) && isSpelled
                ? nil : "must be 4 to 10 letters, digits, hyphens or spaces for a customer in the US"
        }

        private static func line(_ text: String, _ range: ClosedRange<Int>) -> String? {
            TextRule.note(text, range)
        }
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    fileprivate var isASCIILetterOrDigit: Bool { isASCIIDigit || isASCIILetter }
}
