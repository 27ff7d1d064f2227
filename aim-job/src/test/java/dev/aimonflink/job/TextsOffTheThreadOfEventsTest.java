package dev.aimonflink.job;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.aimonflink.job.plan.Planner;
import dev.aimonflink.job.warmup.SqlWarmUp;
import dev.aimonflink.matrix.model.FilterConditions;
import dev.aimonflink.rules.judge.RuleVersions;
import dev.aimonflink.sql.text.ExpressionParser;
import dev.aimonflink.sql.text.StatementParser;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Follows calls from the operators into what they call, however far that is, so that no factory hides the parsing of a text. */
class TextsOffTheThreadOfEventsTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.aimonflink");

    private static final Set<String> ROOMS = Set.of("dev.aimonflink.job.operator", "dev.aimonflink.job.source");

    /**
     * They lead to other threads, but for the filters of a model, which are parsed when a partition starts, and for a version of rules that is
     * neither the newest nor among those used lately, which the first event of it makes.
     */
    private static final Set<String> DOORS =
            names(Planner.class, RuleVersions.class, SqlWarmUp.class, FilterConditions.class);

    private static final Set<String> PARSERS = names(ExpressionParser.class, StatementParser.class);

    private static Set<String> names(Class<?>... classes) {
        return Stream.of(classes).map(Class::getName).collect(Collectors.toSet());
    }

    @Test
    void shouldParseNoTextButBehindADoor() {
        assertThat(wayToAParser(DOORS)).isNull();
    }

    @Test
    void shouldFindAWayThroughEachDoorThatIsOpen() {
        for (String open : DOORS) {
            Set<String> others =
                    DOORS.stream().filter(each -> !each.equals(open)).collect(Collectors.toSet());
            assertThat(wayToAParser(others)).as("the way through %s", open).isNotNull();
        }
    }

    /** The shortest one; null if there is none. */
    private static String wayToAParser(Set<String> closed) {
        Map<JavaCodeUnit, JavaCodeUnit> callers = new HashMap<>();
        Deque<JavaCodeUnit> next = new ArrayDeque<>();
        CLASSES.stream()
                .filter(each -> ROOMS.contains(each.getPackageName()))
                .flatMap(each -> each.getCodeUnits().stream())
                .forEach(next::add);
        next.forEach(each -> callers.put(each, each));
        while (!next.isEmpty()) {
            JavaCodeUnit caller = next.remove();
            if (PARSERS.contains(caller.getOwner().getName())) {
                return way(caller, callers);
            }
            Stream.concat(caller.getCallsFromSelf().stream(), caller.getCodeUnitReferencesFromSelf().stream())
                    .flatMap(TextsOffTheThreadOfEventsTest::targets)
                    .filter(target -> !closed.contains(target.getOwner().getName()))
                    .filter(target -> callers.putIfAbsent(target, caller) == null)
                    .forEach(next::add);
        }
        return null;
    }

    /** What may run: the method that is named, or that of a class which extends or implements its owner. */
    private static Stream<JavaCodeUnit> targets(JavaCodeUnitAccess<?> access) {
        Stream<JavaCodeUnit> named = access.getTarget().resolveMember().map(JavaCodeUnit.class::cast).stream();
        Stream<JavaMethod> overriding = access.getTargetOwner().getAllSubclasses().stream()
                .flatMap(each -> each.getMethods().stream())
                .filter(each -> each.getName().equals(access.getName()));
        return Stream.concat(named, overriding);
    }

    private static String way(JavaCodeUnit last, Map<JavaCodeUnit, JavaCodeUnit> callers) {
        StringBuilder way = new StringBuilder(last.getFullName());
        for (JavaCodeUnit at = last; callers.get(at) != at; at = callers.get(at)) {
            way.append("\n  called by ").append(callers.get(at).getFullName());
        }
        return way.toString();
    }
}
