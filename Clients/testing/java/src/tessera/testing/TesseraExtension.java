package tessera.testing;

import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test that has a parameter of the type {@link Tenant} a tenant of its own, as it was after its set-up. Tests
 * that run at the same time get different ones; the next test gets that of one that is done. After the last test they
 * are deleted.
 *
 * <p>To give all tests more than the demo has, extend the class.
 */
public class TesseraExtension implements ParameterResolver {
    /** Puts what all tests need into a new tenant. */
    protected void setUp(Tenant tenant) {}

    /** What a tenant begins with, such as {@code Map.of("brand", "acme")}. */
    protected Map<String, ?> beginning() {
        return Map.of();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Tenant.class;
    }

    @Override
    public Tenant resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException(
                "A tenant belongs to one test: take it as a parameter of the test or of @BeforeEach.");
        }
        // A set-up of its own makes tenants of its own.
        var namespace = Namespace.create(getClass());
        var tenants = context.getRoot().getStore(namespace)
            .getOrComputeIfAbsent(Tenants.class, key -> new Tenants(beginning(), this::setUp), Tenants.class);
        return context.getStore(namespace)
            .getOrComputeIfAbsent(Loan.class, key -> new Loan(tenants, tenants.take()), Loan.class).tenant();
    }

    /** Ends when the test is done. */
    private record Loan(Tenants tenants, Tenant tenant) implements CloseableResource {
        @Override
        public void close() {
            tenants.giveBack(tenant);
        }
    }
}
