package dev.aimonflink.lab.chaos;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.cli.environment.LiveLine;
import dev.aimonflink.lab.disturbance.Cell;
import dev.aimonflink.lab.disturbance.LocalVictim;
import dev.aimonflink.lab.disturbance.ProcessVictim;
import dev.aimonflink.lab.disturbance.Setting;
import dev.aimonflink.lab.disturbance.StormPlan;
import dev.aimonflink.local.EmbeddedBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One run after another, each with its own cluster. */
final class Campaign {
    private final ChaosOptions options;
    private final Guests.Invitation guests;
    private final LiveLine line;

    Campaign(ChaosOptions options, Guests.Invitation guests, LiveLine line) {
        this.options = options;
        this.guests = guests;
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
        StormPlan plan = options.plan(cell);
        Consumer<String> progress = step -> line.show(name + ", " + step);
        long startNanos = System.nanoTime();
        try {
            return options.processes() ? runProcesses(cell, plan, progress) : runHere(cell, plan, progress);
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
                    0,
                    0,
                    (System.nanoTime() - startNanos) / 1e9,
                    List.of(sentence(e)));
        }
    }

    private RunReport runHere(Cell cell, StormPlan plan, Consumer<String> progress) {
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            Setting setting = Setting.of(
                    cell, options.entities(), options.rate(), options.isAttacked(), Connection.to(broker.bootstrap()));
            return new Storm(setting, plan, options.workload(cell.seed()), guests, progress)
                    .run(kept -> LocalVictim.start(setting, plan, kept, options.unaligned()));
        }
    }

    private RunReport runProcesses(Cell cell, StormPlan plan, Consumer<String> progress) {
        try (ProcessVictim victim = ProcessVictim.start(cell, plan, options.model(), progress)) {
            Setting setting = Setting.ofProcesses(
                    cell, options.entities(), options.rate(), options.isAttacked(), victim.connection());
            return new Storm(setting, plan, options.workload(cell.seed()), guests, progress).run(kept -> victim);
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
