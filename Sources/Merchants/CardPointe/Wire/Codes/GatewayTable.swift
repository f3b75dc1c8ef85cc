extension GatewayResponseCode {
    /// The codes of faults that the gateway finds without asking a processor. A public client expects 02 of `sigcap`;
    /// the public table has no such row, so its text is ours.
    static let gatewayTable = table(
        .gateway,
        """
        00 A Approval
        01 A VoiceAuth Approved
        02 A Signature Saved
        08 A Profile Deleted
        09 A Profile Saved
        11 C Invalid card
        12 C Invalid track
        13 C Bad card check digit
        14 C Non-numeric CVV
        15 C Non-numeric expiry
        16 C Card expired
        17 C Invalid zip
        18 C CardDefense Review
        19 C CardDefense Decline
        21 C Invalid merchant
        22 C No auth route
        23 C No auth queue
        24 C Reversal not supported
        25 C No matching auth for reversal
        26 A Txn Settled
        27 C Txn Batched
        28 C Txn not settled
        29 C Txn not found
        31 C Invalid currency
        32 C Wrong currency for merch
        33 C Unknown card type
        34 C Invalid field
        35 C No postal code
        36 C Duplicate sequence
        37 C CVV mismatch
        38 C CVV is required
        39 C Void not permitted after 30 days
        41 C Below min amount
        42 C Above max amount
        43 C Invalid amount
        44 C Prepaid not supported
        45 C Refunds without reference not supported
        46 C Partial refunds not supported
        48 C Echeck not supported
        61 B Line down
        62 B Timed out
        63 C Bad resp format
        64 C Bad HTTP header
        65 C Socket close error
        66 C Response mismatch
        70 C Voice authorization cannot be voided
        71 C EMV data not authorized
        91 C No TokenSecure
        92 C No Merchant table
        93 C No Database
        94 C No action
        95 C Missing config
        96 C Profile not found
        97 C Merchant disabled
        98 C Invalid token
        99 C Invalid card
        101 C AVS Mismatch
        102 C Service Fee Declined
        103 C Service Fee Txn not found
        104 C Surcharge Not Supported
        105 C Invalid EMV
        106 B Invalid method. Please insert card
        """)

    /// ProfitStars. The text of 99 depends on what is wrong.
    static let profitStarsTable = table(
        .profitStars,
        """
        00 A Success
        01 C Duplicate Transaction
        02 C Declined
        03 C Data Not Valid
        04 C Velocity Count
        05 C Velocity Amount
        06 C AVS Declined
        07 C CCV Declined
        08 C Expired
        09 C Authorizer Suppressed Date
        10 C Error Invalid Format
        11 C Error Timeout
        12 C Error Internal
        13 C Velocity amount
        14 C Error Not Supported
        15 C Error Not Subscribed
        16 C Error Batch Closed
        17 C Error Invalid Batch
        18 C Error Invalid Terminal
        19 C Error Transaction Not Found
        20 C Error Terminal Disabled
        21 C Error Unspecified
        28 C Routing Number Not Found
        37 C Above max amount
        40 C Not Subscribed to use this service
        46 C The original transaction cannot have this operation performed on it at this time
        99 C Error
        """)

    /// First Data North.
    static let firstDataNorthTable = table(
        .firstDataNorth,
        """
        00 A Approval
        10 A Partial Approval
        76 A Reversed
        85 A Validated
        01 C Refer to issuer
        03 C Invalid merchant
        05 C Do not honor
        12 C Invalid transaction
        13 C Invalid amount
        14 C Invalid card number
        25 C Invalid terminal
        28 B Please retry
        51 C Declined
        54 C Wrong expiration
        55 C Incorrect pin
        57 C Invalid txn for card
        60 C Declined
        61 C Exceeds withdrawal limit
        63 C Service not allowed
        69 C Host key error
        75 C Pin try exceeded
        89 C Invalid Term ID
        91 B System error
        94 C Duplicate tran
        1A C Need addl authentication
        1B C Need PIN data
        C2 C CVV decline
        CE C System problem
        N3 C Invalid Account
        NG C Reversal rejected
        NH C Enter lesser amt
        NI C Pin decrypt error
        NK C Crypto box offline
        NL B Debit switch down
        NM C Issuer unavailable
        NN C Bad debit card
        NP C Bad debit merchant
        NQ C Tran limit exceeded
        NR C Tran freq exceeded
        NS C Error decrypting pin
        NU C Insufficient funds
        RW C Reversal outside window
        """)
}
