import Postgres

extension Distribution {
    /// The machines that have the rows of the tables that only a sandbox has, if there are several.
    package static let sandbox = Distribution(
        everywhere: "sandbox.phone sandbox.phone_token sandbox.network_token sandbox.used_counter",
        coordinator: "sandbox.mark sandbox.clock sandbox.network_keys sandbox.snapshot sandbox.change",
        crossings: ["phone_is_of_a_customer", "phone_token_is_of_a_card"])
}
