import Authorizing
import Testing
import Validation

@Suite("Reading controls from a request")
struct ControlsDraftTests {
    private static func limit(
        _ window: Window?, _ channel: Channel? = nil, amount: Int64? = nil, count: Int? = nil
    ) -> ControlsDraft.LimitDraft {
        ControlsDraft.LimitDraft(window: window, channel: channel, amount: amount, count: count)
    }

    private static func fields(_ change: (inout ControlsDraft) -> Void) -> [String] {
        var draft = ControlsDraft()
        change(&draft)
        return draft.read().errors.map(\.field)
    }

    @Test("An absent list allows everything, and an empty one nothing")
    func lists() throws {
        let everything = try #require(ControlsDraft().read().value)
        #expect(everything == .none && ControlsDraft().read().errors == [])
        var draft = ControlsDraft()
        (draft.allowedCountries, draft.blockedCategories) = ([], ["0763", "0763"])
        let controls = try #require(draft.read().value)
        #expect(controls.countries.allowed == [] && controls.categories.allowed == nil)
        #expect(controls.categories.blocked.map(\.description) == ["0763"])
    }

    @Test("The errors name every invalid list", arguments: ["BGR", "bg", "B", "", "Ж", "1"])
    func badElements(text: String) {
        let wrong = Self.fields { draft in
            (draft.allowedCategories, draft.blockedCategories) = ([text], ["5812", text])
            (draft.allowedCountries, draft.blockedCountries) = ([text], ["BG", text])
        }
        #expect(wrong == ["allowedMccs", "blockedMccs", "allowedCountries", "blockedCountries"])
    }

    @Test("A list has at most 300 elements")
    func longLists() {
        let codes = (1000...1300).map(String.init)
        #expect(Self.fields { $0.blockedCategories = codes } == ["blockedMccs"])
        #expect(Self.fields { $0.blockedCategories = Array(codes.dropLast()) } == [])
    }

    @Test("A limit has an amount or a count, and a single payment has no count")
    func limits() throws {
        let wrong = Self.fields { draft in
            draft.limits = [Self.limit(.day), Self.limit(.transaction, amount: 5, count: 1)]
        }
        #expect(wrong == ["limits[0].amount", "limits[1].count"])
        var draft = ControlsDraft()
        draft.limits = [Self.limit(.transaction, .atm, amount: 5), Self.limit(.week, amount: 7, count: 2)]
        let expected = [Limit(.transaction, channel: .atm, amount: 5), Limit(.week, amount: 7, count: 2)]
        #expect(draft.read().value?.limits == expected.compactMap(\.self))
    }

    @Test("A window and a channel have at most one limit")
    func repeatedLimits() {
        let wrong = Self.fields { draft in
            draft.limits = [
                Self.limit(.day, amount: 5), Self.limit(.day, .atm, amount: 5), Self.limit(.week, amount: 5),
                Self.limit(.day, count: 5), Self.limit(.day, .atm, count: 5),
            ]
        }
        #expect(wrong == ["limits[3].window", "limits[4].window"])
    }

    @Test("An unreadable limit has only one error")
    func unreadable() {
        var draft = ControlsDraft()
        draft.limits = [Self.limit(nil), Self.limit(.day), Self.limit(.week)]
        let wrong = WrongFields([FieldError("limits[1].amount", "must be a whole number"), FieldError("limits", "")])
        #expect(draft.read(besides: wrong).errors.map(\.field) == ["limits[2].amount"])
    }
}
