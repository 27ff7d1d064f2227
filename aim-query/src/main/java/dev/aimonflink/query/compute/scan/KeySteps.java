package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.query.compute.aggregate.Argument;
import dev.aimonflink.query.compute.aggregate.GroupIds;
import dev.aimonflink.query.compute.aggregate.KeyTable;
import dev.aimonflink.query.compute.program.MapLoops;
import dev.aimonflink.query.compute.program.MaskLoops;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.query.compute.program.Selection;
import dev.aimonflink.query.compute.program.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Finds the group of each row: steps of a program combine its keys, and a table numbers the results. */
final class KeySteps {
    /** The most keys that one loop combines. */
    private static final int MAX_IN_ONE_LOOP = 3;

    private final GroupKeys keys;
    private final List<Argument> arguments;
    private final Program program;

    /** The groups if they are few, else the table's input; null if that has more than 32 bits. */
    private final VectorCells ints;

    /** The table's input, if it has more than 32 bits. */
    private final long[][] longs;

    private int[] numbers;

    KeySteps(GroupKeys keys, List<Argument> arguments, Program program) {
        this.keys = keys;
        this.arguments = arguments;
        this.program = program;
        if (!keys.isPacked()) {
            ints = null;
            longs = parts();
        } else if (isItsOwnDigit()) {
            ints = arguments.get(0).value().cells();
            longs = null;
        } else if (keys.isFew()) {
            ints = VectorCells.of(areAllNarrow() ? narrowDigits() : narrowed(digits()));
            longs = null;
        } else {
            ints = null;
            longs = new long[][] {digits()};
        }
    }

    private boolean isItsOwnDigit() {
        Value value = arguments.get(0).value();
        return arguments.size() == 1 && value != null && !value.isWide() && !keys.mayBeNull(0) && keys.least(0) == 0;
    }

    private boolean areAllNarrow() {
        return arguments.stream()
                .noneMatch(each -> each.value() == null || each.value().isWide());
    }

    private int[] narrowed(long[] packed) {
        final int[] narrow = program.ints();
        program.emit(rows -> MapLoops.narrow(packed, narrow, rows));
        return narrow;
    }

    private long[] digits() {
        final long[] packed = program.longs();
        if (areInOneLoop()) {
            addDigits(packed);
        } else {
            for (int key : keys.digits()) {
                addDigit(key, packed);
            }
        }
        return packed;
    }

    /** In lanes of 32 bits, which suffice for few groups. */
    private int[] narrowDigits() {
        final int[] packed = program.ints();
        for (int key : keys.digits()) {
            final Value value = arguments.get(key).value();
            final VectorCells cells = value.cells();
            final int size = isFirst(key) ? 0 : (int) keys.size(key);
            final int least = (int) keys.least(key);
            if (!keys.mayBeNull(key)) {
                program.emit(rows -> MapLoops.addDigit(packed, size, cells.ints, cells.at, least, rows));
                continue;
            }
            Program.Mark mark = program.mark();
            final int[] digits = program.ints();
            final int[] nulls = nulls(value);
            final int ofNull = (int) keys.size(key) - 1;
            program.emit(rows -> {
                MapLoops.linear(cells.ints, cells.at, 1, -least, digits, rows);
                MapLoops.replace(digits, nulls, ofNull, rows);
                MapLoops.addDigit(packed, size, digits, 0, 0, rows);
            });
            program.release(mark);
        }
        return packed;
    }

    private boolean isFirst(int key) {
        return keys.digits()[0] == key;
    }

    private boolean areInOneLoop() {
        return arguments.size() > 1
                && arguments.size() <= MAX_IN_ONE_LOOP
                && areAllNarrow()
                && IntStream.range(0, arguments.size()).noneMatch(keys::mayBeNull);
    }

    /** The last of two keys has the factor one. */
    private void addDigits(long[] packed) {
        final VectorCells[] cells = new VectorCells[MAX_IN_ONE_LOOP];
        final long[] factors = new long[MAX_IN_ONE_LOOP];
        long factor = 1;
        long least = 0;
        for (int digit = arguments.size() - 1; digit >= 0; digit--) {
            int key = keys.digits()[digit];
            cells[digit] = arguments.get(key).value().cells();
            factors[digit] = factor;
            least += keys.least(key) * factor;
            factor *= keys.size(key);
        }
        final VectorCells a = cells[0];
        final VectorCells b = cells[1];
        final VectorCells c = cells[2] == null ? b : cells[2];
        final long plus = -least;
        program.emit(rows -> MapLoops.linear(
                a.ints, a.at, factors[0], b.ints, b.at, factors[1], c.ints, c.at, factors[2], plus, packed, rows));
    }

    private void addDigit(int key, long[] packed) {
        final Value value = arguments.get(key).value();
        final long size = keys.size(key);
        final long least = keys.least(key);
        final boolean isFirst = isFirst(key);
        Program.Mark mark = program.mark();
        final long[] digits = program.longs();
        if (value != null) {
            final VectorCells cells = value.cells();
            program.emit(
                    value.isWide()
                            ? rows -> MapLoops.linear(cells.longs, cells.at, 1, -least, digits, rows)
                            : rows -> MapLoops.linearWidely(cells.ints, cells.at, 1, -least, digits, rows));
        }
        if (keys.mayBeNull(key)) {
            final int[] nulls = nulls(value);
            program.emit(rows -> MapLoops.replace(digits, nulls, size - 1, rows));
        }
        program.emit(rows -> MapLoops.addDigit(packed, isFirst ? 0 : size, digits, rows));
        program.release(mark);
    }

    private int[] nulls(Value value) {
        final int[] known = value == null ? null : program.nulls(value);
        if (known != null) {
            return known;
        }
        final int[] nulls = program.ints();
        final boolean areAll = value == null;
        program.emit(rows -> MaskLoops.fill(nulls, areAll, rows));
        return nulls;
    }

    private long[][] parts() {
        List<long[]> parts = new ArrayList<>();
        for (int key = 0; key < arguments.size(); key++) {
            final Value value = arguments.get(key).value();
            final long[] part = program.longs();
            parts.add(part);
            if (value != null) {
                final VectorCells cells = value.cells();
                program.emit(
                        value.isWide()
                                ? rows -> System.arraycopy(cells.longs, cells.at, part, 0, rows)
                                : rows -> MapLoops.widen(cells.ints, cells.at, part, rows));
            }
            if (keys.mayBeNull(key)) {
                final int[] nulls = nulls(value);
                final long[] flags = program.longs();
                parts.add(flags);
                program.emit(rows -> {
                    MapLoops.replace(part, nulls, 0, rows);
                    MapLoops.widen(nulls, 0, flags, rows);
                });
            }
        }
        return parts.toArray(long[][]::new);
    }

    /** The groups if they are the cells of a column; else null. */
    VectorCells column() {
        return keys.isFew() && program.columnOf(ints) >= 0 ? ints : null;
    }

    /** The only key, if a table numbers its ints; else null. */
    VectorCells tableKey() {
        return keys.isFew() ? null : ints;
    }

    void find(Selection selection, GroupIds into) {
        if (keys.isFew()) {
            into.ids = ints.ints;
            into.at = ints.at;
        } else {
            keys.table().reserve(selection.count());
            number(selection);
            into.ids = numbers;
            into.at = 0;
        }
        into.groups = keys.groups();
    }

    private void number(Selection selection) {
        final KeyTable table = keys.table();
        numbers = numbers == null ? new int[Program.MAX_ROWS] : numbers;
        if (ints != null) {
            table.numbersOf(ints.ints, ints.at, selection, numbers);
        } else if (longs.length == 1) {
            table.numbersOf(longs[0], selection, numbers);
        } else {
            final int[] positions = selection.positions();
            for (int k = 0; k < selection.count(); k++) {
                numbers[positions[k]] = table.numberOf(longs, positions[k]);
            }
        }
    }
}
