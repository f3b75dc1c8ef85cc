import HTTPService

/// Self-signed certificates and keys for tests. The first is valid from 2020 to 2119; OpenSSL made all of them.
enum TestCertificate {
    static let host = "tls.test"

    static var security: TransportSecurity {
        get throws { try TransportSecurity(certificates: Array(certificate.utf8), privateKey: Array(privateKey.utf8)) }
    }

    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBPjCB5aADAgECAgEHMAoGCCqGSM49BAMCMBMxETAPBgNVBAMMCHRscy50ZXN0
        MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjATMREwDwYDVQQDDAh0
        bHMudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEoqBkr3t60xhVppsG6v
        q1RdXrKtinPl035Tj7wRd8qanD7ZjY6OtHziHTL6ULU3Jph9EkQzMAvpvsfmeKWE
        wtijKDAmMBMGA1UdEQQMMAqCCHRscy50ZXN0MA8GA1UdEwEB/wQFMAMBAf8wCgYI
        KoZIzj0EAwIDSAAwRQIhANd49LTgdOAXZOHoS2J4bjOL8hyD3CjgVBu8azDTwM0i
        AiAfLUaqgvlFHMZhQZfAfk6XqGUJOdGHTDu84VSViRAhNg==
        -----END CERTIFICATE-----

        """

    static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggoIXWDqyaI7JzXsT
        n9KN3qptvJ2sK5kqHBBodzqd2EKhRANCAARKKgZK97etMYVaabBur6tUXV6yrYpz
        5dN+U4+8EXfKmpw+2Y2OjrR84h0y+lC1NyaYfRJEMzAL6b7H5nilhMLY
        -----END PRIVATE KEY-----

        """

    /// The key of none of these certificates.
    static let otherKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgH/BSlUnuk2TK+itd
        3kbrkU3DwfkmCgGH2PdqQcjxuhuhRANCAAQR2LwhDGjEq+meyITpOXWEtmdBOJVg
        AJv1KbLNqxSgweUDPPCJwPlhir7yRo7ZQGEZp/fqmO0NX0BPCg+nPvC8
        -----END PRIVATE KEY-----

        """

    /// PEM around bytes that are no certificate.
    static let damaged = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"

    /// The key of ``certificate``, with a passphrase.
    static let encryptedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhkBFW7NAkujgICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEFkavVw4GUrI5Ov0aEmgLXMEgZDs
        5bXFoLPAOWtwNNWW1opr6Ptf1poO8saFU4eYO7ZsZ7wzP+orxAR7f/dhkObWvqmo
        qBGmK4pxNRn9BvHw18NKxFu4uY338mNnEvg6f9Souxzwdyu3BVlnC7Ndj3UnHxkI
        8flLh2yS/TMh45veTUBp6gygfJXnfxiyPmQktDwBROApR4PjpwHt9AAcSagfITM=
        -----END ENCRYPTED PRIVATE KEY-----

        """

    /// Has a key on P-224, which no version of TLS uses for signatures.
    static let onAnotherCurve = """
        -----BEGIN CERTIFICATE-----
        MIIBaTCCARigAwIBAgIUPNy5QM/TMCukb/lnvUSczc8ybEwwCgYIKoZIzj0EAwIw
        EzERMA8GA1UEAwwIdGxzLnRlc3QwIBcNMjYxMTIyMjM1NzM1WhgPMjEyNjEwMjky
        MzU3MzVaMBMxETAPBgNVBAMMCHRscy50ZXN0ME4wEAYHKoZIzj0CAQYFK4EEACED
        OgAEMUaJqpW0OZbEcLJDp6QdQ0rRLSOt0a7QPjpvu5NmMKaaeTAN7dUWTqOMwKH1
        VwykhCoMCwguRYejUzBRMB0GA1UdDgQWBBSVTPNmDVZHWH7yDZ71ZB0iiZ2DdjAf
        BgNVHSMEGDAWgBSVTPNmDVZHWH7yDZ71ZB0iiZ2DdjAPBgNVHRMBAf8EBTADAQH/
        MAoGCCqGSM49BAMCAz8AMDwCHGeMifs02ITadvxhfUW7kK1weONFBaq+yOVkrS4C
        HCTj4AOxebYLXOVWx8IkwSy2gaeBLRZwOPKKYZQ=
        -----END CERTIFICATE-----

        """

    static let keyOnAnotherCurve = """
        -----BEGIN PRIVATE KEY-----
        MHgCAQAwEAYHKoZIzj0CAQYFK4EEACEEYTBfAgEBBByVUR7b2Z6O4wkcvRia8v9G
        umo/LH63KECaSxqboTwDOgAEMUaJqpW0OZbEcLJDp6QdQ0rRLSOt0a7QPjpvu5Nm
        MKaaeTAN7dUWTqOMwKH1VwykhCoMCwguRYc=
        -----END PRIVATE KEY-----

        """

    /// Has the key of ``certificate``, and only the key usage keyAgreement.
    static let forKeyAgreement = """
        -----BEGIN CERTIFICATE-----
        MIIBjDCCATOgAwIBAgIUf529+lrWB9F38v09w363m320WHYwCgYIKoZIzj0EAwIw
        EzERMA8GA1UEAwwIdGxzLnRlc3QwIBcNMjYxMTIyMjM1NzM1WhgPMjEyNjEwMjky
        MzU3MzVaMBMxETAPBgNVBAMMCHRscy50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
        AQcDQgAESioGSve3rTGFWmmwbq+rVF1esq2Kc+XTflOPvBF3ypqcPtmNjo60fOId
        MvpQtTcmmH0SRDMwC+m+x+Z4pYTC2KNjMGEwHQYDVR0OBBYEFA0pr4TkuenLeE20
        9fRhred/CYFGMB8GA1UdIwQYMBaAFA0pr4TkuenLeE209fRhred/CYFGMA8GA1Ud
        EwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgMIMAoGCCqGSM49BAMCA0cAMEQCICHt
        FUj/LABzPwpJij9lr19u00nqNbeITjlTMRoHhmZBAiBxnPIFPPLFkq/ATV5MiMHc
        XeChvibskARHiizxEUgbKA==
        -----END CERTIFICATE-----

        """

    /// Has an RSA key of 1024 bits.
    static let weak = """
        -----BEGIN CERTIFICATE-----
        MIICBDCCAW2gAwIBAgIUVRIJgJEyE8KZbHIt8Zey97AYqwIwDQYJKoZIhvcNAQEL
        BQAwEzERMA8GA1UEAwwIdGxzLnRlc3QwIBcNMjYxMTIyMjM1NzM1WhgPMjEyNjEw
        MjkyMzU3MzVaMBMxETAPBgNVBAMMCHRscy50ZXN0MIGfMA0GCSqGSIb3DQEBAQUA
        A4GNADCBiQKBgQDULpB1ajxTuIJ594OJxGLSD0xOtLpIjRKJXd/gIMQcZ+XdkFL1
        7C8P4Q8Gl9FlfGDbf3kZDLuYA/Gxj4PkhdFIeApe2gykukoiIKT3Fu+2O27IcLQ8
        SN+PAoEP77cquj4H5qHKMJX65hr2cuqK0nuVyr3ojW0Bm+PIGIfVenlbDwIDAQAB
        o1MwUTAdBgNVHQ4EFgQUNrtPcLJmZ5MtSTSMpwHfqpIh0xowHwYDVR0jBBgwFoAU
        NrtPcLJmZ5MtSTSMpwHfqpIh0xowDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0B
        AQsFAAOBgQBNMnsJ9dkLZodDL8rH6xYKlEvnyrEDVNlxThzLjV+3VbDUGmSFFoTC
        VgDlkwquRhkBqhvLMwz7JT09Bz0efP6gDysaQtAJdYaqXvpk88ex7kx3ZWn2lXvd
        KNVlvVMlUoIrnR56sHMwVeLQltzrz/sXmV1jVTMSH6L8fxS100JWsw==
        -----END CERTIFICATE-----

        """

    static let weakKey = """
        -----BEGIN PRIVATE KEY-----
        MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBANQukHVqPFO4gnn3
        g4nEYtIPTE60ukiNEold3+AgxBxn5d2QUvXsLw/hDwaX0WV8YNt/eRkMu5gD8bGP
        g+SF0Uh4Cl7aDKS6SiIgpPcW77Y7bshwtDxI348CgQ/vtyq6PgfmocowlfrmGvZy
        6orSe5XKveiNbQGb48gYh9V6eVsPAgMBAAECgYBecMNXn4tucCeTBfoELecWPDzo
        o0Ru2muvvJrS9YKUaiJD9eMXFqLz3GaFtrk7BJtP13MdFS/CP68qKwi3hGBbos4k
        QPagxGEV2ypJtjrkCLt/ShDm7wtypjH4/tci9L0IhH2R8CW1rr8pZBKL/uoKMsAh
        9ysXMPq04dNUWSlpEQJBAP86GM4i7bFc7dxhSFjY9qCADRJyTvP3tJuHpvRdq/sD
        wwoF4+2rFHzWI8vnTWOYFk8RARVPCornoSpOUtXYxyMCQQDU0xcaH1/qADGUNrin
        r9ZNuWPtM5z6UKSXD+JUxvzucX633wz79PECP0HwyRI05UdPEnkSTfepmlobvGDr
        u9ElAkEA94EdgPl6S590w1xLzm1Ibcj/5D2ZtxkluhXIn/0exGOXhmbD7D0VtyHq
        wNfjwotARxiUVle6P430SpR93AdGxQJBAJ81xwuIuxTvziclhKAVX8lHTiTNvrpX
        h7lmbZekQOUTzIs69piqFX3r2qWJlfAyMVVK6X2zC/o5+PzUwOC44W0CQETvqpJP
        im+p/1KEyjXDyJRpuLTvs8BqBRwuQ3H56+8vcVWc/u9XjNZdwHN0BXbMIGSIK4rs
        cbJCaH4G1E/S1WU=
        -----END PRIVATE KEY-----

        """
}
