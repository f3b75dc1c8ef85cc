import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tessera.testing.Call;
import tessera.testing.Json;
import tessera.testing.Tenant;
import tessera.testing.TesseraExtension;
import tessera.testing.Unexpected;

/** The fixtures' own suite. Each test changes what the others would notice, so it passes only if each is alone. */
@ExtendWith(FixtureTests.WithProgram.class)
class FixtureTests {
    private static final String CARDS = "/digitalwallets/v1/profile/prepaid/cards";
    private static final String PROGRAM = "SUITE-VIRTUAL-VISA";
    private static final Map<String, ?> FAULT =
        Map.of("fault", "STATUS", "status", 503, "operation", "createCard");

    /** All tests have a program of their own. */
    static class WithProgram extends TesseraExtension {
        private static final AtomicInteger TENANTS = new AtomicInteger();

        @Override
        protected void setUp(Tenant tenant) {
            assertTrue(TENANTS.incrementAndGet() <= 4, "Four threads need four tenants.");
            tenant.sandbox("POST", "/programs", Map.of(
                "name", PROGRAM, "cardType", "VIRTUAL", "scheme", "VISA", "region", "EEA",
                "currencies", List.of("EUR")));
        }
    }

    private Tenant ofBeforeEach;

    @BeforeEach
    void prepare(Tenant tenant) {
        ofBeforeEach = tenant;
    }

    private static Map<String, String> authorization(Tenant tenant) {
        return Map.of("Authorization", "Bearer " + tenant.token());
    }

    /** The code under test. */
    private static Json order(Tenant tenant) {
        var body = Map.of("programName", PROGRAM, "currency", "EUR");
        return Call.send("POST", tenant.url() + CARDS, body, authorization(tenant));
    }

    private static List<Json> cards(Tenant tenant) {
        return Call.send("GET", tenant.url() + CARDS, authorization(tenant)).get("cards").elements();
    }

    @RepeatedTest(16)
    void eachTestBeginsWithTheSetUpAndNothingElse(Tenant tenant) {
        assertEquals(List.of(), cards(tenant));
        tenant.verify("createCard", 0);
        var card = order(tenant);
        assertEquals(List.of(card.get("cardId")), cards(tenant).stream().map(held -> held.get("cardId")).toList());
        // The next test has neither the fault nor the time.
        tenant.sandbox("PUT", "/faults", Map.of("rules", List.of(FAULT)));
        tenant.sandbox("PUT", "/clock", Map.of("now", "2031-01-01T00:00:00Z", "frozen", true));
    }

    @Test
    void aFaultEndsWithItsBlockAlsoIfThatFails(Tenant tenant) {
        try (var faults = tenant.withFaults(FAULT)) {
            assertEquals(503, assertThrows(Call.Refused.class, () -> order(tenant)).status());
            assertEquals(1, faults.plan().get("rules").get(0).get("strikes").number());
        }
        assertThrows(ArithmeticException.class, () -> {
            try (var faults = tenant.withFaults(FAULT)) {
                throw new ArithmeticException();
            }
        });
        assertFalse(order(tenant).get("cardId").isNull());
        try (var faults = tenant.withPlan(Map.of("profile", "ADVERSARIAL", "seed", 1))) {
            assertTrue(faults.plan().get("rules").elements().size() > 1);
        }
    }

    @Test
    void theClockGoesOnFromWhereItWas(Tenant tenant) {
        var before = Instant.parse(tenant.sandbox("GET", "/clock").get("now").text());
        try (var clock = tenant.withClock(Instant.parse("2029-12-01T00:00:00Z"))) {
            clock.advance(Duration.ofDays(1));
            var inside = Json.of(Map.of("now", "2029-12-02T00:00:00Z", "frozen", true));
            assertEquals(inside, tenant.sandbox("GET", "/clock"));
            try (var further = tenant.withClock(Duration.ofHours(1)).change(Map.of("frozen", false))) {
                assertFalse(tenant.sandbox("GET", "/clock").get("frozen").isTrue());
            }
            assertEquals(inside, tenant.sandbox("GET", "/clock"));
        }
        var after = tenant.sandbox("GET", "/clock");
        var moved = Duration.between(before, Instant.parse(after.get("now").text())).toSeconds();
        assertTrue(!after.get("frozen").isTrue() && moved > -3 && moved < 300, moved + " s");
    }

    @Test
    void aVerificationCountsOnlyTheCallsOfTheTest(Tenant tenant) {
        order(tenant);
        assertEquals(1, tenant.verify("createCard", 1, Map.of("status", 201)).size());
        tenant.verify("issueToken", 0);
    }

    @Test
    void aFailedVerificationShowsTheDifference(Tenant tenant) {
        var none = assertThrows(
            Unexpected.class, () -> tenant.verify("getCard", Map.of("atLeast", 1, "atMost", 3)));
        assertEquals(
            "getCard was called 0 times, not at least 1 times and at most 3 times.\nNo request was similar.",
            none.getMessage());
        order(tenant);
        var wanted = Map.of("body", Map.of("currency", "PLN"));
        var failure = assertThrows(Unexpected.class, () -> tenant.verify("createCard", 1, wanted));
        var lines = Arrays.asList(failure.getMessage().split("\n"));
        assertEquals("createCard was called 0 times, not 1 times.", lines.get(0));
        assertEquals("Counted were requests with {\"body\": {\"currency\": \"PLN\"}}.", lines.get(1));
        assertTrue(lines.get(2).endsWith("POST " + CARDS + " was answered 201"), failure.getMessage());
        var difference = List.of("    body.currency", "      wanted \"PLN\"", "      found  \"EUR\"");
        assertEquals(difference, lines.subList(3, lines.size()));
    }

    @Test
    void aSnapshotOfTheTestIsRestored(Tenant tenant) {
        order(tenant);
        tenant.snapshot("one-card");
        order(tenant);
        tenant.restore("one-card");
        assertEquals(1, cards(tenant).size());
    }

    @Test
    void aTestHasOneTenant(Tenant tenant) {
        assertSame(ofBeforeEach, tenant);
        assertTrue(tenant.sandboxUrl().endsWith("/tenants/" + tenant.name() + "/sandbox"));
        assertNotEquals(tenant.businessToken(), tenant.token());
    }

    @Test
    void aRefusalNamesTheRequestAndTheReason(Tenant tenant) {
        var body = Map.of("country", "nowhere");
        var refusal = assertThrows(Call.Refused.class, () -> tenant.sandbox("POST", "/customers", body));
        assertTrue(refusal.getMessage().matches("POST http.* answered 400: .*country.*"), refusal.getMessage());
    }

    @Test
    void allJsonIsReadAndWritten() {
        var text = "{\"a\": [], \"b\": [true, false, null, -1.5, 12000, 1E-7], \"c\": {}, "
            + "\"\u00e4\\\"\\\\\": \"\\u0001 \"}";
        var written = text.replace("1E-7", "0.0000001");
        assertEquals(written, Json.parse(text).toString());
        assertEquals(Json.parse(text), Json.parse(written.replace(" ", "").replace("u0001", "u0001 ")));
        assertEquals("\n\u00e4/", Json.parse("\"\\n\\u00e4\\/\"").text());
        assertEquals(Json.of(Map.of("n", 1.0)), Json.of(Map.of("n", 1L)));
        for (var wrong : List.of("", "[1", "[1,]", "{\"a\"}", "\"a", "tru", "1 2", "\"\\x\"")) {
            assertThrows(IllegalArgumentException.class, () -> Json.parse(wrong), wrong);
        }
    }
}
