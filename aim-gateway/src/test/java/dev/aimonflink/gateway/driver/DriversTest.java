package dev.aimonflink.gateway.driver;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What programs do with drivers. */
class DriversTest {
    @ParameterizedTest
    @MethodSource("dev.aimonflink.gateway.driver.Drivers#all")
    void shouldAsk(String driver) throws IOException, InterruptedException {
        try (TestGateway gateway = TestGateway.start()) {
            Drivers.ask(driver, gateway.port());
        }
    }
}
