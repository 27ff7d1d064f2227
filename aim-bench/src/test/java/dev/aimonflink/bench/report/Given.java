package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.experiment.Samples;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** Results that never were measured. */
final class Given {
    private Given() {}

    static Map<String, Object> environment() {
        Map<String, Object> environment = new LinkedHashMap<>();
        environment.put("aim", "aim 0.1.0");
        environment.put("time", "2026-11-21T11:17:11Z");
        environment.put("cpu", "Test & Sons <CPU>");
        environment.put("cores", 2);
        return environment;
    }

    static Report report(String experiment, Map<String, Object> parameters, Figure... figures) {
        return new Report(
                experiment,
                environment(),
                parameters,
                List.of(figures),
                List.of(Demand.atMost("q1 over roofline", 1.31, 1.5), Demand.atLeast("times faster", 3, 4)),
                new Answers(7, 0));
    }

    /** The same from several fresh JVMs. */
    static Figure repeated(Figure figure, double... runs) {
        double value = runs.length == 0 ? figure.value() : new Samples(runs).median();
        return new Figure(
                figure.name(),
                figure.parameters(),
                figure.unit(),
                figure.best(),
                value,
                figure.worst(),
                figure.samples(),
                DoubleStream.of(runs).boxed().toList());
    }

    static Figure time(String name, Map<String, String> parameters, double... samples) {
        return Figure.lowIsGood(name, parameters, "ms", new Samples(samples));
    }

    static Figure rate(String name, Map<String, String> parameters, String unit, double... samples) {
        return Figure.highIsGood(name, parameters, unit, new Samples(samples));
    }
}
