package dev.aimonflink.job.metrics;

import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** Counts an operator's answers: all, those that are OK, and the others by error code. */
public final class AnswerCounter {
    private final Counter all;
    private final Counter ok;
    private final Map<Code, Counter> byCode = new EnumMap<>(Code.class);

    public AnswerCounter(MetricGroup operator) {
        MetricGroup group = AimMetrics.of(operator);
        all = group.counter(AimMetrics.ANSWERS);
        ok = group.counter(okMetric());
        for (Code code : Code.values()) {
            byCode.put(code, group.counter(metric(code)));
        }
    }

    public static String okMetric() {
        return AimMetrics.ANSWERS + "Ok";
    }

    /** In camel case, as in {@code answersTimedOut}. */
    public static String metric(Code code) {
        return ReasonCounter.metric(AimMetrics.ANSWERS, code);
    }

    public void count(QueryResult result) {
        all.inc();
        (result.error() == null ? ok : byCode.get(result.error().code())).inc();
    }
}
