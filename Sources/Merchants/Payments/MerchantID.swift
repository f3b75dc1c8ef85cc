import Identifiers
import Validation

/// A merchant's number at its gateways: 1 to 32 ASCII letters and digits.
public typealias MerchantID = Name<Merchant>
extension Merchant: Named {
    public static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { byte in
            byte.isPlain && byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-")
        }
    }
}
