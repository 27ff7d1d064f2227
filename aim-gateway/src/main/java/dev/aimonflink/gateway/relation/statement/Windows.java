package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.function.Aggregate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Computes functions over windows: for each row, of the rows of its partition up to those that are equal to it in the order. */
final class Windows {
    private Windows() {}

    static void compute(List<SelectCalls.WindowCall> calls, List<Frame> frames) {
        frames.forEach(frame -> frame.windows = new Object[calls.size()]);
        for (int i = 0; i < calls.size(); i++) {
            compute(calls.get(i), i, frames);
        }
    }

    /** @param keys of its order */
    private record Member(Frame frame, Object[] keys) {}

    private static void compute(SelectCalls.WindowCall call, int index, List<Frame> frames) {
        Map<List<Object>, List<Member>> partitions = new LinkedHashMap<>();
        for (Frame frame : frames) {
            frame.run.step();
            Object[] key =
                    call.partition().stream().map(term -> term.value(frame)).toArray();
            partitions
                    .computeIfAbsent(QueryBinder.key(key, key.length), any -> new ArrayList<>())
                    .add(new Member(frame, Ordering.values(call.order(), frame)));
        }
        Comparator<Object[]> ofKeys = Ordering.of(Ordering.columnsOf(call.order()));
        Comparator<Member> order = (left, right) -> {
            left.frame().run.step();
            return ofKeys.compare(left.keys(), right.keys());
        };
        for (List<Member> partition : partitions.values()) {
            partition.sort(order);
            if (call.aggregate() == null) {
                count(call, index, partition, order);
            } else {
                aggregate(call, index, partition, order);
            }
        }
    }

    private static void count(
            SelectCalls.WindowCall call, int index, List<Member> partition, Comparator<Member> order) {
        int last = -1;
        long rank = 1;
        long denseRank = 0;
        for (int i = 0; i < partition.size(); i++) {
            if (i > last) {
                last = lastPeer(partition, i, order);
                rank = i + 1L;
                denseRank++;
            }
            Frame frame = partition.get(i).frame();
            frame.windows[index] = switch (call.name()) {
                case "row_number" -> i + 1L;
                case "rank" -> rank;
                case "dense_rank" -> denseRank;
                case "first_value" -> valueAt(call, partition, 0);
                case "last_value" -> valueAt(call, partition, last);
                case "lag" -> shifted(call, partition, i, -1);
                default -> shifted(call, partition, i, 1);
            };
        }
    }

    private static Object shifted(SelectCalls.WindowCall call, List<Member> partition, int index, int direction) {
        List<Term> arguments = call.arguments();
        Frame frame = partition.get(index).frame();
        Long rows = arguments.size() == 1
                ? Long.valueOf(1)
                : (Long) arguments.get(1).value(frame);
        if (rows == null) {
            return null;
        }
        long other = index + direction * rows;
        boolean isThere = other >= 0 && other < partition.size();
        return isThere || arguments.size() < 3
                ? valueAt(call, partition, isThere ? (int) other : -1)
                : arguments.get(2).value(frame);
    }

    private static Object valueAt(SelectCalls.WindowCall call, List<Member> partition, int index) {
        return index < 0 || index >= partition.size()
                ? null
                : call.arguments().get(0).value(partition.get(index).frame());
    }

    private static int lastPeer(List<Member> partition, int index, Comparator<Member> order) {
        int last = index;
        while (last + 1 < partition.size() && order.compare(partition.get(index), partition.get(last + 1)) == 0) {
            last++;
        }
        return last;
    }

    private static void aggregate(
            SelectCalls.WindowCall call, int index, List<Member> partition, Comparator<Member> order) {
        Aggregate.State state = call.aggregate().aggregate().start().get();
        for (int i = 0; i < partition.size(); ) {
            int last = lastPeer(partition, i, order);
            for (Member peer : partition.subList(i, last + 1)) {
                add(call, peer.frame(), state);
            }
            Object result = state.result();
            while (i <= last) {
                Frame frame = partition.get(i++).frame();
                Object own = result instanceof List<?> list ? new ArrayList<>(list) : result;
                frame.run.keep(new Object[] {own});
                frame.windows[index] = own;
            }
        }
    }

    private static void add(SelectCalls.WindowCall call, Frame frame, Aggregate.State state) {
        if (call.filter() != null && !call.filter().isTrue(frame)) {
            return;
        }
        Object[] arguments =
                call.arguments().stream().map(term -> term.value(frame)).toArray();
        if (arguments.length == 0
                || arguments[0] != null
                || call.aggregate().aggregate().takesNulls()) {
            state.add(state.keepsArguments() ? frame.run.keep(arguments) : arguments);
        }
    }
}
