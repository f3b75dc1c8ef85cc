package com.paysafe.wallet

import android.annotation.SuppressLint
import android.content.Context
import android.graphics.Color
import android.view.View
import android.webkit.WebSettings
import android.webkit.WebView

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
    view.loadUrl(url.toString())
    return view
}
