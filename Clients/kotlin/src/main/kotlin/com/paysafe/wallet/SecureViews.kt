package com.paysafe.wallet

import java.net.URL
import java.time.Instant

/**
 * The address of a page that shows a card's details or PIN. It opens once, within a minute. An Android app shows it in
 * a `WebView`. The details themselves never reach the app.
 *
 * @param url secret, because whoever opens it first sees the details.
 */
class SecureView(val url: URL, val expiresAt: Instant) {
    internal constructor(url: String?, expiresAt: Instant?) : this(
        URL(requireNotNull(url) { "There is no address." }), requireNotNull(expiresAt) { "There is no time." }
    )

    override fun toString(): String = "SecureView(hidden)"
}

/** A view for each of a card's details, to be shown together. */
class CardSecureDetailsViews(
    val panView: SecureView, val cvvView: SecureView, val expiryDateView: SecureView, val cardHolderNameView: SecureView
) {
    internal constructor(body: SecureViewBody) : this(
        body.view(SecureViewContent.PAN), body.view(SecureViewContent.CVV), body.view(SecureViewContent.EXPIRY),
        body.view(SecureViewContent.CARDHOLDER_NAME)
    )

    private companion object {
        fun SecureViewBody.view(content: SecureViewContent): SecureView {
            val view = views?.firstOrNull { it.type == content }
            return SecureView(view?.url, view?.expiresAt)
        }
    }
}

/** @param panSeparator the separator between groups of four digits; at most 3 characters. */
data class SecureDetailsViewsConfiguration(
    val shouldShowPanCopyButton: Boolean = false,
    val shouldShowCvvCopyButton: Boolean = false,
    val shouldShowExpiryDateCopyButton: Boolean = false,
    val shouldShowCardholderNameCopyButton: Boolean = false,
    val panSeparator: String = " "
) {
    internal fun body() = SecureViewRequestBody(
        type = SecureViewContent.DETAILS, panSeparator = panSeparator,
        separateViews = listOf(
            SeparateViewBody(SecureViewContent.PAN, shouldShowPanCopyButton),
            SeparateViewBody(SecureViewContent.CVV, shouldShowCvvCopyButton),
            SeparateViewBody(SecureViewContent.EXPIRY, shouldShowExpiryDateCopyButton),
            SeparateViewBody(SecureViewContent.CARDHOLDER_NAME, shouldShowCardholderNameCopyButton)
        )
    )
}

data class CardSecureDetailsViewRequest(
    val cardId: String,
    val viewsConfiguration: SecureDetailsViewsConfiguration = SecureDetailsViewsConfiguration(),
    val scaDetails: ScaAuthenticationEventRequest? = null
)

data class CardSecureViewRequest(val cardId: String, val scaDetails: ScaAuthenticationEventRequest? = null)
