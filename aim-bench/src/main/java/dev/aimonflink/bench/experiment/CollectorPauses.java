package dev.aimonflink.bench.experiment;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** Records the garbage collector's pauses of this process, job and clients together, from now until closed. */
public final class CollectorPauses implements AutoCloseable {
    /** Beans with such names report whole cycles, which concurrent collectors run beside the program. */
    private static final String CYCLES = "Cycles";

    private final NotificationListener listener = (notification, handback) -> add(notification);
    private final List<NotificationEmitter> collectors = new ArrayList<>();
    private final List<Long> millis = new ArrayList<>();

    public CollectorPauses() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter
                    && !collector.getName().endsWith(CYCLES)) {
                emitter.addNotificationListener(listener, null, null);
                collectors.add(emitter);
            }
        }
    }

    private void add(Notification notification) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            GcInfo pause = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                    .getGcInfo();
            synchronized (millis) {
                millis.add(pause.getDuration());
            }
        }
    }

    /** The length of each pause so far. */
    public List<Long> millis() {
        synchronized (millis) {
            return List.copyOf(millis);
        }
    }

    @Override
    public void close() {
        try {
            for (NotificationEmitter collector : collectors) {
                collector.removeNotificationListener(listener);
            }
        } catch (JMException e) {
            throw new IllegalStateException("The collector was not listened to.", e);
        }
    }
}
