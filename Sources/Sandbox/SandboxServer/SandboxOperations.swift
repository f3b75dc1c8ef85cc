import CardAPI
import CardServer
import HTTPContract
import HTTPTypes
import Scenarios

/// Every operation of the sandbox. The sandbox's OpenAPI document is made from this list.
package enum SandboxOperations {
    /// In the order in which they are described.
    package static let all =
        cards + brands + money + merchants + phones + webhooks + time + monitoring + faults + tenants

    /// The beginning of all paths.
    static let base = "/sandbox"

    private static let cards = [
        readPlastic, simulateCardEvent, listCardHistory, listMessages, approveMessage, denyMessage,
        getAuthenticationEvent,
    ]

    private static let brands = [
        listCustomers, createCustomer, findCards, locateCard, setAuthenticationMeans, addProgram, getProgramControls,
        setProgramControls,
        listAllPrograms, showRules, draftRules, shadowRules, unshadowRules, listRuleDifferences, backtestRules,
        dropRules, promoteRules,
        getAuthenticationPolicy, setAuthenticationPolicy, setSecureViews, playScenario, setUpProviderState,
        getWalletKeys, simulateTokenEvent, requestToken, explainWalletData,
    ]

    private static let money = [
        loadCustomer, listPostings, listHolds, playPayment, sendNetworkMessage, getLedger, listExchangeRates,
        setExchangeRate, getPaymentTerms, setPaymentTerms,
        getPartnerDecision, setPartnerDecision, removePartnerDecision, exportClearing, importClearing,
        listClearingBreaks, getClearingBreak, resolveClearingBreak, listClearingPositions, listAllDisputes,
        getAnyDispute, playDisputeStep, getZonePINKey,
    ]

    private static let merchants = [
        createMerchant, listMerchants, getMerchant, setMerchantSettings, listMerchantKeys, createMerchantKey,
        requestMerchantCertificate, uploadMerchantCertificate, listMerchantPayments,
        getMerchantPayment, endPayment,
    ]

    private static let webhooks = [
        listAllSubscriptions, listAllDeliveries, getAnyDelivery, resendDelivery, receiveWebhook, listReceivedWebhooks,
    ]

    private static let phones = [
        listPhones, createPhone, getPhone, deletePhone, createPhoneWallet, getPhoneCertificates, listPhoneTokens,
        listCardTokens, pushToPhone,
        beginPhoneToken, verifyPhoneToken, changePhoneToken, payWithPhone,
    ]

    private static let time = [
        getClock, setClock, resetSandbox, takeSnapshot, listSnapshots, compareSnapshot, restoreSnapshot,
        deleteSnapshot, exportSnapshot, importSnapshot,
    ]

    private static let monitoring = [
        getAbout, listPossibleActions, explainPurchase, streamEvents, listRequests, verifyRequests, clearRequests,
        getCoverage, resetCoverage,
    ]

    private static let faults = [getFaults, setFaults, clearFaults]

    private static let tenants = [listTenants, createTenant, getTenant, deleteTenant]
}

extension Operation {
    /// An operation of the sandbox. Every one may be repeated without a key and refuses requests from web pages.
    static func sandbox(
        _ name: String, _ summary: String, _ description: String, _ noun: Noun, _ method: HTTPRequest.Method,
        _ path: String, status: HTTPResponse.Status = .ok, answer: ObjectSchema? = nil, query: [QueryParameter] = [],
        payload: ObjectSchema? = nil, otherMediaTypes: [String] = [],
        bodyLimitBytes: Int = usualBodyLimitBytes, errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name: name, summary: summary, description: description, noun: noun, method: method,
            path: SandboxOperations.base + path,
            audience: .sandbox, successStatus: status, answer: answer, query: query,
            payload: payload.map { .json($0) } ?? .none, otherMediaTypes: otherMediaTypes, isRepeatable: true,
            bodyLimitBytes: bodyLimitBytes,
            errors: errors + [.operationNotAllowed], among: ErrorCode.sandbox)
    }
}
