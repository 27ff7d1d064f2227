package dev.aimonflink.core.aggregate;

/** An extreme by which another call chooses rows, so that its states have it. */
public final class OrderStates extends AggregateStates {
    private final ChosenStates chosen;

    public OrderStates(ChosenStates chosen) {
        this.chosen = chosen;
    }

    @Override
    public void reserve(int groups) {}

    @Override
    public void take(Input input, GroupIds ids) {}

    @Override
    public void forget() {}

    @Override
    public Object value(int group) {
        return chosen.order(group);
    }
}
