package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.cli.environment.ProcessId;
import dev.aimonflink.clients.doctor.Machine;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Starts and stops the processes of a cluster; a second {@code up} starts only what does not run. Data stay from {@code down} to {@code
 * up}: the job continues from the newest savepoint or checkpoint and reads later events again.
 */
final class Cluster {
    static final String GATEWAY = "gateway";
    static final Duration LOCK_LIMIT = Duration.ofSeconds(30);

    private static final Duration SAVEPOINT_LIMIT = Duration.ofMinutes(10);
    private static final Duration CANCEL_LIMIT = Duration.ofMinutes(1);

    private final ClusterFolder folder;
    private final Processes processes;
    private final CommandLines commandLines;
    private final Stopping stopping;
    private final StartWait wait;
    private final Consumer<String> progress;
    private final boolean isScratch;
    private final DataModel dataModel;

    /**
     * @param progress receives what is done and waited for
     * @param isScratch whether all processes end with the one that started them
     */
    Cluster(
            ClusterFolder folder,
            Processes processes,
            CommandLines commandLines,
            Consumer<String> progress,
            Duration startLimit,
            boolean isScratch) {
        this.folder = folder;
        this.processes = processes;
        this.commandLines = commandLines;
        this.progress = progress;
        this.isScratch = isScratch;
        dataModel = new DataModel(folder);
        stopping = new Stopping(processes, Stopping.GRACE);
        wait = new StartWait(folder, processes, progress, startLimit);
    }

    static Cluster in(ClusterFolder folder, Consumer<String> progress, Duration startLimit, boolean isScratch) {
        return new Cluster(
                folder, new SystemProcesses(), CommandLines.ofThisProcess(folder), progress, startLimit, isScratch);
    }

    /** Returns when all processes and the job run; if that fails, stops what this call started and keeps the previous settings. */
    ClusterState up(ClusterRequest request) {
        ClusterLock lock = ClusterLock.acquire(folder, LOCK_LIMIT);
        try (lock) {
            Optional<ClusterState> before = ClusterState.read(folder);
            if (!request.isBrokerOnly()) {
                // Before comparing the settings of a running cluster, because after `down` these would be refused as
                // well.
                dataModel.requireSameRows(request.wanted(before).job().model());
            }
            boolean isAlive = before.stream()
                    .flatMap(state -> state.members().stream())
                    .anyMatch(member -> processes.isAlive(member.process()));
            ClusterState state = isAlive ? request.sameAs(before.orElseThrow(), folder) : request.next(before);
            if (!isAlive && !request.isBrokerOnly()) {
                FlinkSettings.requireRoom(state, folder, Machine.here().memoryBytes());
            }
            folder.create();
            Started started = new Started(stopping, this::interrupted);
            try (started) {
                return start(state, request, started);
            } catch (RuntimeException e) {
                if (!wait.isInterrupted()) {
                    progress.accept("What was started is stopped again ...");
                }
                started.stop();
                restore(before.map(earlier -> isAlive ? earlier : earlier.withoutMembers()));
                throw e;
            }
        }
    }

    /** Stops the job with a savepoint, and submits it with the wanted settings, while the processes go on. */
    ClusterState restart(ClusterRequest request) {
        ClusterLock lock = ClusterLock.acquire(folder, LOCK_LIMIT);
        try (lock) {
            ClusterState before = ClusterState.read(folder)
                    .filter(state -> !state.members().isEmpty() && !state.isBrokerOnly())
                    .orElseThrow(() -> new InvalidInputException("No job runs in the cluster of " + folder.root()
                            + ". Start one with " + folder.command("up") + "."));
            ClusterState next = before.with(request.wanted(Optional.of(before)));
            dataModel.requireSameRows(next.settings().job().model());
            JobManager jobManager = new JobManager(before.ports().restAddress());
            Started started = new Started(stopping, this::restartInterrupted);
            Optional<List<String>> others = Optional.empty();
            try (started) {
                if (isJobThere(jobManager, before)) {
                    savepoint(before);
                }
                others = jobManager.liveJobs();
                return start(next, request, started);
            } catch (RuntimeException e) {
                started.stop();
                if (others.isPresent() && !wait.isInterrupted()) {
                    undo(before, jobManager, others.get());
                }
                throw e;
            }
        }
    }

    private void restartInterrupted() {
        progress.accept("Interrupted. If the job does not run now, it goes on by " + folder.command("restart") + ".");
        wait.interrupt();
    }

    /**
     * Ends what was submitted, which would run beside the next job, and restores the previous settings and savepoint.
     *
     * @param others jobs that are not ours
     */
    private void undo(ClusterState before, JobManager jobManager, List<String> others) {
        before.write(folder);
        Optional<List<String>> submitted = jobManager
                .liveJobs()
                .map(live -> live.stream().filter(job -> !others.contains(job)).toList());
        boolean hasEnded =
                submitted.isPresent() && submitted.get().stream().allMatch(job -> jobManager.cancel(job, CANCEL_LIMIT));
        if (!hasEnded) {
            progress.accept("What was submitted may go on. Run " + folder.command("down") + ", then "
                    + folder.command("up") + ".");
            return;
        }
        submitted.get().forEach(job -> ClusterFolder.remove(folder.checkpoints().resolve(job)));
        progress.accept("The job is stopped. It goes on with its settings by " + folder.command("restart") + ".");
    }

    private void interrupted() {
        progress.accept("Interrupted: stopping what was started ...");
        wait.interrupt();
    }

    /** Settings with which the cluster did not start must not be those of the next start. */
    private void restore(Optional<ClusterState> before) {
        before.ifPresentOrElse(state -> state.write(folder), () -> ClusterFolder.remove(folder.state()));
    }

    private ClusterState start(ClusterState before, ClusterRequest request, Started started) {
        FlinkSettings.write(before, folder);
        // The watcher of a scratch cluster starts first, because it ends all others.
        ClusterState state = isScratch ? startProcess(Watcher.NAME, Role.WATCHER, before, started) : before;
        state = startProcess("broker", Role.BROKER, state, started);
        TopicsAttempt topics = new TopicsAttempt(
                Connection.to(state.ports().bootstrap()), state.settings().topicsOfRules());
        if (request.isBrokerOnly()) {
            wait.await("the broker", state.ofRole(Role.BROKER), topics::exist);
            return startProcess(Watcher.NAME, Role.WATCHER, state, started);
        }
        state = startProcess("jobmanager", Role.JOBMANAGER, state, started);
        for (int i = 1; i <= state.settings().taskManagers(); i++) {
            state = startProcess("taskmanager-" + i, Role.TASKMANAGER, state, started);
        }
        JobManager jobManager = new JobManager(state.ports().restAddress());
        List<Member> ofJobManager = state.ofRole(Role.JOBMANAGER);
        wait.await("the broker", state.ofRole(Role.BROKER), topics::exist);
        wait.await("the JobManager", ofJobManager, () -> jobManager.slots().isPresent());
        // TaskManagers start while Flink's client runs; the job waits for their slots.
        Model model = state.settings().job().model();
        boolean isSubmitted = !isJobThere(jobManager, state);
        if (isSubmitted) {
            state = submit(state, request);
        } else {
            dataModel.requireTheRunningOne(model);
        }
        if (!isScratch) {
            // Nobody knows of a temporary cluster, so nobody would connect.
            state = startProcess(GATEWAY, Role.GATEWAY, state, started);
        }
        int slots = state.settings().allSlots();
        wait.await(
                "every slot of the TaskManagers",
                state.ofRole(Role.TASKMANAGER),
                () -> jobManager.slots().orElse(0) >= slots);
        awaitJob(jobManager, state);
        if (!isScratch) {
            wait.await("the gateway", state.ofRole(Role.GATEWAY), state.ports()::isGatewayOpen);
        }
        // Only now: a job that did not start has left no data of its model.
        if (isSubmitted || !dataModel.isKnown()) {
            dataModel.write(model);
        }
        return startProcess(Watcher.NAME, Role.WATCHER, state, started);
    }

    /** Returns when every task of the job runs; throws with the reason if it fails. */
    void awaitJob(JobManager jobManager, ClusterState state) {
        String job = state.jobId();
        try {
            wait.await("the job", state.ofRole(Role.JOBMANAGER), () -> {
                // A job that refuses to start is not restarted, so there is nothing to wait for.
                if (jobManager.jobState(job).filter("FAILED"::equals).isPresent()) {
                    throw new ClientException("The job did not start.");
                }
                return jobManager.allTasksRun(job);
            });
        } catch (ClientException e) {
            throw new ClientException(
                    e.getMessage()
                            + jobManager
                                    .failure(job)
                                    .map(stack -> JobManager.reason(stack, folder))
                                    .orElse(""),
                    e);
        }
    }

    private ClusterState startProcess(String name, Role role, ClusterState before, Started started) {
        Optional<Member> known = before.member(name);
        if (known.isPresent() && processes.isAlive(known.get().process())) {
            return before;
        }
        wait.requireNotInterrupted();
        ClusterState state = before.readyFor(role);
        progress.accept("Starting " + name + " ...");
        Member member = started.start(() -> {
            ProcessId process = processes.start(commandLines.of(name, role, state), folder.output(name));
            return known.map(dead -> dead.restartedAs(process)).orElse(new Member(name, role, process, 0));
        });
        ClusterState next = state.with(member);
        next.write(folder);
        return next;
    }

    /** Asks until Flink answers: a second job beside one that still runs would answer every query again. */
    boolean isJobThere(JobManager jobManager, ClusterState state) {
        if (state.jobId() == null) {
            return false;
        }
        try {
            String jobState = wait.forValue(
                    "Flink's answer on job " + state.jobId(),
                    state.ofRole(Role.JOBMANAGER),
                    () -> jobManager.jobState(state.jobId()));
            return JobManager.isThere(jobState);
        } catch (ClientException e) {
            throw new ClientException(
                    e.getMessage() + " No second job was submitted beside it. Run " + folder.command("down") + ", then "
                            + folder.command("up") + ".",
                    e);
        }
    }

    private ClusterState submit(ClusterState state, ClusterRequest request) {
        Path restoreFrom =
                request.fromSavepoint().or(() -> folder.newestSnapshot()).orElse(null);
        progress.accept(restoreFrom == null ? "Submitting the job ..." : "Submitting the job, from " + restoreFrom);
        String change = dataModel.change(state.settings().job().schema());
        if (change != null) {
            progress.accept(change);
        }
        ClusterState next = state.withJob(
                Submission.run(commandLines.submission(Submission.NAME, request.jar(), state, restoreFrom), folder));
        next.write(folder);
        return next;
    }

    /**
     * Stops what runs, and returns the savepoint's path.
     *
     * @param savepoint whether to stop the job with one
     * @param wipe whether to remove the folder's content
     */
    Optional<String> down(boolean savepoint, boolean wipe) {
        ClusterLock lock = ClusterLock.acquire(folder, LOCK_LIMIT);
        try (lock) {
            Optional<ClusterState> found = ClusterState.read(folder);
            String path = null;
            if (found.isPresent()) {
                ClusterState state = found.get();
                if (savepoint && state.isBrokerOnly()) {
                    throw new InvalidInputException("savepoint=true needs a job, and the cluster in " + folder.root()
                            + " has none. Run " + folder.command("down") + " without it.");
                }
                if (savepoint && !state.members().isEmpty()) {
                    path = savepoint(state);
                }
                if (!state.members().isEmpty()) {
                    progress.accept("Stopping " + state.members().size() + " processes ...");
                }
                stopping.stop(state.members());
                state.withoutMembers().write(folder);
            }
            ClusterFolder.remove(folder.scratch());
            if (wipe) {
                List.of(folder.data(), folder.logs(), folder.configuration(), folder.state(), folder.httpToken())
                        .forEach(ClusterFolder::remove);
            }
            return Optional.ofNullable(path);
        }
    }

    /**
     * Stops the job with a savepoint, and Flink's processes; the broker and its clients' connections stay. The next {@code up} starts from
     * the savepoint; earlier ones are removed.
     */
    void stopFlink() {
        ClusterLock lock = ClusterLock.acquire(folder, LOCK_LIMIT);
        try (lock) {
            ClusterState state = ClusterState.read(folder).orElseThrow();
            savepoint(state);
            stopFlink(state);
            folder.removeOlderSavepoints();
        }
    }

    private void stopFlink(ClusterState state) {
        List<Member> members = state.members().stream()
                .filter(member -> member.role().isOfFlink())
                .toList();
        progress.accept("Stopping " + members.size() + " processes ...");
        stopping.stop(members);
        state.withoutFlink().write(folder);
        ClusterFolder.remove(folder.scratch());
    }

    private String savepoint(ClusterState state) {
        progress.accept("Taking the savepoint ...");
        return new JobManager(state.ports().restAddress())
                .stopWithSavepoint(state.jobId(), folder.savepoints().toUri().toString(), SAVEPOINT_LIMIT);
    }

    List<PartStatus> status() {
        return ClusterState.read(folder)
                .map(state -> PartStatus.of(
                        state, processes, new JobManager(state.ports().restAddress()), folder))
                .orElse(List.of());
    }

    /**
     * Creates the topics once a broker answers. An attempt takes seconds without a broker, so it runs in the background, while the caller
     * checks that the broker is alive. An open port alone does not show a working broker.
     */
    private static final class TopicsAttempt {
        private final Connection connection;
        private final List<String> ofRules;
        private CompletableFuture<Boolean> attempt = CompletableFuture.completedFuture(false);

        /** @param ofRules to which rules of the job may write events */
        TopicsAttempt(Connection connection, List<String> ofRules) {
            this.connection = connection;
            this.ofRules = ofRules;
        }

        /** Never blocks. */
        boolean exist() {
            if (attempt.isDone() && !attempt.join()) {
                attempt = CompletableFuture.supplyAsync(this::create);
            }
            return attempt.isDone() && attempt.join();
        }

        private boolean create() {
            try (TopicAdmin admin = new TopicAdmin(connection)) {
                admin.createMissing(Topics.defaults(), TopicSettings.defaults());
                admin.createMissingOfRules(ofRules);
                return true;
            } catch (ClientException noBrokerYet) {
                return false;
            }
        }
    }
}
