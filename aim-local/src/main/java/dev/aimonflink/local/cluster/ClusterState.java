package dev.aimonflink.local.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.setup.KeptColumns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;

/**
 * The state of a cluster that is kept between commands: {@code cluster.json}.
 *
 * @param jobId of the last submitted job, or null
 * @param members in start order
 */
record ClusterState(int version, ClusterSettings settings, ClusterPorts ports, String jobId, List<Member> members) {
    static final int VERSION = 3;

    /** Without a gateway, so without its ports; the second is without the one for HTTP. */
    private static final int FIRST_VERSION = 1;

    private static final ObjectMapper JSON = new ObjectMapper();

    ClusterState {
        members = members.stream()
                .sorted(Comparator.comparing(Member::role).thenComparing(Member::name))
                .toList();
    }

    static ClusterState initial(ClusterSettings settings, ClusterPorts ports) {
        return new ClusterState(VERSION, settings, ports, null, List.of());
    }

    ClusterState withJob(String id) {
        return new ClusterState(version, settings, ports, id, members);
    }

    /** Replaces the process of the same name. */
    ClusterState with(Member member) {
        List<Member> others = new ArrayList<>(members);
        others.removeIf(other -> other.name().equals(member.name()));
        others.add(member);
        return new ClusterState(version, settings, ports, jobId, others);
    }

    ClusterState with(ClusterSettings others) {
        return new ClusterState(version, others, ports, jobId, members);
    }

    ClusterState with(ClusterPorts others) {
        return new ClusterState(version, settings, others, jobId, members);
    }

    /** With all that a process of this role needs to start. */
    ClusterState readyFor(Role role) {
        return role == Role.GATEWAY ? with(ports.withHttp()) : this;
    }

    /** Without the processes of Flink. */
    ClusterState withoutFlink() {
        return new ClusterState(
                version,
                settings,
                ports,
                null,
                members.stream().filter(member -> !member.role().isOfFlink()).toList());
    }

    ClusterState withoutMembers() {
        return new ClusterState(version, settings, ports, null, List.of());
    }

    /** Whether there is a broker and no Flink. */
    boolean isBrokerOnly() {
        return !members.isEmpty()
                && members.stream().noneMatch(member -> member.role().isOfFlink());
    }

    Optional<Member> member(String name) {
        return members.stream().filter(member -> member.name().equals(name)).findFirst();
    }

    List<Member> ofRole(Role role) {
        return members.stream().filter(member -> member.role() == role).toList();
    }

    /**
     * A local cluster is for trying, so it keeps many columns by default. Each TaskManager sees all cores of this machine, but not the
     * others' slots: so if the slots take all cores, this says where scans run.
     */
    List<String> jobArguments() {
        List<String> arguments = new ArrayList<>(List.of(
                "--" + AimOptions.BOOTSTRAP_SERVERS.key(),
                ports.bootstrap(),
                "--" + AimOptions.MODEL.key(),
                settings.model()));
        Configuration given = JobArguments.parse(settings.jobArguments().toArray(String[]::new));
        if (!given.contains(AimOptions.COLUMNS)) {
            arguments.addAll(List.of("--" + AimOptions.COLUMNS.key(), KeptColumns.SQL));
        }
        if (!given.contains(AimOptions.SCANS_MODE)
                && settings.allSlots() >= Runtime.getRuntime().availableProcessors()) {
            arguments.addAll(List.of("--" + AimOptions.SCANS_MODE.key(), ScanMode.S1.label()));
        }
        arguments.addAll(settings.jobArguments());
        return arguments;
    }

    static Optional<ClusterState> read(ClusterFolder folder) {
        try {
            ClusterState state = JSON.readValue(Files.readString(folder.state()), ClusterState.class);
            if (state.version < FIRST_VERSION || state.version > VERSION) {
                throw new InvalidInputException(folder.state() + " has version=" + state.version + ", not "
                        + FIRST_VERSION + " to " + VERSION
                        + ". Stop the cluster with the release that started it.");
            }
            return Optional.of(new ClusterState(VERSION, state.settings, state.ports, state.jobId, state.members));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(
                    folder.state() + " is not what was written there: " + e.getOriginalMessage()
                            + ". Give another --dir, or stop the processes by hand and remove the file.",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(folder.state() + " could not be read.", e);
        }
    }

    void write(ClusterFolder folder) {
        try {
            ClusterFolder.replace(
                    folder.state(), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
