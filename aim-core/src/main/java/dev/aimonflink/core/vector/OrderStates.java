package dev.aimonflink.core.vector;

/** An extreme by which another call chooses rows, so that its states have it. */
final class OrderStates extends AggregateStates {
    private final ChosenStates chosen;

    OrderStates(ChosenStates chosen) {
        this.chosen = chosen;
    }

    @Override
    void reserve(int groups) {}

    @Override
    void take(Input input, GroupIds ids) {}

    @Override
    void forget() {}

    @Override
    public Object value(int group) {
        return chosen.order(group);
    }
}
