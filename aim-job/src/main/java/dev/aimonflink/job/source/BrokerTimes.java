package dev.aimonflink.job.source;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.record.TimestampType;

/** Asks the broker for the times of records, with a new client each time, because a job asks only where it begins. */
final class BrokerTimes implements WindowStart.Times {
    private static final long serialVersionUID = 1L;

    private final Properties properties;

    BrokerTimes(Properties properties) {
        this.properties = properties;
    }

    @Override
    public boolean areOfTheBroker(String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            String type = ask(admin ->
                            admin.describeConfigs(List.of(resource)).values().get(resource))
                    .get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)
                    .value();
            return type.equals(TimestampType.LOG_APPEND_TIME.name);
        } catch (AuthorizationException refused) {
            throw WindowStart.refusal("the job's user lacks the right DESCRIBE_CONFIGS on topic " + topic
                    + ", by which it knows whose times its records have. Grant it: kafka-acls.sh --add --allow-principal"
                    + " User:NAME --operation DescribeConfigs --topic " + topic + ".");
        }
    }

    @Override
    public OptionalLong newestMs(Collection<TopicPartition> partitions) {
        return ask(admin -> admin.listOffsets(BrokerRanges.each(partitions, OffsetSpec.maxTimestamp()))
                        .all())
                .values()
                .stream()
                .filter(newest -> newest.offset() >= 0)
                .mapToLong(ListOffsetsResultInfo::timestamp)
                .max();
    }

    private <T> T ask(Function<Admin, KafkaFuture<T>> question) {
        Admin admin = Admin.create(properties);
        try {
            return question.apply(admin).get(BrokerRanges.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException unknown) {
            if (unknown.getCause() instanceof AuthorizationException refused) {
                throw refused;
            }
            throw new FlinkRuntimeException("The broker does not report the times of its records.", unknown);
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new FlinkRuntimeException("Interrupted while the broker was asked for times.", cancelled);
        } finally {
            admin.close(Duration.ZERO);
        }
    }
}
