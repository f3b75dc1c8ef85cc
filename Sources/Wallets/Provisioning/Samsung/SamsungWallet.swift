extension PushWallet {
    /// The answer goes into the bundle of `AddCardInfo`, under `EXTRA_PROVISION_PAYLOAD`; Samsung leaves its form to
    /// the networks, for which it is the same as Google's. Source: Samsung Pay SDK, `CardManager.addCard`.
    public static let samsung = PushWallet(name: "Samsung Pay", visaTokenRequestorID: "40010043095")
}
