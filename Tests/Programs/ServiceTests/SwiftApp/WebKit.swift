@_exported import FoundationNetworking
import UIKit

// The part of Apple's WebKit that `PaysafeWallet/SecureWebView.swift` uses, with WebKit's names and signatures. It is
// compiled as a module `WebKit`.

@MainActor
open class WKWebsiteDataStore {
    open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore() }
}

@MainActor
open class WKWebViewConfiguration {
    open var websiteDataStore = WKWebsiteDataStore()

    public init() {}
}

@MainActor
open class WKNavigation {}

open class WKWebView: UIView {
    open var scrollView: UIScrollView { UIScrollView(frame: .zero) }

    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? { nil }
}
