extension PushWallet {
    /// The app puts the answer into the bundle of `AddCardInfo`, under `EXTRA_PROVISION_PAYLOAD`. Samsung leaves its
    /// form to the networks, which use the same form as for Google Pay. Source: Samsung Pay SDK, `CardManager.addCard`.
    public static let samsung = PushWallet(name: "Samsung Pay", visaTokenRequestorID: "40010043095")
}
