package dev.aimonflink.query.serve.request;

import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.pass.QueryFailure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How it is asked. What it does is a matter of partitions. */
class ScansRequestTest {
    private final Catalogue catalogue = new Catalogue(List.of());

    @Test
    void shouldBeAskedByItsNameOfEveryModelAndNotBeListed() {
        assertThat(catalogue.bind(new ScansRequest(null).asked())).isEqualTo(new ScansRequest(null));
        for (ScanSetting mode : ScanSetting.ALL) {
            assertThat(catalogue.bind(new ScansRequest(mode).asked())).isEqualTo(new ScansRequest(mode));
        }
        assertThat(catalogue.entries()).extracting(Catalogue.Entry::id).containsExactly("verify");
        assertThat(new ScansRequest(null).answerColumns()).hasSameSizeAs(new ScansRequest(null).answerTypes());
    }

    @Test
    void shouldRefuseAModeThatThereIsNot() {
        assertRefused("s3", "mode=s3 is no way to scan. Use one of s1, s2, s3-is, s3-ni, adaptive.");
        assertRefused("S2", "mode=S2 is no way to scan. Use one of s1, s2, s3-is, s3-ni, adaptive.");
        assertRefused(2L, "Query 'scans' needs a name of at most 256 characters for mode, not 2.");
    }

    private void assertRefused(Object mode, String message) {
        assertThatThrownBy(() -> catalogue.bind(new AskedQuery(ScansRequest.ID, Map.of("mode", mode))))
                .isInstanceOfSatisfying(
                        QueryFailure.class,
                        failure -> assertThat(failure.error().code()).isEqualTo(Code.INVALID_PARAMETER))
                .hasMessage(message);
    }
}
