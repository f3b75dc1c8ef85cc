/// Why CardSecure makes no token. Source: CardPointe, "CardSecure error codes and messages".
public struct CardSecureError: Error, Hashable, Sendable {
    /// All documented codes; `errorcode` is the raw value.
    public enum Code: Int, Sendable, CaseIterable {
        case wrongVersion = 3
        case invalidAction = 7
        case notDigits = 8
        case unknownKey = 12
        case tooLong = 13
        case empty = 14
        case unknownAlgorithm = 16
        case encryption = 17
        case notBase64 = 19
        case wrongCryptoLength = 20
        case tooShort = 21
        case wrongNumberLength = 22
        case notDecryptable = 24
        case badPadding = 25
        case badLengthField = 26
        case noKeystore = 27
        case noApplication = 33
        case bufferTooShort = 35
        case illegalCharacters = 38
        case wrongMessageLength = 39
        case serverFailed = 43
        case badConfiguration = 44
        case tokenDatabase = 46
        case unauthorizedHost = 47
        case purged = 48
        case notFound = 49
        case hashing = 50
        case duplicate = 53
        case checkDigit = 54
        case unknownSite = 55
        case tokenFormat = 56
        case invalidSignature = 57
        case signatureExpired = 58
        case signatureMismatch = 59
        case signatureFailure = 60
        case pinTranslation = 61
        case keystoreImport = 63
        case keystoreUsers = 64
        case wrongProcessor = 65
        case unauthorizedTerminal = 66
        case keystoreRollback = 68
        case unauthorizedDecrypt = 71
        case invalidTags = 72
        case noTags = 73
        case missingParameter = 74
        case curveType = 75
        case serialization = 76
        case notJSON = 77
        case swipeData = 78
    }

    public let code: Code
    /// The exact fault, without a secret; nil if the code's text is enough.
    public let detail: String?

    init(_ code: Code, _ detail: String? = nil) {
        (self.code, self.detail) = (code, detail)
    }

    /// The table's text comes first, because clients compare it.
    public var message: String { detail.map { "\(code.text): \($0)" } ?? code.text }
}

extension CardSecureError.Code {
    /// The text of the table, without its full stop, as the API answers it.
    public var text: String {
        switch self {
        case .wrongVersion: "Wrong version number"
        case .invalidAction: "Invalid action"
        case .notDigits: "Data is not decimal digits"
        case .unknownKey: "Key ID is not found"
        case .tooLong: "Data is too long"
        case .empty: "Data is empty"
        case .unknownAlgorithm: "Unknown algorithm"
        case .encryption: "Encryption failure"
        case .notBase64: "Base 64 decode failure"
        case .wrongCryptoLength: "Crypto data is the wrong length"
        case .tooShort: "Data is too short"
        case .wrongNumberLength: "CCN wrong length on decryption"
        case .notDecryptable: "Decryption failure"
        case .badPadding: "Bad PKCS 5 padding"
        case .badLengthField: "Bad decrypted length field"
        case .noKeystore: "Keystore not initialized"
        case .noApplication: "Application not initialized"
        case .bufferTooShort: "Buffer too short"
        case .illegalCharacters: "Illegal characters"
        case .wrongMessageLength: "Wrong message length"
        case .serverFailed: "Server failed"
        case .badConfiguration: "Config item is bad"
        case .tokenDatabase: "Token database problem"
        case .unauthorizedHost: "Unauthorized host"
        case .purged: "Token purged"
        case .notFound: "Data not found"
        case .hashing: "Error hashing the value"
        case .duplicate: "Token or data duplicate"
        case .checkDigit: "Card number check (Luhn formula) failed"
        case .unknownSite: "Missing or unknown site name"
        case .tokenFormat: "Token format is bad"
        case .invalidSignature: "Request signature is invalid"
        case .signatureExpired: "Request signature timestamp expired"
        case .signatureMismatch: "Request signature mismatch"
        case .signatureFailure: "Request signature failure"
        case .pinTranslation: "PIN translation failure"
        case .keystoreImport: "Keystore import failure"
        case .keystoreUsers: "Keystore userstore failure"
        case .wrongProcessor: "Keystore invalid processor"
        case .unauthorizedTerminal: "Unauthorized terminal"
        case .keystoreRollback: "Keystore rollback failure"
        case .unauthorizedDecrypt: "Unauthorized decrypt"
        case .invalidTags: "Invalid EMV tag data"
        case .noTags: "EMV tag data empty"
        case .missingParameter: "Missing required parameter"
        case .curveType: "Invalid elliptic curve type parameter"
        case .serialization: "JSON serialization error"
        case .notJSON: "JSON deserialization error"
        case .swipeData: "Invalid swipe data"
        }
    }
}
