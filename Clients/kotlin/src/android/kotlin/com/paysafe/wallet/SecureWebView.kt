package com.paysafe.wallet

import android.annotation.SuppressLint
import android.content.Context
import android.graphics.Color
import android.view.View
import android.view.ViewGroup
import android.webkit.RenderProcessGoneDetail
import android.webkit.WebResourceError
import android.webkit.WebResourceRequest
import android.webkit.WebSettings
import android.webkit.WebView
import android.webkit.WebViewClient

/**
 * A view with only the value, for the app's own layout. It loads the page at once, and the page opens only once: keep
 * the view instead of making a second one. Call this on the main thread, as for all views.
 */
@SuppressLint("SetJavaScriptEnabled")
fun SecureView.makeView(context: Context): View {
    val view = WebView(context)
    view.setBackgroundColor(Color.TRANSPARENT)
    view.isHorizontalScrollBarEnabled = false
    view.isVerticalScrollBarEnabled = false
    // The page's only script is that of its copy button. The page allows no other.
    view.settings.javaScriptEnabled = true
    view.settings.cacheMode = WebSettings.LOAD_NO_CACHE
    view.webViewClient = SecureViewClient()
    view.loadUrl(url.toString())
    return view
}

private class SecureViewClient : WebViewClient() {
    /** The platform's own error page would show the address, which is still secret. */
    override fun onReceivedError(view: WebView, request: WebResourceRequest, error: WebResourceError) {
        if (request.isForMainFrame) view.loadUrl("about:blank")
    }

    /** Otherwise the whole app ends with the process that draws the page. */
    override fun onRenderProcessGone(view: WebView, detail: RenderProcessGoneDetail): Boolean {
        (view.parent as? ViewGroup)?.removeView(view)
        view.destroy()
        return true
    }
}
