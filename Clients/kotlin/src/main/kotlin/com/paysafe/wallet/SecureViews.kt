package com.paysafe.wallet

import java.net.URL
import java.time.Instant

/**
 * The address of a page that shows one of a card's details, or its PIN, on a transparent background. It opens once,
 * within a minute. On Android, `makeView` from `src/android` shows it. The details themselves never reach the app.
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

/**
 * How a view draws its text. Its copy button has the same colour and size.
 *
 * @param size in CSS pixels, 8 to 96; if null, 24 for the card number, 28 for the PIN and 20 for the other values. A
 *   `WebView` shows text in them as in sp: it follows the user's font size.
 * @param color `#RRGGBB` or `#RRGGBBAA`; if null, it follows the light or dark mode. On Android, that is `isLightTheme`
 *   of the app's theme; a theme without it counts as light.
 */
data class TextAppearance(
    val size: Int? = null, val color: String? = null, val font: SecureViewFont = SecureViewFont.SANS_SERIF
) {
    internal fun body() = BareViewBody(textSize = size, textColor = color, font = font)
}

/** @param panSeparator the separator between groups of four digits; at most 3 characters. */
data class SecureDetailsViewsConfiguration(
    val shouldShowPanCopyButton: Boolean = false,
    val shouldShowCvvCopyButton: Boolean = false,
    val shouldShowExpiryDateCopyButton: Boolean = false,
    val shouldShowCardholderNameCopyButton: Boolean = false,
    val panSeparator: String = " ",
    val panAppearance: TextAppearance = TextAppearance(),
    val cvvAppearance: TextAppearance = TextAppearance(),
    val expiryDateAppearance: TextAppearance = TextAppearance(),
    val cardholderNameAppearance: TextAppearance = TextAppearance()
) {
    internal fun body() = SecureViewRequestBody(
        type = SecureViewContent.DETAILS, panSeparator = panSeparator,
        separateViews = listOf(
            view(SecureViewContent.PAN, shouldShowPanCopyButton, panAppearance),
            view(SecureViewContent.CVV, shouldShowCvvCopyButton, cvvAppearance),
            view(SecureViewContent.EXPIRY, shouldShowExpiryDateCopyButton, expiryDateAppearance),
            view(SecureViewContent.CARDHOLDER_NAME, shouldShowCardholderNameCopyButton, cardholderNameAppearance)
        )
    )

    private fun view(content: SecureViewContent, hasCopyButton: Boolean, appearance: TextAppearance) =
        SeparateViewBody(type = content, showCopyButton = hasCopyButton, bare = appearance.body())
}

data class CardSecureDetailsViewRequest(
    val cardId: String,
    val viewsConfiguration: SecureDetailsViewsConfiguration = SecureDetailsViewsConfiguration(),
    val scaDetails: ScaAuthenticationEventRequest? = null
)

data class CardSecureViewRequest(
    val cardId: String,
    val scaDetails: ScaAuthenticationEventRequest? = null,
    val appearance: TextAppearance = TextAppearance()
)
