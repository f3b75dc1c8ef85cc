/// What holds card data and shows none of it: printing, interpolating, dumping or reflecting it gives "••••", so that a
/// careless log line stays careless and no more.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    public var description: String { "••••" }
    public var debugDescription: String { "••••" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
