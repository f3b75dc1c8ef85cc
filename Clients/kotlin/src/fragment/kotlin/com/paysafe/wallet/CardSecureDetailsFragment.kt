package com.paysafe.wallet

import android.os.Bundle
import android.view.LayoutInflater
import android.view.View
import android.view.ViewGroup
import android.widget.LinearLayout
import android.widget.TextView
import androidx.fragment.app.Fragment
import androidx.lifecycle.lifecycleScope
import kotlinx.coroutines.launch

data class CardSecureDetailsRequest(val cardId: String)

/** Is told of an event that the customer needs to answer before a fragment can show a card's details. */
typealias ScaAuthenticationEventListener = (ScaAuthenticationEventResponse) -> Unit

/**
 * A new fragment that shows the card's details as soon as it is on the screen. It needs a token with the scope
 * `pci-dss-1`.
 */
fun CardService.getSecureDetailsFragment(request: CardSecureDetailsRequest): Fragment {
    val arguments = Bundle()
    arguments.putString(CardSecureDetailsFragment.CARD_ID, request.cardId)
    val fragment = CardSecureDetailsFragment()
    fragment.setArguments(arguments)
    return fragment
}

/** Attach the listener again when Android has created the activity again, as it has the fragment. */
fun CardService.listenScaAuthenticationEvent(fragment: Fragment, listener: ScaAuthenticationEventListener) =
    (fragment as CardSecureDetailsFragment).listen(listener)

/** Loads the details with an event that the customer has answered. */
fun CardService.authenticateScaEvent(fragment: Fragment, scaDetails: ScaAuthenticationEventRequest) =
    (fragment as CardSecureDetailsFragment).authenticate(scaDetails)

/** Android creates it again by itself, from its arguments. So it uses the app's only wallet. */
class CardSecureDetailsFragment : Fragment() {
    private var listener: ScaAuthenticationEventListener? = null
    private var unheard: ScaAuthenticationEventResponse? = null

    override fun onCreateView(inflater: LayoutInflater, container: ViewGroup?, savedInstanceState: Bundle?): View {
        val details = LinearLayout(requireContext())
        details.setOrientation(LinearLayout.VERTICAL)
        return details
    }

    override fun onViewCreated(view: View, savedInstanceState: Bundle?) = load(view as ViewGroup)

    internal fun listen(listener: ScaAuthenticationEventListener) {
        this.listener = listener
        unheard?.let { tell(it) }
    }

    internal fun authenticate(scaDetails: ScaAuthenticationEventRequest) {
        requireArguments().putString(EVENT_ID, scaDetails.eventId)
        requireArguments().putString(OPERATION_ID, scaDetails.walletOperationId)
        // Without a view, the next one loads them.
        getView()?.let { load(it as ViewGroup) }
    }

    private fun load(details: ViewGroup) {
        getViewLifecycleOwner().lifecycleScope.launch {
            details.removeAllViews()
            try {
                val views = Wallet.getInstance().getCardService().getSecureDetailsViews(request())
                val all = listOf(views.panView, views.cvvView, views.expiryDateView, views.cardHolderNameView)
                all.forEach { details.addView(it) }
            } catch (required: ScaRequiredException) {
                tell(required.authenticationEvent)
            } catch (failure: WalletException) {
                val text = TextView(requireContext())
                text.setText(requireContext().getText(R.string.psw_not_available))
                details.addView(text)
            }
        }
    }

    private fun request(): CardSecureDetailsViewRequest {
        val arguments = requireArguments()
        val eventId = arguments.getString(EVENT_ID)
        val operationId = arguments.getString(OPERATION_ID)
        val event = if (eventId == null || operationId == null) null
            else ScaAuthenticationEventRequest(eventId, operationId)
        return CardSecureDetailsViewRequest(arguments.getString(CARD_ID).orEmpty(), scaDetails = event)
    }

    private fun tell(event: ScaAuthenticationEventResponse) {
        unheard = if (listener == null) event else null
        listener?.invoke(event)
    }

    internal companion object {
        const val CARD_ID = "cardId"
        private const val EVENT_ID = "eventId"
        private const val OPERATION_ID = "walletOperationId"
    }
}
