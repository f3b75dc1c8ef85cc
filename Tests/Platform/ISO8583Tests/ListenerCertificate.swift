import HTTPService

/// A self-signed certificate for a listener in tests, which OpenSSL made. It is valid until 2125.
enum ListenerCertificate {
    static var security: TransportSecurity {
        get throws { try TransportSecurity(certificates: Array(certificate.utf8), privateKey: Array(privateKey.utf8)) }
    }

    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBhTCCASugAwIBAgIUTWHvk3B4VjnouhUWySn+4D7AAZowCgYIKoZIzj0EAwIw
        FzEVMBMGA1UEAwwMaXNvODU4My50ZXN0MCAXDTI2MTEyMzA3MjM0OVoYDzIxMjUw
        NjE3MDcyMzQ5WjAXMRUwEwYDVQQDDAxpc284NTgzLnRlc3QwWTATBgcqhkjOPQIB
        BggqhkjOPQMBBwNCAASpkSCQWSyqIYzA5XeAt+MExy7v1DUdUiHrjI7CN1+UkJdF
        i1gSB9evLt6DNiuqK1R9r7XREyX41jYcJu+yiDgyo1MwUTAdBgNVHQ4EFgQU5Hub
        tLWiF6CLatqwFC0UujSjvAgwHwYDVR0jBBgwFoAU5HubtLWiF6CLatqwFC0UujSj
        vAgwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAlj8ERPWGuumU
        Kk2gRXRPo+5BTK0NCfLZ2VXpKVdJSEQCIEh1OTgaJjnyHzktEAW48gZhwR5F/yfE
        WMQk1iC2aU2L
        -----END CERTIFICATE-----

        """

    private static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpBWWwuEvQT4enWaf
        YmT4K3KpCOF5YVas/+H8iBimZkyhRANCAASpkSCQWSyqIYzA5XeAt+MExy7v1DUd
        UiHrjI7CN1+UkJdFi1gSB9evLt6DNiuqK1R9r7XREyX41jYcJu+yiDgy
        -----END PRIVATE KEY-----

        """
}
