extension GatewayResponseCode {
    /// First Data Rapid Connect.
    static let rapidConnectTable = table(
        .rapidConnect,
        """
        000 A Approve
        001 C Schema Validation Error
        002 A Approve for partial amount
        003 A Approve VIP
        100 C Do not honor
        101 C Expired card
        102 C Suspected fraud
        104 C Restricted card
        105 C Call acquirer security department
        106 C Allowable PIN tries exceeded
        107 C Call for authorization
        108 C Refer to issuer special conditions
        109 C Invalid merchant
        110 C Invalid amount
        114 C Invalid account type
        116 C Not sufficient funds
        117 C Incorrect PIN
        118 C No card record
        119 C Transaction not permitted to cardholder
        120 C Transaction not permitted to terminal
        121 C Exceeds withdrawal amount
        122 C Security violation
        123 C Exceeds withdrawal frequency limit
        124 C Violation of law
        129 C Suspected counterfeit card
        130 C Invalid terminal
        131 C Invalid account number
        132 C Unmatched card expiry date
        150 C Invalid merchant set up
        151 C Activation failed
        152 C Exceeds limit
        153 C Already redeemed
        154 C Over monthly limit
        155 C Recharge amount exceeded
        156 C Max number of recharges exceeded
        157 C Invalid entry
        208 C Lost card
        209 C Stolen card
        302 C Account closed
        303 C Unknown account
        304 C Inactive account
        308 C Already active
        311 C Not lost or stolen
        315 C Bad mag stripe
        316 C Incorrect location
        317 C Max balance exceeded
        318 C Invalid amount
        319 C Invalid clerk
        320 C Invalid password
        321 C Invalid new password
        322 C Exceeded account reloads
        323 C Password retry exceeded
        326 C Incorrect transaction version or format number for POS
        327 C Request not permitted by this account
        328 C Request not permitted by this merchant location
        329 C Bad repay date
        330 C Bad checksum
        331 C Balance not available (denial)
        332 C Account locked
        333 C No previous transaction
        334 C Already reversed
        336 C Bad Authorization ID
        337 C Too many transactions requested
        338 C No transactions available/no more transactions available
        339 C Transaction history not available
        340 C New password required
        341 C Invalid status change
        342 C Void of activation after account activity
        343 C No phone service
        344 C Internet access disabled
        351 C PIN authentication required
        355 C Invalid currency
        357 C Currency conversion error
        359 C The terminal transaction number did not match
        367 C Target embossed card entered and Transaction count entered do not match
        368 C No account link
        369 C Invalid time zone
        370 C Account on hold
        372 C Promo location restricted
        373 C Invalid Card Account
        374 C Product code(s) restricted
        375 C Bad Post Date. The Post Date is not a valid date
        376 C Account status is void lock
        377 C Already active and reloadable
        378 C Account is Purged
        380 C Bulk activation error
        381 C Bulk activation un-attempted error
        382 C Bulk activation package amount error
        383 C Store location zero not allowed
        384 C Account row locked
        385 C Accepted but not yet processed
        """) + rapidConnectHostTable

    /// The codes of the networks and hosts behind Rapid Connect.
    private static let rapidConnectHostTable = table(
        .rapidConnect,
        """
        401 C Offer Processing Error
        402 C TransArmor Service Unavailable
        403 C TransArmor Invalid Token or Account Number
        404 C TransArmor Key Error
        500 C Decline
        501 C Date of Birth Error for Check Processing
        502 C Invalid State Code
        503 C New Account Information
        504 C Do not try again
        505 B Please retry
        506 C Invalid Checking Account Number
        507 C New Account Information available
        508 B Try again later - Declined
        509 C Do not try again - The card has expired
        510 C New Account Information - The card has expired
        511 B The card has expired. Get the new expiration date and try again.
        512 C Service not allowed
        513 C Decline. Transaction not permitted to acquirer or terminal.
        514 C Do not try again - There was security violation
        515 C Declined. No term record on First Data system.
        516 B Please retry
        517 C CVV2 Declined
        518 C Invalid account/date or sales date in future
        519 C Invalid Effective Date
        520 C Reversal Rejected
        521 C Enter lesser amount
        522 C Cash Back greater than total Transaction amount
        523 C Crypto box is offline
        524 C Debit Switch unavailable
        525 C Debit/EBT network gateway cannot get through to the ISSUER
        526 C Undefined Card
        527 C Network Response indicates that Merchant ID / SE is invalid
        528 C Debit/EBT transaction count exceeds pre-determined limit in specified time/ Withdrawal limit exceeded
        529 C Resubmission of transaction violates debit/EBT network frequency
        530 C The authorizing network has a problem decrypting the cryptogram in the request
        531 C Retry with 3DS
        532 C The DUKPT Base Derivation key is missing or incorrect in the PIN pad or PIN key synchronization error
        540 C Edit Honor
        541 C No Savings Account
        542 C DUKPT: An error while processing the PIN block that is not related to the point- of sale equipment
        550 C Invalid Vehicle
        551 C Invalid Driver
        552 C Invalid Product
        553 C Exceeds transaction total limit per product class
        554 C Over daily limit
        555 C Invalid Date/Time
        556 C Exceeds quantity
        557 C Invalid prompt entry
        558 C Invalid Track 2 data
        559 C Voyager ID problem
        560 C Invalid Odometer
        561 C Invalid Restriction Code
        562 C Pay at pump not allowed
        563 C Over fuel limit
        564 C Over cash limit
        565 C Fuel price error
        566 C Y or N required
        567 C Over repair limit
        568 C Over additive limit
        569 C Invalid user
        """) + rapidConnectOtherTable

    private static let rapidConnectOtherTable = table(
        .rapidConnect,
        """
        701 A Approved EMV Key Load
        702 C EMV Key Download Error
        703 A Approved EMV Key Load-more key load data pending
        704 C Pick Up Card
        708 A Honor With Authentication
        721 C Invalid ZIP Code
        722 C Invalid value in the field
        723 C Driver's License or ID is Required
        724 C Referred - Not Active
        726 C Unable to Locate Record On File
        727 C Refer - Call Authorization
        728 C Referred - Skip Trace Info
        729 C Hard Negative Info On File
        731 C Rejected Lost/Stolen Checks
        740 C Totals Unavailable
        767 C Hard Capture; Pick Up
        771 C Amount Too Large
        772 C Duplicate Return
        773 C Unsuccessful
        774 C Duplicate Reversal
        775 C Subsystem Unavailable
        776 C Duplicate Completion
        782 C Count Exceeds Limit
        785 A No reason to decline
        790 C Do not resubmit same transaction but continue billing process in subsequent billing period
        791 C Stop recurring payment requests
        792 C See attendant
        801 C Over merchandise limit
        802 C Imprint card
        803 C Not on file
        804 C Fuel only
        805 C Velocity exceeded
        806 C Authorization ID needed
        807 C Over non-fuel limit
        808 C Invalid location
        809 C Over card velocity count
        810 C Over card velocity amount
        811 C Over issuer velocity count
        812 C Over issuer velocity amount
        813 C Over merchant daily velocity count
        814 C Over merchant daily velocity amount
        815 C Over merchant daily velocity both
        816 C Over merchant product velocity amount
        817 C Over merchant product velocity count
        818 C Over merchant product velocity both
        819 C Over chain daily velocity count
        820 C Over chain daily velocity amount
        821 C Over chain daily velocity both
        822 C Over chain product velocity count
        823 C Over chain product velocity both
        824 C Over chain product velocity amount
        825 C No chain ID for chain merchant
        826 C Signature required
        902 C Invalid transaction
        904 C Format error
        906 C System Error
        907 C Card issuer or switch inoperative
        908 C Transaction destination not found
        909 C System malfunction
        911 C Card issuer timed out
        913 C Duplicate transaction
        914 C Original Authorization was not found
        915 C Timeout Reversal not supported. Resend the original transaction
        920 B Security H/W or S/W error - try again
        921 C Security H/W or S/W error
        923 C Request in progress
        924 C Limit check failed
        940 C Error
        941 C Invalid issuer
        942 C Customer cancellation
        944 C Invalid response
        950 C Violation of business arrangement
        954 C CCV failed
        958 C CCV2 failed
        959 C CAV failed
        963 C Acquirer channel unavailable
        """)
}
