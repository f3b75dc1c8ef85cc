package com.paysafe.wallet

import java.net.URL
import java.time.Instant

/**
 * The address of a page that shows one of a card's details, or its PIN, on a transparent background. It opens once,
 * within a minute, in a web view. The details themselves never reach the app.
 *
 * @param url secret, because whoever opens it first sees the details.
 */
class SecurePage(val url: URL, val expiresAt: Instant) {
    internal constructor(url: String?, expiresAt: Instant?) : this(
        URL(requireNotNull(url) { "There is no address." }), requireNotNull(expiresAt) { "There is no time." }
    )

    override fun toString(): String = "SecurePage(hidden)"
}

/** A page for each of a card's details, to be shown together. */
class CardSecureDetailsPages(
    val panPage: SecurePage, val cvvPage: SecurePage, val expiryDatePage: SecurePage, val cardHolderNamePage: SecurePage
) {
    internal constructor(body: SecureViewBody) : this(
        body.page(SecureViewContent.PAN), body.page(SecureViewContent.CVV), body.page(SecureViewContent.EXPIRY),
        body.page(SecureViewContent.CARDHOLDER_NAME)
    )

    private companion object {
        fun SecureViewBody.page(content: SecureViewContent): SecurePage {
            val view = views?.firstOrNull { it.type == content }
            return SecurePage(view?.url, view?.expiresAt)
        }
    }
}

/**
 * How a page or a view draws its text. Its copy button has the same colour and size. What is null is that of the theme
 * in a view.
 *
 * @param size in CSS pixels on a page and in sp in a view, 8 to 96; the default is 24 for the card number, 28 for the PIN
 *   and 20 for the other values.
 * @param color `#RRGGBB` or `#RRGGBBAA`; on a page, the default follows the light or dark mode.
 * @param font the default is [SecureViewFont.SANS_SERIF].
 */
data class TextAppearance(val size: Int? = null, val color: String? = null, val font: SecureViewFont? = null) {
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
