import Foundation

/// The message that a device signs to answer a BIOMETRIC challenge. Its first line distinguishes it from all other
/// messages that the same key signs.
///
/// The form is our own: no public document describes the message that the SDK's devices sign.
public struct BiometricMessage: Sendable {
    public let event: AuthenticationReference
    /// As the challenge gave it.
    public let nonce: [UInt8]

    public init(event: AuthenticationReference, nonce: [UInt8]) {
        self.event = event
        self.nonce = nonce
    }

    /// Three lines in ASCII: a title, the event's id in lower case, and the nonce in Base64url without padding.
    public var bytes: [UInt8] {
        let nonce = Data(nonce).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return Array("SCA-CHALLENGE\n\(event.eventID)\n\(nonce)".utf8)
    }
}
