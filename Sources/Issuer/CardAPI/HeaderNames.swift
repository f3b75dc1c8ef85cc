import HTTPContract
import HTTPTypes

/// The header fields of the Card service that HTTP itself does not know.
extension HTTPField.Name {
    /// The event by which strong customer authentication lets a request through.
    public static let scaAuthorization = HTTPField.Name("SCA-Authorization")!
    /// A trusted device's signature of the request.
    public static let scaDevice = HTTPField.Name("SCA-Device")!
    public static let walletVersion = HTTPField.Name("Paysafe-Wallet-Version")!
    public static let walletPlatform = HTTPField.Name("Paysafe-Wallet-Platform")!
    public static let partnerApplicationVersion = HTTPField.Name("Partner-Application-Version")!
}
