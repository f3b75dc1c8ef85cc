// UIKit exists only on Apple's systems.
#if canImport(UIKit) && canImport(WebKit)
import CardClient
import UIKit
import WebKit

extension Wallet.SecureView {
    /// A view with only the value, for the app's own layout. It loads the page at once, and the page opens only
    /// once: keep the view instead of making a second one.
    @MainActor
    public func makeView() -> UIView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let view = WKWebView(frame: .zero, configuration: configuration)
        view.isOpaque = false
        view.backgroundColor = .clear
        view.scrollView.isScrollEnabled = false
        view.load(URLRequest(url: url))
        return view
    }
}
#endif
