package dev.aimonflink.job;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The entry point: {@code flink run aim-job.jar --aim.kafka.bootstrap-servers HOST:PORT ...}. */
public final class AimJob {
    private AimJob() {}

    /** Throws {@link InvalidInputException} for wrong arguments; {@code flink run} shows its message. */
    public static void main(String[] arguments) throws Exception {
        JobSettings settings = JobSettings.of(JobArguments.parse(arguments));
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        Topology.build(environment, settings);
        environment.execute("AIM on Flink");
    }
}
