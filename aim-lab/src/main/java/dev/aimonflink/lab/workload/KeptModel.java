package dev.aimonflink.lab.workload;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.ColumnNames;
import dev.aimonflink.matrix.model.EntityType;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.Ever;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.SlidingWindow;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.query.setup.Catalogues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the job keeps: a model. */
public record KeptModel(Model model, MatrixSchema matrix) {
    /** One of each kind. */
    private static final List<WindowPolicy> FURTHER_WINDOWS = List.of(
            new Window(Window.Unit.HOUR, 6),
            SlidingWindow.of(new Window(Window.Unit.HOUR, 12)),
            new LastEvents(7),
            new Ever());

    private static KeptModel of(Model model) {
        return new KeptModel(model, MatrixSchema.of(model));
    }

    /** The given model, with absolute paths of its tables, because the job reads it from another folder. */
    public static KeptModel first(GivenModel given) {
        Model model = given.model();
        if (given.folder() == null) {
            return of(model);
        }
        EntityType entity = model.entity();
        return of(new Model(
                model.name(),
                model.event(),
                new EntityType(entity.name(), entity.attributes(), absolute(entity.tables(), given.folder())),
                model.aggregates(),
                model.names()));
    }

    private static Map<String, String> absolute(Map<String, String> tables, Path folder) {
        Map<String, String> absolute = new LinkedHashMap<>();
        tables.forEach((name, file) ->
                absolute.put(name, folder.resolve(file).toAbsolutePath().toString()));
        return absolute;
    }

    /**
     * The model with further windows in front, and without the first filter and minima, as far as it can spare them. So nearly all columns
     * move, some are new, and some are away for a while. Those that texts read stay, so that answers continue across a change.
     *
     * @throws InvalidInputException if nothing of the model can be changed
     */
    public static KeptModel other(GivenModel given) {
        KeptModel first = first(given);
        Aggregates fewer = fewer(first);
        KeptModel other;
        try {
            other = first.with(withFurtherWindows(fewer));
        } catch (InvalidInputException tooLargeOrNamesCollide) {
            other = first.with(fewer);
        }
        if (other.model.aggregates().equals(first.model.aggregates())) {
            throw new InvalidInputException("disturbance=schema cannot change the model '" + first.model.name()
                    + "': it has no filter or minimum to spare, and the windows '6 hours', 'last 12 hours', 'last 7"
                    + " events' and 'ever' are in it or do not fit. Give rescale or turn.");
        }
        return other;
    }

    /** Without aliases, which may be of missing columns. */
    private KeptModel with(Aggregates aggregates) {
        return of(new Model(
                model.name(),
                model.event(),
                model.entity(),
                aggregates,
                new ColumnNames(model.names().patterns(), Map.of())));
    }

    private static Aggregates withFurtherWindows(Aggregates of) {
        List<WindowPolicy> windows = new ArrayList<>(FURTHER_WINDOWS);
        windows.removeAll(of.windows());
        windows.addAll(of.windows());
        return new Aggregates(of.filters(), windows, of.aggregations(), of.copies());
    }

    private static Aggregates fewer(KeptModel first) {
        Aggregates of = first.model.aggregates();
        List<Aggregation> aggregations =
                of.aggregations().stream().map(KeptModel::withoutMinimum).toList();
        Aggregates withAllFilters = new Aggregates(of.filters(), of.windows(), aggregations, of.copies());
        return of.filters().stream()
                .filter(each -> !each.isAll())
                .map(spared -> {
                    List<EventFilter> filters = new ArrayList<>(of.filters());
                    filters.remove(spared);
                    return new Aggregates(filters, of.windows(), aggregations, of.copies());
                })
                .filter(fewer -> first.with(fewer).hasAll(Catalogues.scannedColumns(first.matrix)))
                .findFirst()
                .orElse(withAllFilters);
    }

    private boolean hasAll(Set<String> columns) {
        return columns.stream().allMatch(matrix::contains);
    }

    private static Aggregation withoutMinimum(Aggregation of) {
        Set<EventFunction> functions = EnumSet.noneOf(EventFunction.class);
        functions.addAll(of.functions());
        functions.remove(EventFunction.MIN);
        return functions.isEmpty() ? of : Aggregation.of(of.field(), functions);
    }

    /** Writes it into a folder as the job reads it, and returns the file. */
    public Path write(Path folder) {
        Path file = folder.resolve("kept.yaml");
        try {
            Files.writeString(file, ModelFile.text(model));
            if (CallModel.isOfSubscribers(model)) {
                PresetModels.writeTables(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The schema or model cannot be written to a temporary file.", e);
        }
        return file;
    }
}
