package com.paysafe.wallet

/** The page uses both names for the same words. */
typealias Status = CardStatus

/** The page uses both names for the same object. */
typealias MobileWalletTokenization = MobileWallet

/** A card in mobile wallets. */
data class MobileWalletTokenizationList(val tokenizations: List<MobileWalletTokenization>)

/**
 * A token that the customer began in Google Wallet. In the state `TOKEN_STATE_NEEDS_IDENTITY_VERIFICATION`, it waits
 * for the app to confirm that the card is the customer's.
 *
 * @param tokenRefId the `issuerTokenId` of the token.
 */
data class CardManualTokenizationConfiguration(val tokenRefId: String) {
    /**
     * The report with which the app completes the token, once Google Wallet has verified the customer. No
     * [CardService.tokenize] is needed before it.
     *
     * @param walletId the wallet's id from Google, if the app knows it.
     */
    fun completed(walletId: String? = null): MobileWallet = MobileWallet(
        dpanRef = tokenRefId, walletId = walletId, walletType = MobileWalletType.GOOGLE_PAY,
        status = MobileWalletStatus.COMPLETED
    )
}
