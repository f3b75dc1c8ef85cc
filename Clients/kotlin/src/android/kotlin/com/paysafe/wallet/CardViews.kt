package com.paysafe.wallet

import android.annotation.SuppressLint
import android.content.Context
import android.view.ContextThemeWrapper
import android.view.View

/**
 * Configures the wallet of an Android app. Call it in `Application.onCreate`.
 *
 * @param context the app itself is kept, not its screen.
 */
fun Wallet.Companion.configure(
    context: Context, configuration: WalletConfiguration, tokenProvider: (suspend () -> AuthenticationConfiguration)? = null
) = configure(context, Wallet(configuration, tokenProvider = tokenProvider))

/**
 * Does the same with an existing wallet.
 *
 * @param theme of the views, with the attributes of `res/values/attrs.xml`; the app's own by default.
 */
fun Wallet.Companion.configure(
    context: Context, wallet: Wallet, theme: Int = context.getApplicationInfo().theme
) {
    CardViews.context = ContextThemeWrapper(context.getApplicationContext(), theme)
    configure(wallet)
}

/** A view for each of a card's details, to be placed by the app. */
class CardSecureDetailsViews(
    val panView: View, val cvvView: View, val expiryDateView: View, val cardHolderNameView: View
)

/**
 * Views that show the card's number, security code, expiry and cardholder. They need a token with the scope
 * `pci-dss-1`, and may require strong customer authentication once for all views. Call it on the main thread, as for
 * all views.
 *
 * An app that loses its views can repeat the request with the same `scaDetails` for a minute, while its process lives.
 */
suspend fun CardService.getSecureDetailsViews(request: CardSecureDetailsViewRequest): CardSecureDetailsViews {
    val details = details(request.cardId, SecureViewContent.DETAILS, request.scaDetails)
    return CardViews.of(details, request.viewsConfiguration)
}

/** A view that shows the card's PIN. Token and repetition are those of [getSecureDetailsViews]. */
suspend fun CardService.getSecurePinView(request: CardSecureViewRequest): View {
    val details = details(request.cardId, SecureViewContent.PIN, request.scaDetails)
    return CardViews.ofPin(details, request.appearance)
}

/** Makes the views of a card's details. */
internal object CardViews {
    // The application lives as long as the process.
    @SuppressLint("StaticFieldLeak")
    internal var context: Context? = null

    fun of(details: CardDetails, configuration: SecureDetailsViewsConfiguration): CardSecureDetailsViews {
        val number = details.pan.shown.chunked(GROUP).joinToString(configuration.panSeparator)
        val expiry = details.expiry?.run { String.format("%02d/%02d", month, year % CENTURY) }
        return CardSecureDetailsViews(
            view(
                number, TextStyle(R.attr.pswTextAppearanceCardPan, 24f, configuration.panAppearance),
                configuration.shouldShowPanCopyButton
            ),
            view(
                details.cvv.shown, TextStyle(R.attr.pswTextAppearanceCardCvv, 20f, configuration.cvvAppearance),
                configuration.shouldShowCvvCopyButton
            ),
            view(
                expiry.shown, TextStyle(R.attr.pswTextAppearanceCardExpiry, 20f, configuration.expiryDateAppearance),
                configuration.shouldShowExpiryDateCopyButton
            ),
            view(
                details.cardHolderName.shown,
                TextStyle(
                    R.attr.pswTextAppearanceCardCardholderName, 20f, configuration.cardholderNameAppearance
                ),
                configuration.shouldShowCardholderNameCopyButton
            )
        )
    }

    fun ofPin(details: CardDetails, appearance: TextAppearance): View = view(
        details.pin.shown, TextStyle(R.attr.pswTextAppearanceTitle1, 28f, appearance, R.attr.pswColorTextPrimary), false
    )

    private fun view(value: String, style: TextStyle, hasCopyButton: Boolean): View = SecureTextView(
        checkNotNull(context) { "No context is configured: call Wallet.configure(context, …) when the app starts." },
        value, style, hasCopyButton
    )

    private val String?.shown: String get() = requireNotNull(this) { "A value is missing." }

    private const val GROUP = 4
    private const val CENTURY = 100
}
