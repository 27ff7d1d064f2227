package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.pulse.Pulse;
import dev.aimonflink.sql.SqlState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** How the job is: now, and from one second to the next. */
final class PulseEndpoints {
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private final Pulse pulse;
    private final Viewers viewers;
    private final Authentication authentication;

    PulseEndpoints(Pulse pulse, Viewers viewers, Authentication authentication) {
        this.pulse = pulse;
        this.viewers = viewers;
        this.authentication = authentication;
    }

    void addTo(Routes routes) {
        routes.add("GET", "/v1/pulse", Set.of(), this::now).addKept("GET", "/v1/pulse/stream", Set.of(), this::stream);
    }

    private void now(Call call) throws IOException {
        try {
            Pulse.Beat beat = pulse.newest(TIMEOUT);
            if (beat == null) {
                throw HttpRefusal.of(
                        HttpStatus.UNAVAILABLE,
                        SqlState.CONNECTION_FAILURE,
                        "Neither the job nor Kafka says in time how they are. `aim doctor` looks why.");
            }
            call.answer(HttpStatus.OK, AnswerFormat.JSON.type(), beat.bytes());
        } catch (InterruptedException stopped) {
            throw new IOException("The gateway stops.", stopped);
        }
    }

    private void stream(Call call) throws IOException {
        viewers.takePlace(call.caller());
        try {
            PulseViewer viewer = new PulseViewer(call, () -> authentication.isStill(call));
            Runnable waking = viewer::wake;
            pulse.listen(waking);
            try {
                viewer.watch();
            } finally {
                pulse.ignore(waking);
            }
        } finally {
            viewers.leavePlace(call.caller());
        }
    }

    /** Sees the last two minutes, and then each beat. */
    private final class PulseViewer extends Viewer {
        private long next;

        private PulseViewer(Call call, BooleanSupplier isStillKnown) throws IOException {
            super(call, viewers, isStillKnown);
        }

        @Override
        void writeNewest() throws IOException {
            List<Pulse.Beat> beats = pulse.from(next);
            if (!beats.isEmpty()) {
                ByteArrayOutputStream events = new ByteArrayOutputStream();
                beats.forEach(each -> events.writeBytes(event("", "beat", each.json())));
                next = beats.get(beats.size() - 1).number() + 1;
                write(events.toByteArray());
            }
        }
    }
}
