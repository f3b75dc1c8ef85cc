extension PushWallet {
    /// The app passes the answer, as UTF-8 bytes, to `PushTokenizeRequest.setOpaquePaymentCard`. `clientDeviceId` is
    /// the stable hardware id; `clientWalletAccountId` is the active wallet id. Source: Google, "Push provisioning API
    /// for Android".
    public static let google = PushWallet(name: "Google Pay", visaTokenRequestorID: "40010075001")
}
