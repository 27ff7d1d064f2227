package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.doctor.Finding.Verdict;
import dev.aimonflink.clients.flink.FakeFlink;
import dev.aimonflink.clients.flink.JobMetrics;
import java.time.Duration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClusterChecksTest {
    private final FakeFlink flink = new FakeFlink();

    private JobMetrics metrics() throws Exception {
        return JobMetrics.readOnce(flink, FakeFlink.JOB, name -> true);
    }

    @Test
    void shouldFindNothingWrongWithAJobThatDoesWell() throws Exception {
        flink.withMetric("m.aim.rows", 500).withMetric("merge_parts.aim.answers", 1_000);
        assertThat(ClusterChecks.ofMetrics(metrics()))
                .containsExactly(
                        Finding.ok("dead letters", "none since the job was started"),
                        Finding.ok("lost records", "none since the job was started"),
                        Finding.ok("answers", "2000 since the job was started"),
                        Finding.ok("writes", "no answer was dropped since the job was started"),
                        Finding.ok("rules", "0 judge; 0 alerts since the job was started"),
                        Finding.ok("planning", "0 ms of a core since the job was started"),
                        Finding.ok("lag", "no Kafka partition of the events topic is behind"),
                        Finding.ok("rows", "1000 rows"),
                        Finding.ok("hot key", "0 events counted since the job was started"));
    }

    @Test
    void shouldWarnWhereTheJobManagerHasNoMetrics() throws Exception {
        JobMetrics none = JobMetrics.read(flink, FakeFlink.JOB, Duration.ofMillis(1));
        assertThat(ClusterChecks.ofMetrics(none))
                .containsExactly(Finding.warn(
                        "job metrics",
                        "the JobManager has none of the job's",
                        "Give a longer --timeout; if it stays, see that the TaskManagers can reach the JobManager."));
    }

    /** Half of all events are of one key, and the others spread alike. */
    @Test
    void shouldWarnOfAKeyWithALargePartOfAllEvents() throws Exception {
        flink.withMetric("m.aim.eventsApplied", 75_000, 25_000);
        Finding finding = EventChecks.hotKey(metrics());
        assertThat(finding.verdict()).isEqualTo(Verdict.WARN);
        assertThat(finding.detail())
                .isEqualTo(
                        "100000 events counted since the job was started, 75% of them in one of 2 partitions: about 50% of all"
                                + " may be of one key");
        flink.withMetric("m.aim.eventsApplied", 55_000, 45_000);
        assertThat(EventChecks.hotKey(metrics()))
                .isEqualTo(Finding.ok("hot key", "100000 events counted since the job was started"));
        flink.withMetric("m.aim.eventsApplied", 75, 25);
        assertThat(EventChecks.hotKey(metrics()))
                .as("by chance")
                .isEqualTo(Finding.ok("hot key", "100 events counted since the job was started"));
    }

    @Test
    void shouldWarnOfDeadLettersByReason() throws Exception {
        flink.withMetric("decode_events.aim.deadLetters", 5)
                .withMetric("decode_events.aim.deadLettersAhead", 3)
                .withMetric("decode_events.aim.deadLettersMalformed", 2)
                .withMetric("decode_events.aim.deadLettersOverflow", 0);
        assertThat(EventChecks.deadLetters(metrics()))
                .isEqualTo(Finding.warn(
                        "dead letters",
                        "10 since the job was started: 6 ahead, 4 malformed",
                        "Read some with `aim dead-letters`, which says what is wrong with each. If all events are"
                                + " malformed, their format may not be aim.events.format, or they were published with"
                                + " another model."));
        flink.withMetric("m.aim.deadLettersLate", 1);
        assertThat(EventChecks.deadLetters(metrics()).fix())
                .endsWith(
                        " Late events are older than every window: publish them sooner, or see that no producer's clock"
                                + " is ahead and has moved the windows on.");
        flink.withMetric("m.aim.deadLettersLate", 0)
                .withMetric("write_dead_letters__Writer.aim.lettersSkipped", 4)
                .withMetric("write_dead_letters__Writer.aim.lettersSkippedMalformed", 4);
        assertThat(EventChecks.deadLetters(metrics()).detail())
                .isEqualTo("10 since the job was started: 6 ahead, 4 malformed; 8 of them are not in the topic"
                        + " (aim.dead-letters.max-per-second)");
    }

    @Test
    void shouldSayHowRulesDo() throws Exception {
        flink.withMetric("m.aim.rules", 3).withMetric("m.aim.alertsFired", 20);
        assertThat(RulesCheck.finding(metrics()))
                .isEqualTo(Finding.ok("rules", "3 judge; 40 alerts since the job was started"));
        flink.withMetric("m.aim.rulesFailed", 7);
        assertThat(RulesCheck.finding(metrics()).detail())
                .isEqualTo("conditions failed 14 times, as in a division by zero");
        flink.withMetric("m.aim.alertsSkipped", 5);
        assertThat(RulesCheck.finding(metrics()).detail())
                .isEqualTo(
                        "10 alerts were not written since the job was started, because of aim.alerts.max-per-second");
        flink.withMetric("m.aim.ruleEventsTooLarge", 1);
        assertThat(RulesCheck.finding(metrics()).detail())
                .isEqualTo("2 alerts or events of rules were too large to be written since the job was started");
        flink.withMetric("m.aim.rulesSuspended", 1);
        assertThat(RulesCheck.finding(metrics()).detail()).isEqualTo("1 rule is suspended");
        flink.withMetric("m.aim.rulesRefused", 1);
        assertThat(RulesCheck.finding(metrics()).detail()).isEqualTo("1 rule does not judge in the newest version");
        flink.withMetric("decode_events.aim.rulesAgeMs", 12_345);
        assertThat(RulesCheck.finding(metrics()))
                .isEqualTo(Finding.fail(
                        "rules",
                        "events wait, because the topic of rules has not been read for 12 s",
                        "A TaskManager's log says why. Where the topic was created anew, start the job again, from its last"
                                + " checkpoint. Where it does not come back, start it with aim.alerts.enabled=false."));
    }

    @Test
    void shouldWarnWhereTheJobWentOnWithoutRecords() throws Exception {
        flink.withMetric("Source__read_events.aim.offsetsLost", 1)
                .withMetric("Source__read_events.aim.recordsLost", 20)
                .withMetric("Source__read_subscribers.aim.offsetsLost", 0);
        Finding finding = EventChecks.lostRecords(metrics());
        assertThat(finding.verdict()).isEqualTo(Verdict.WARN);
        assertThat(finding.detail())
                .isEqualTo("Kafka no longer had the next records of 2 Kafka partitions, so answers lack 40 records that"
                        + " were deleted, and those of topics that were created anew");
    }

    @Test
    void shouldWarnWhereMoreThanOneAnswerOfAHundredFails() throws Exception {
        flink.withMetric("m.aim.answers", 500)
                .withMetric("m.aim.answersTimedOut", 3)
                .withMetric("m.aim.answersUnknownQuery", 400)
                .withMetric("m.aim.answersWindowTurned", 2);
        assertThat(QueryChecks.answers(metrics()))
                .isEqualTo(Finding.ok(
                        "answers", "1000 since the job was started, of them failed: 6 timed out, 4 window turned"));
        flink.withMetric("m.aim.answersOverloaded", 1);
        assertThat(QueryChecks.answers(metrics()))
                .isEqualTo(Finding.warn(
                        "answers",
                        "1000 since the job was started, of them failed: 6 timed out, 2 overloaded, 4 window turned",
                        "Ask fewer at a time or with a longer timeout, or give the job more partitions; docs/errors.md#codes"
                                + " explains each error."));
    }

    @Test
    void shouldNotCountRequestsThatNobodyWaitedForWhenTheyWereRead() throws Exception {
        flink.withMetric("m.aim.answers", 5)
                .withMetric("m.aim.answersTimedOut", 3)
                .withMetric("p.aim.requestsExpired", 3);
        assertThat(QueryChecks.answers(metrics()))
                .isEqualTo(Finding.ok(
                        "answers",
                        "10 since the job was started; 6 were past their deadline when they were read, as after a"
                                + " restart"));
    }

    @Test
    void shouldWarnOfAnswersThatWereDropped() throws Exception {
        flink.withMetric("write_results__Writer.aim.resultsDropped", 5)
                .withMetric("write_results__Writer.aim.resultsDroppedFull", 2)
                .withMetric("write_results__Writer.aim.resultsDroppedNotDelivered", 3);
        assertThat(QueryChecks.writes(metrics()))
                .isEqualTo(Finding.warn(
                        "writes",
                        "10 answers were dropped (4 had no room while others waited, 6 Kafka did not take), since the"
                                + " job was started",
                        "See that the broker answers and has the topics, and that no quota throttles the job. The log"
                                + " of the TaskManagers says why."));
        flink.withMetric("write_second_rounds__Writer.aim.secondRoundsDropped", 1)
                .withMetric("write_second_rounds__Writer.aim.secondRoundsDroppedNotAllowed", 1);
        Finding notAllowed = QueryChecks.writes(metrics());
        assertThat(notAllowed.detail()).contains("; 2 second rounds were dropped (2 the job may not write)");
        assertThat(notAllowed.fix()).startsWith("Grant the job's user Write on the topics");
    }

    @Test
    void shouldNameTheClientsWhoseStatementsTakeMostToPlan() throws Exception {
        flink.withMetric("parse_queries.aim.planningNanos", 40_000_000)
                .withMetric("parse_queries.aim.client.c1.planningNanos", 1_000_000)
                .withMetric("parse_queries.aim.client.c2.planningNanos", 30_000_000)
                .withMetric("parse_queries.aim.client.c.3.planningNanos", 7_000_000)
                .withMetric("parse_queries.aim.client.others.planningNanos", 90_000_000)
                .withMetric("parse_queries.aim.client.c4.planningNanos", 2_000_000);
        String used = "80 ms of a core since the job was started, most of it for c2 60 ms, c.3 14 ms, c4 4 ms";
        assertThat(QueryChecks.planning(metrics())).isEqualTo(Finding.ok("planning", used));
        flink.withMetric("parse_queries.aim.textsRefused", 5);
        assertThat(QueryChecks.planning(metrics()))
                .isEqualTo(Finding.warn(
                        "planning",
                        "10 statements refused; " + used,
                        "Let these clients ask fewer different statements, with parameters for what changes, or raise"
                                + " aim.sql.planning-cpu-share."));
    }

    @Test
    void shouldWarnOfAKafkaPartitionThatIsBehind() throws Exception {
        flink.withMetric("m.aim.kafkaPartition.0.eventTimeLagMs", 200)
                .withMetric("m.aim.kafkaPartition.2.eventTimeLagMs", 3_600_000)
                .withMetric("m.aim.kafkaPartition.11.eventTimeLagMs", 10_000);
        assertThat(EventChecks.lag(metrics()))
                .isEqualTo(Finding.warn(
                        "lag",
                        "1 of 3 Kafka partitions of the events topic are behind, partition 2 by 1h of event time",
                        "If it shrinks, wait. If it grows, add partitions and cores; if it is one partition alone, look at"
                                + " its broker and its reader, and at the clocks of who writes to it."));
    }

    @Test
    void shouldWarnWhereTheMatrixIsNearlyFull() throws Exception {
        flink.withMetric("m.aim.rowsLimit", 1_000).withMetric("m.aim.rows", 899);
        assertThat(EventChecks.rows(metrics())).isEqualTo(Finding.ok("rows", "1798 of at most 2000 rows"));
        flink.withMetric("m.aim.rows", 900);
        Finding nearlyFull = EventChecks.rows(metrics());
        assertThat(nearlyFull.verdict()).isEqualTo(Verdict.WARN);
        assertThat(nearlyFull.detail())
                .isEqualTo("1800 of at most 2000 rows, 900 of at most 1000 in the fullest partition; beyond, events"
                        + " of new keys go to the dead letters");
    }
}
