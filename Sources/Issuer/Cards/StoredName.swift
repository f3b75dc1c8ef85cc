import Validation

/// The rule for the names of brands and clients.
public enum StoredName {
    /// The error in a name; nil if it is valid, and so safe in a path and in a script.
    public static func violation(in name: String) -> String? {
        guard name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,39}/.matchingSemantics(.unicodeScalar)) != nil else {
            return "must be 1 to 40 of A-Z, a-z, 0-9 and . _ -, the first a letter or digit"
        }
        return CardNumber.isIn(name) ? CardNumber.violation : nil
    }
}
