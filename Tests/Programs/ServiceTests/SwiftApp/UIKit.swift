@_exported import Foundation

// The part of Apple's UIKit that the SDKs and their apps name, with UIKit's names and signatures. It is compiled as a
// module `UIKit`. Apple's classes are also NSObjects.

@MainActor
open class UIResponder {
    public init() {}
}

public final class UIColor: Sendable {
    public static let clear = UIColor()
}

open class UIView: UIResponder {
    open var isOpaque = true
    open var backgroundColor: UIColor?
    open var accessibilityLabel: String?

    public init(frame: CGRect) {}

    public required init?(coder: NSCoder) {}
}

open class UIScrollView: UIView {
    open var isScrollEnabled = true
}

open class UIControl: UIView {}

open class UIButton: UIControl {}

open class UIViewController: UIResponder {
    public init(nibName: String?, bundle: Bundle?) {}

    public required init?(coder: NSCoder) {}

    public override convenience init() {
        self.init(nibName: nil, bundle: nil)
    }
}
