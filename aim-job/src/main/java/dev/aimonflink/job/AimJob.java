package dev.aimonflink.job;

import dev.aimonflink.job.config.CheckpointsOff;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.config.ResolvedOptions;
import dev.aimonflink.matrix.model.InvalidInputException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The entry point: {@code flink run aim-job.jar --aim.kafka.bootstrap-servers HOST:PORT ...}. */
public final class AimJob {
    private static final Logger LOG = LoggerFactory.getLogger(AimJob.class);

    private AimJob() {}

    /** Throws {@link InvalidInputException} for wrong arguments; {@code flink run} shows its message. */
    public static void main(String[] arguments) throws Exception {
        Configuration options = JobArguments.parse(arguments);
        JobSettings settings = JobSettings.of(options);
        LOG.info("The options of the job:\n{}", ResolvedOptions.describe(options));
        LOG.info(settings.columnsSummary());
        System.out.println(settings.columnsSummary());
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        CheckpointsOff.warning(environment.getCheckpointConfig()).ifPresent(AimJob::warn);
        Topology.build(environment, settings);
        environment.execute("AIM on Flink");
    }

    /** Also warns on the terminal, because {@code flink run} logs to a file that few users read. */
    private static void warn(String sentence) {
        LOG.warn(sentence);
        System.err.println("WARNING: " + sentence);
    }
}
