import HTTPContract
import HTTPTypes

/// The header fields that only the Card service uses.
extension HTTPField.Name {
    /// The event of strong customer authentication that lets a request through.
    public static let scaAuthorization = HTTPField.Name("SCA-Authorization")!
    /// A trusted device's signature of the request.
    public static let scaDevice = HTTPField.Name("SCA-Device")!
    public static let walletVersion = HTTPField.Name("Paysafe-Wallet-Version")!
    public static let walletPlatform = HTTPField.Name("Paysafe-Wallet-Platform")!
    public static let partnerApplicationVersion = HTTPField.Name("Partner-Application-Version")!
}
