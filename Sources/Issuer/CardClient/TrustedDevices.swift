import CardAPI
import HTTPContract

/// The devices that the customer trusts, at most 10. Each can answer a challenge of the method `biometric` with its
/// signature, so the customer need not wait for a code.
extension SCAService {
    /// All trusted devices of the customer, newest first.
    public func getTrustedDevices() async throws(WalletError) -> [Wallet.SCATrustedDevice] {
        let body: TrustedDeviceListBody = try await wallet.answer(to: Call(Operations.listTrustedDevices))
        return body.trustedDevices.map(Wallet.SCATrustedDevice.init)
    }

    /// Trusts a device. May require strong customer authentication itself.
    ///
    /// - Parameter idempotencyKey: as in ``CardService/create(request:scaDetails:idempotencyKey:)``.
    public func trustDevice(
        request: Wallet.SCATrustDeviceRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        idempotencyKey: String? = nil
    ) async throws(WalletError) -> Wallet.SCATrustedDevice {
        let call = Call(
            Operations.trustDevice, body: request.body,
            idempotencyKey: idempotencyKey ?? wallet.client.makeIdempotencyKey(), scaDetails: scaDetails)
        let body: TrustedDeviceBody = try await wallet.answer(to: call)
        return Wallet.SCATrustedDevice(body)
    }

    /// Removes a device. May require strong customer authentication. If the response to the first try is lost, the next
    /// try is refused with `DW-ENTITY-NOT-FOUND`, as for a device that never existed. With `scaDetails` there is only
    /// one try.
    public func distrustDevice(
        deviceID: String, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil
    ) async throws(WalletError) {
        let _: NoAnswer = try await wallet.answer(
            to: Call(Operations.distrustDevice, filling: ["deviceId": deviceID], scaDetails: scaDetails))
    }

    public func getTrustedDevices(completion: @escaping Wallet.Completion<[Wallet.SCATrustedDevice]>) {
        complete(completion) { () async throws(WalletError) in try await getTrustedDevices() }
    }

    public func trustDevice(
        request: Wallet.SCATrustDeviceRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        idempotencyKey: String? = nil, completion: @escaping Wallet.Completion<Wallet.SCATrustedDevice>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await trustDevice(request: request, scaDetails: scaDetails, idempotencyKey: idempotencyKey)
        }
    }

    public func distrustDevice(
        deviceID: String, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        completion: @escaping Wallet.Completion<Void>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await distrustDevice(deviceID: deviceID, scaDetails: scaDetails)
        }
    }
}
