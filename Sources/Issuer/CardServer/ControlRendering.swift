import Authorizing
import CardAPI
import HTTPContract
import Validation

// Controls from the wire, and to it.

extension ControlsDraft {
    package init(_ body: SetCardControlsBody) {
        self.init()
        (allowedCategories, blockedCategories) = (body.allowedMccs, body.blockedMccs)
        (allowedCountries, blockedCountries) = (body.allowedCountries, body.blockedCountries)
        switchedOff = body.channels?.switchedOff ?? []
        limits = (body.limits ?? []).map { limit in
            LimitDraft(
                window: limit.window.flatMap(Window.init(rawValue:)),
                channel: limit.channel.flatMap(Channel.init(rawValue:)), amount: limit.amount.map(Int64.init),
                count: limit.count)
        }
    }
}

extension SetCardControlsBody.Channels {
    fileprivate var switchedOff: Set<Channel> {
        let switches: [(Channel, Bool?)] = [
            (.ecommerce, ecommerce), (.pointOfSale, pos), (.contactless, contactless),
            (.magneticStripe, magneticStripe), (.atm, atm), (.mobileWallet, mobileWallet),
        ]
        return Set(switches.filter { $0.1 == false }.map(\.0))
    }
}

extension CardControlsBody {
    package init(_ controls: CardControls) {
        func texts(_ elements: Set<some CustomStringConvertible>) -> [String] { elements.map(\.description).sorted() }
        func present(_ texts: [String]) -> [String]? { texts.isEmpty ? nil : texts }
        let limits = controls.limits.map(Limit.init)
        self.init(
            allowedMccs: controls.categories.allowed.map(texts),
            blockedMccs: present(texts(controls.categories.blocked)),
            allowedCountries: controls.countries.allowed.map(texts),
            blockedCountries: present(texts(controls.countries.blocked)),
            channels: Channels(switchedOff: controls.switchedOff), limits: limits.isEmpty ? nil : limits)
    }
}

extension CardControlsBody.Channels {
    fileprivate init(switchedOff: Set<Channel>) {
        func isOn(_ channel: Channel) -> Bool { !switchedOff.contains(channel) }
        self.init(
            ecommerce: isOn(.ecommerce), pos: isOn(.pointOfSale), contactless: isOn(.contactless),
            magneticStripe: isOn(.magneticStripe), atm: isOn(.atm), mobileWallet: isOn(.mobileWallet))
    }
}

extension CardControlsBody.Limit {
    fileprivate init(_ limit: Limit) {
        self.init(
            window: limit.window.rawValue, channel: limit.channel?.rawValue, amount: limit.amount.map(Int.init),
            count: limit.count)
    }
}
