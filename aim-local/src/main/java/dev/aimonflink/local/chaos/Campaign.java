package dev.aimonflink.local.chaos;

import dev.aimonflink.local.EmbeddedBroker;
import dev.aimonflink.local.load.LiveLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One run after another, each with a cluster of its own. */
final class Campaign {
    private final ChaosOptions options;
    private final Workload workload;
    private final LiveLine line;

    Campaign(ChaosOptions options, LiveLine line) {
        this.options = options;
        workload = options.workload();
        this.line = line;
    }

    List<RunReport> run() {
        List<Cell> cells = options.cells();
        List<RunReport> reports = new ArrayList<>();
        for (Cell cell : cells) {
            String name = "Run " + (reports.size() + 1) + " of " + cells.size() + ", " + cell.name();
            line.show(name + ": Kafka, Flink and the job start ...");
            reports.add(run(cell, name));
        }
        return reports;
    }

    /** An exception is a difference, too, and the other runs continue. */
    private RunReport run(Cell cell, String name) {
        Plan plan = Plan.of(cell, options.points(), workload.formats(), workload.moments());
        long startNanos = System.nanoTime();
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            Setting setting = new Setting(cell, options.entities(), options.unaligned(), broker.bootstrap());
            return new Storm(setting, plan, workload, step -> line.show(name + ", " + step)).run();
        } catch (RuntimeException e) {
            return new RunReport(
                    cell,
                    Map.of(),
                    Map.of(),
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    Map.of(),
                    0,
                    0,
                    0,
                    (System.nanoTime() - startNanos) / 1e9,
                    List.of(sentence(e)));
        }
    }

    private static String sentence(Throwable failure) {
        StringBuilder text = new StringBuilder("The run failed: ");
        for (Throwable each = failure; each != null; each = each.getCause()) {
            text.append(each == failure ? "" : " <- ").append(each);
        }
        return text.toString();
    }
}
