package dev.aimonflink.bench.layouts;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.handwritten.HandwrittenQueries;
import dev.aimonflink.query.compute.handwritten.HandwrittenQuery;
import dev.aimonflink.query.compute.partial.NestedPartials;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.program.NameLoops;
import dev.aimonflink.query.compute.program.VectorColumn;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.query.compute.scan.BlockColumns;
import dev.aimonflink.query.compute.scan.FragmentColumns;
import dev.aimonflink.query.compute.scan.HandwrittenScan;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.pass.Scannable;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One of the seven queries over aggregates in another layout, by the same pass and loop as over ours. Ids and codes of names come from our
 * blocks, where rows are in id order.
 */
public record LaidOutQuery(SqlQuery query, Layout layout) implements Scannable {
    @Override
    public Set<String> columns() {
        return Set.of();
    }

    @Override
    public Scan open(ScanContext context) {
        List<LaidOutFragment> fragments = query.cut().fragments().stream()
                .map(fragment -> new LaidOutFragment(fragment, context))
                .toList();
        return new Scan() {
            @Override
            public void scan(Block block, int rows) {
                fragments.forEach(each -> each.scan(block, rows));
            }

            @Override
            public Partial partial() {
                return Partial.of(fragments.stream()
                        .map(each -> new NestedPartials().add(HandwrittenScan.partial(each.fragment, each.loop)))
                        .toArray(States[]::new));
            }
        };
    }

    private final class LaidOutFragment implements VectorColumns {
        private final Fragment fragment;
        private final BlockColumns ofBlock;
        private final int[][] ints;
        private final long[][] longs;
        private final HandwrittenQuery loop;

        /** The collected cells of the present block. */
        private final Map<Integer, Object> collected = new HashMap<>();

        private int from;
        private int rows;

        LaidOutFragment(Fragment fragment, ScanContext context) {
            this.fragment = fragment;
            BitSet all = new BitSet();
            all.set(0, fragment.columns().size());
            ofBlock = FragmentColumns.of(
                    fragment.columns()::get, all, query.tables().schema(), context);
            ints = new int[all.length()][Block.ROWS];
            longs = new long[all.length()][Block.ROWS];
            loop = HandwrittenQueries.of(fragment, this, context.kernels());
            if (loop == null) {
                throw new IllegalArgumentException("No loop is written for " + query);
            }
        }

        void scan(Block block, int count) {
            ofBlock.show(block);
            from = Math.toIntExact(block.ids()[0]);
            rows = count;
            collected.clear();
            loop.add(this, count);
        }

        @Override
        public VectorColumn column(int index) {
            return ofBlock.column(index);
        }

        @Override
        public NameLoops nameLoops() {
            return ofBlock.nameLoops();
        }

        @Override
        public boolean isNarrow(int index) {
            return !(fragment.columns().get(index) instanceof MatrixColumn.Stored) && ofBlock.isNarrow(index);
        }

        @Override
        public long least(int index) {
            return ofBlock.least(index);
        }

        @Override
        public int[] ints(int index) {
            return fragment.columns().get(index) instanceof MatrixColumn.Stored stored
                    ? (int[]) collected.computeIfAbsent(
                            index, once -> layout.ints(stored.column().slot(), from, rows, ints[once]))
                    : ofBlock.ints(index);
        }

        @Override
        public long[] longs(int index) {
            return fragment.columns().get(index) instanceof MatrixColumn.Stored stored
                    ? (long[]) collected.computeIfAbsent(
                            index, once -> layout.longs(stored.column().slot(), from, rows, longs[once]))
                    : ofBlock.longs(index);
        }
    }
}
