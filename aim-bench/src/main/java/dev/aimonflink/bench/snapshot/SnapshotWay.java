package dev.aimonflink.bench.snapshot;

import dev.aimonflink.query.serve.mode.ScanMode;
import java.util.Locale;

/** How scans get a snapshot of columns that change meanwhile. */
public enum SnapshotWay {
    /** Changed rows wait in a delta, which the scan thread merges: {@link ScanMode#S2}. */
    ETL,

    /** Changed rows wait in a delta, of which the scan thread copies the columns that it reads: {@link ScanMode#S3_IS}. */
    UNMERGED,

    /** The update thread copies a block before it first writes to it, and the scan thread reads the old one. */
    COPY_ON_WRITE,

    /** The same with blocks of 1,024 rows: a page of 4 KiB of each column, which is what an operating system copies. */
    COPY_ON_WRITE_PAGES;

    /** For figures. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
