// The part of Apple's UIKit that apps of the SDKs name. It is compiled as a module `UIKit`.

@MainActor
open class UIViewController {
    public init() {}
}
