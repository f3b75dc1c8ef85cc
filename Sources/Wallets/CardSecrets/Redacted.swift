/// A value that holds card data and shows none of it. Printing, interpolating, dumping or reflecting it gives "••••",
/// so that a careless log line does no harm.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    public var description: String { "••••" }
    public var debugDescription: String { "••••" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
