package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.program.UnfinishedException;

/**
 * A scan that is opened in parts, because computing with the names of columns may take long. The first part is in the constructor; others
 * precede those that read rows, or a block whose cells need their own programs. Names added in between do not matter: no row of the cut has
 * one.
 */
final class OpeningScan implements FragmentScan {
    private final FragmentScans scans;
    private final Fragment fragment;
    private final BlockColumns columns;
    private StepTimes times;

    /** Null before it is open. */
    private FragmentScan opened;

    OpeningScan(FragmentScans scans, Fragment fragment) {
        this.scans = scans;
        this.fragment = fragment;
        columns = scans.columns(fragment);
        openPart();
    }

    private void openPart() {
        if (!columns.nameLoops().beginStep()) {
            return;
        }
        try {
            show(scans.open(fragment, columns));
        } catch (UnfinishedException goesOn) {
            // In the next part.
        }
    }

    private void show(FragmentScan scan) {
        opened = scan;
        if (times != null) {
            scan.measure(times);
        }
    }

    @Override
    public boolean scanPart(Block block, int rows) {
        if (opened == null) {
            openPart();
            return false;
        }
        try {
            return columns.nameLoops().beginStep() && opened.scanPart(block, rows);
        } catch (UnfinishedException goesOn) {
            return false;
        }
    }

    @Override
    public void measure(StepTimes into) {
        times = into;
        if (opened != null) {
            opened.measure(into);
        }
    }

    @Override
    public long keptBytes() {
        return columns.nameLoops().keptBytes() + (opened == null ? 0 : opened.keptBytes());
    }

    @Override
    public Partial partial() {
        if (opened == null) {
            show(scans.byRows(fragment));
        }
        return opened.partial();
    }

    @Override
    public ScanWay way() {
        while (opened == null) {
            openPart();
        }
        return opened.way();
    }
}
