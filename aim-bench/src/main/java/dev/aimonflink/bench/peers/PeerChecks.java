package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.experiment.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Demands how many times faster than the peer's fastest way we are: best time against best time. */
final class PeerChecks {
    private static final double EACH = 4;
    private static final double GEOMETRIC_MEAN = 6;
    private static final double EACH_AD_HOC = 0.8;
    private static final double MEAN_AD_HOC = 2;

    private PeerChecks() {}

    /**
     * @param catalogue results of the benchmark's queries
     * @param adHoc of SQL queries without a special kernel
     */
    static List<Demand> of(String peer, List<Duel.Result> catalogue, List<Duel.Result> adHoc) {
        List<Demand> checks = of(peer, "", catalogue, EACH, GEOMETRIC_MEAN);
        checks.addAll(of(peer, " in SQL", adHoc, EACH_AD_HOC, MEAN_AD_HOC));
        return checks;
    }

    private static List<Demand> of(
            String peer, String which, List<Duel.Result> results, double least, double leastMean) {
        Map<String, List<Duel.Result>> byQuery =
                results.stream().collect(Collectors.groupingBy(Duel.Result::query, TreeMap::new, Collectors.toList()));
        List<Demand> checks = new ArrayList<>();
        double product = 1;
        for (Map.Entry<String, List<Duel.Result>> query : byQuery.entrySet()) {
            double times = best(query.getValue(), false).min().orElseThrow()
                    / best(query.getValue(), true).min().orElseThrow();
            product *= times;
            checks.add(Demand.atLeast(query.getKey() + ", times faster than " + peer, times, least));
        }
        if (!byQuery.isEmpty()) {
            checks.add(Demand.atLeast(
                    "geometric mean" + which + ", times faster than " + peer,
                    Math.pow(product, 1.0 / byQuery.size()),
                    leastMean));
        }
        return checks;
    }

    private static DoubleStream best(List<Duel.Result> results, boolean ours) {
        return results.stream().filter(result -> result.ours() == ours).mapToDouble(result -> result.figure()
                .best());
    }
}
