extension Currency {
    public static let euro = Currency(code: "EUR", number: 978, exponent: 2)

    /// Every current currency of ISO 4217 (list one, with Amendment 180), and BGN, in the order of the codes. Bulgaria
    /// has had the euro since January 2026, but there are accounts in BGN.
    public static let all: [Currency] = (twoDecimals + others).sorted { $0.code < $1.code }

    private static let twoDecimals = [
        ("AED", 784), ("AFN", 971), ("ALL", 8), ("AMD", 51), ("AOA", 973), ("ARS", 32), ("AUD", 36), ("AWG", 533),
        ("AZN", 944), ("BAM", 977), ("BBD", 52), ("BDT", 50), ("BGN", 975), ("BMD", 60), ("BND", 96), ("BOB", 68),
        ("BOV", 984), ("BRL", 986), ("BSD", 44), ("BTN", 64), ("BWP", 72), ("BYN", 933), ("BZD", 84), ("CAD", 124),
        ("CDF", 976), ("CHE", 947), ("CHF", 756), ("CHW", 948), ("CNY", 156), ("COP", 170), ("COU", 970),
        ("CRC", 188), ("CUP", 192), ("CVE", 132), ("CZK", 203), ("DKK", 208), ("DOP", 214), ("DZD", 12), ("EGP", 818),
        ("ERN", 232), ("ETB", 230), ("EUR", 978), ("FJD", 242), ("FKP", 238), ("GBP", 826), ("GEL", 981),
        ("GHS", 936), ("GIP", 292), ("GMD", 270), ("GTQ", 320), ("GYD", 328), ("HKD", 344), ("HNL", 340),
        ("HTG", 332), ("HUF", 348), ("IDR", 360), ("ILS", 376), ("INR", 356), ("IRR", 364), ("JMD", 388),
        ("KES", 404), ("KGS", 417), ("KHR", 116), ("KPW", 408), ("KYD", 136), ("KZT", 398), ("LAK", 418),
        ("LBP", 422), ("LKR", 144), ("LRD", 430), ("LSL", 426), ("MAD", 504), ("MDL", 498), ("MGA", 969),
        ("MKD", 807), ("MMK", 104), ("MNT", 496), ("MOP", 446), ("MRU", 929), ("MUR", 480), ("MVR", 462),
        ("MWK", 454), ("MXN", 484), ("MXV", 979), ("MYR", 458), ("MZN", 943), ("NAD", 516), ("NGN", 566),
        ("NIO", 558), ("NOK", 578), ("NPR", 524), ("NZD", 554), ("PAB", 590), ("PEN", 604), ("PGK", 598),
        ("PHP", 608), ("PKR", 586), ("PLN", 985), ("QAR", 634), ("RON", 946), ("RSD", 941), ("RUB", 643),
        ("SAR", 682), ("SBD", 90), ("SCR", 690), ("SDG", 938), ("SEK", 752), ("SGD", 702), ("SHP", 654), ("SLE", 925),
        ("SOS", 706), ("SRD", 968), ("SSP", 728), ("STN", 930), ("SVC", 222), ("SYP", 760), ("SZL", 748),
        ("THB", 764), ("TJS", 972), ("TMT", 934), ("TOP", 776), ("TRY", 949), ("TTD", 780), ("TWD", 901),
        ("TZS", 834), ("UAH", 980), ("USD", 840), ("USN", 997), ("UYU", 858), ("UZS", 860), ("VED", 926),
        ("VES", 928), ("WST", 882), ("XAD", 396), ("XCD", 951), ("XCG", 532), ("YER", 886), ("ZAR", 710),
        ("ZMW", 967), ("ZWG", 924),
    ].map { (code: String, number: Int) in Currency(code: code, number: number, exponent: 2) }

    private static let others = [
        ("BIF", 108, 0), ("CLP", 152, 0), ("DJF", 262, 0), ("GNF", 324, 0), ("ISK", 352, 0), ("JPY", 392, 0),
        ("KMF", 174, 0), ("KRW", 410, 0), ("PYG", 600, 0), ("RWF", 646, 0), ("UGX", 800, 0), ("UYI", 940, 0),
        ("VND", 704, 0), ("VUV", 548, 0), ("XAF", 950, 0), ("XOF", 952, 0), ("XPF", 953, 0),
        ("BHD", 48, 3), ("IQD", 368, 3), ("JOD", 400, 3), ("KWD", 414, 3), ("LYD", 434, 3), ("OMR", 512, 3),
        ("TND", 788, 3),
        ("CLF", 990, 4), ("UYW", 927, 4),
    ].map { (code: String, number: Int, exponent: Int) in Currency(code: code, number: number, exponent: exponent) }
}
