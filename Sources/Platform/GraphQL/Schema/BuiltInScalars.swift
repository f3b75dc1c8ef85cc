import HTTPContract
import Validation

extension ScalarRule {
    /// The five scalars of the specification (GraphQL, October 2021, section 3.5).
    static let builtIn: [String: ScalarRule] = [
        "Int": ScalarRule { value in
            guard case .number(let digits) = value, Int32(digits) != nil else {
                return "Int accepts a whole number from -2147483648 to 2147483647."
            }
            return nil
        },
        "Float": ScalarRule { value in
            guard case .number(let digits) = value, Double(digits)?.isFinite == true else {
                return "Float accepts a finite number."
            }
            return nil
        },
        "String": ScalarRule { value in
            guard case .string = value else { return "String accepts a string." }
            return nil
        },
        "Boolean": ScalarRule { value in
            guard case .boolean = value else { return "Boolean accepts true or false." }
            return nil
        },
        "ID": ScalarRule(
            refusal: { value in
                switch value {
                case .string: nil
                case .number(let digits) where digits.isWholeNumber: nil
                default: "ID accepts a string or a whole number."
                }
            },
            canonical: { value in
                if case .number(let digits) = value { .string(digits) } else { value }
            }),
    ]
}

extension String {
    /// Whether the text is a JSON number without fraction and exponent, of any length.
    fileprivate var isWholeNumber: Bool { utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isASCIIDigit } }
}
