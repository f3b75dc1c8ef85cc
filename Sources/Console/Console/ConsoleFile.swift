/// A file of the console. All are compiled into the program, so it needs nothing beside it.
///
/// The files are in the folder `Pages`. A new one is named here and in `Package.swift`, and a test finds what was
/// forgotten. The name of its constant is the last part of its path, so no two files may share that.
struct ConsoleFile: Sendable {
    /// The path in the folder, such as `pages/card.js`.
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    static let index = ConsoleFile("index.html", PackageResources.index_html)
    /// Stands for the page of a shop that has none: where its customers come back to after 3-D Secure.
    static let returned = ConsoleFile("returned.html", PackageResources.returned_html)

    /// What the two pages have inside.
    static let styles = [
        ConsoleFile("base.css", PackageResources.base_css),
        ConsoleFile("shell.css", PackageResources.shell_css),
        ConsoleFile("parts.css", PackageResources.parts_css),
        ConsoleFile("card.css", PackageResources.card_css),
        ConsoleFile("story.css", PackageResources.story_css),
        ConsoleFile("returned.css", PackageResources.returned_css),
    ]

    /// What the pages load.
    static let parts = [
        ConsoleFile("access.js", PackageResources.access_js),
        ConsoleFile("api.js", PackageResources.api_js),
        ConsoleFile("app.js", PackageResources.app_js),
        ConsoleFile("checkout.js", PackageResources.checkout_js),
        ConsoleFile("clock.js", PackageResources.clock_js),
        ConsoleFile("curl.js", PackageResources.curl_js),
        ConsoleFile("device.js", PackageResources.device_js),
        ConsoleFile("diagram.js", PackageResources.diagram_js),
        ConsoleFile("drawer.js", PackageResources.drawer_js),
        ConsoleFile("face.js", PackageResources.face_js),
        ConsoleFile("form.js", PackageResources.form_js),
        ConsoleFile("format.js", PackageResources.format_js),
        ConsoleFile("gateways.js", PackageResources.gateways_js),
        ConsoleFile("happening.js", PackageResources.happening_js),
        ConsoleFile("icon.svg", PackageResources.icon_svg),
        ConsoleFile("icons.js", PackageResources.icons_js),
        ConsoleFile("merchants.js", PackageResources.merchants_js),
        ConsoleFile("moves.js", PackageResources.moves_js),
        ConsoleFile("panel.js", PackageResources.panel_js),
        ConsoleFile("people.js", PackageResources.people_js),
        ConsoleFile("problem.js", PackageResources.problem_js),
        ConsoleFile("provisioning.js", PackageResources.provisioning_js),
        ConsoleFile("receiver.js", PackageResources.receiver_js),
        ConsoleFile("refresh.js", PackageResources.refresh_js),
        ConsoleFile("router.js", PackageResources.router_js),
        ConsoleFile("routes.js", PackageResources.routes_js),
        ConsoleFile("sca.js", PackageResources.sca_js),
        ConsoleFile("scenes.js", PackageResources.scenes_js),
        ConsoleFile("search.js", PackageResources.search_js),
        ConsoleFile("session.js", PackageResources.session_js),
        ConsoleFile("story.js", PackageResources.story_js),
        ConsoleFile("stream.js", PackageResources.stream_js),
        ConsoleFile("table.js", PackageResources.table_js),
        ConsoleFile("tale.js", PackageResources.tale_js),
        ConsoleFile("theme.js", PackageResources.theme_js),
        ConsoleFile("trace.js", PackageResources.trace_js),
        ConsoleFile("view.js", PackageResources.view_js),
        ConsoleFile("virtual.js", PackageResources.virtual_js),
        ConsoleFile("webhookBody.js", PackageResources.webhookBody_js),
        ConsoleFile("gateways/cardpointe.js", PackageResources.cardpointe_js),
        ConsoleFile("gateways/dintero.js", PackageResources.dintero_js),
        ConsoleFile("gateways/moneyhash.js", PackageResources.moneyhash_js),
        ConsoleFile("gateways/stitch.js", PackageResources.stitch_js),
        ConsoleFile("pages/account.js", PackageResources.account_js),
        ConsoleFile("pages/card.js", PackageResources.card_js),
        ConsoleFile("pages/cardWebhooks.js", PackageResources.cardWebhooks_js),
        ConsoleFile("pages/controls.js", PackageResources.controls_js),
        ConsoleFile("pages/coverage.js", PackageResources.coverage_js),
        ConsoleFile("pages/customer.js", PackageResources.customer_js),
        ConsoleFile("pages/customers.js", PackageResources.customers_js),
        ConsoleFile("pages/faults.js", PackageResources.faults_js),
        ConsoleFile("pages/guide.js", PackageResources.guide_js),
        ConsoleFile("pages/inbox.js", PackageResources.inbox_js),
        ConsoleFile("pages/money.js", PackageResources.money_js),
        ConsoleFile("pages/overview.js", PackageResources.overview_js),
        ConsoleFile("pages/phone.js", PackageResources.phone_js),
        ConsoleFile("pages/phones.js", PackageResources.phones_js),
        ConsoleFile("pages/plastic.js", PackageResources.plastic_js),
        ConsoleFile("pages/purchases.js", PackageResources.purchases_js),
        ConsoleFile("pages/request.js", PackageResources.request_js),
        ConsoleFile("pages/requests.js", PackageResources.requests_js),
        ConsoleFile("pages/reset.js", PackageResources.reset_js),
        ConsoleFile("pages/sandbox.js", PackageResources.sandbox_js),
        ConsoleFile("pages/scenarios.js", PackageResources.scenarios_js),
        ConsoleFile("pages/shop.js", PackageResources.shop_js),
        ConsoleFile("pages/shops.js", PackageResources.shops_js),
        ConsoleFile("pages/snapshots.js", PackageResources.snapshots_js),
        ConsoleFile("pages/states.js", PackageResources.states_js),
        ConsoleFile("pages/tenants.js", PackageResources.tenants_js),
        ConsoleFile("pages/till.js", PackageResources.till_js),
        ConsoleFile("pages/time.js", PackageResources.time_js),
        ConsoleFile("pages/tokens.js", PackageResources.tokens_js),
        ConsoleFile("pages/verify.js", PackageResources.verify_js),
        ConsoleFile("pages/webhooks.js", PackageResources.webhooks_js),
    ]

    /// Nil for a kind of file that the console does not have.
    var mediaType: String? {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: nil
        }
    }
}
