import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tessera.testing.Call;
import tessera.testing.Json;
import tessera.testing.Tenant;
import tessera.testing.TesseraExtension;

@ExtendWith(TesseraExtension.class)
class ExampleTest {
    private static final String CARDS = "/digitalwallets/v1/profile/prepaid/cards";

    /** Your code, which is under test. */
    private static Json orderCard(String url, String token) {
        var order = Map.of("programName", "DEMO-VIRTUAL-VISA-EEA", "currency", "EUR");
        return Call.send("POST", url + CARDS, order, Map.of("Authorization", "Bearer " + token));
    }

    @Test
    void anOrderMakesOneCard(Tenant tessera) {
        orderCard(tessera.url(), tessera.token());
        tessera.verify("createCard", 1, Map.of("status", 201, "body", Map.of("currency", "EUR")));
    }

    @Test
    void aCardExpires(Tenant tessera) {
        var card = orderCard(tessera.url(), tessera.token());
        try (var clock = tessera.withClock(Instant.parse("2040-01-01T00:00:00Z"))) {
            var url = tessera.url() + CARDS + "/" + card.get("cardId").text();
            var shown = Call.send("GET", url, Map.of("Authorization", "Bearer " + tessera.token()));
            assertEquals("EXPIRED", shown.get("status").text());
        }
    }

    @Test
    void aSlowAnswerIsWaitedFor(Tenant tessera) {
        var rule = Map.of("operation", "createCard", "fault", "LATENCY", "milliseconds", 20);
        try (var faults = tessera.withFaults(rule)) {
            orderCard(tessera.url(), tessera.token());
            assertEquals(1, faults.plan().get("rules").get(0).get("strikes").number());
        }
    }
}
