import Identifiers
import Validation

/// A name that is safe in a path and in the name of a database: 1 to 30 of a–z, 0–9 and hyphen, not beginning with a
/// hyphen.
public typealias TenantName = Name<TenantDatabase>
extension TenantDatabase: Named {
    public static func isName(_ text: String) -> Bool {
        text.wholeMatch(of: /[a-z0-9][a-z0-9-]{0,29}/) != nil && !CardNumber.isIn(text)
    }
}
